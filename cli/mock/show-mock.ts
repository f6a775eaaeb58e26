import type { Certificate, Mock } from '../../mock/index.ts';
import type { Context } from '../command.ts';
import type { mockOptions } from '../commands/mock-options.ts';
import type { OptionValues } from '../read-options.ts';
import { toPageUrl } from './banner.ts';
import { explainTrust } from './open-https.ts';
import { findTerminal, listenForKeys } from './terminal-keys.ts';
import { describeMock, type ListeningMock, writeOutput } from './write-output.ts';

interface ShownMock extends ListeningMock, Pick<Mock, 'reset'> {
  certificate: Certificate | undefined;
}

/**
 * Tells a user about a mock that listens: the banner, how to trust its certificate, its requests, and keys that do
 * something where there is a terminal.
 * @returns a function that gives the terminal back
 */
export async function showMock(
  mock: ShownMock,
  values: OptionValues<typeof mockOptions>,
  context: Context,
): Promise<() => void> {
  const note = (line: string): unknown => context.stderr.write(`site-contract: ${line}\n`);
  const { control, isTokenChosen, certificate } = mock;
  const terminal = await findTerminal(context);
  await writeOutput(mock, { ...values, hasKeys: terminal !== undefined }, context);
  const isMade = certificate?.isNew === true || (values.verbose && certificate?.file !== undefined);
  if (certificate !== undefined && isMade)
    for (const line of explainTrust(certificate, process.platform)) note(line);
  if (terminal === undefined) return () => {};
  return listenForKeys(terminal, {
    page: control && toPageUrl(control.url, isTokenChosen ? undefined : control.token),
    reset: async () => {
      await mock.reset();
      note('the initial data was restored');
    },
    describe: () => describeMock(mock, context),
    write: (text) => context.stderr.write(text),
    note,
  });
}
