import { version } from '../../generated/version.js';
import type { AnyKind, Certificate, Listening, Mock } from '../../mock/index.ts';
import { type Context, type OptionValues, toNote } from '../command.ts';
import type { mockOptions } from '../commands/mock-options.ts';
import { createPaint, usesColour } from '../terminal.ts';
import {
  type DetailFacts,
  findExampleIds,
  type MockFacts,
  toBanner,
  toDetails,
  toPageUrl,
} from './banner.ts';
import { explainTrust } from './open-https.ts';
import { chooseLog, type LogForm, logRequests } from './request-log.ts';
import { findTerminal, listenForKeys } from './terminal-keys.ts';

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
  const note = toNote(context);
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

/** What is known of a mock that listens. */
interface ListeningMock
  extends Omit<MockFacts & DetailFacts, 'exampleIds' | 'control'>,
    Pick<Mock<AnyKind>, 'journal' | 'snapshot'>,
    Pick<Listening, 'control'>,
    Partial<Pick<Listening, 'certificate'>> {
  /** Whether it began with data. */
  hasData: boolean;
}

/** What is written. */
interface OutputChoice {
  log: LogForm | undefined;
  /** Statuses and operations that are logged; all of them, when there is none. */
  logOnly: readonly (readonly string[])[];
  verbose: boolean;
  /** Whether keys of the terminal do something. */
  hasKeys: boolean;
}

/**
 * Writes to stdout where a mock listens, and then each request; nothing but JSON where that is the form. What does not go
 * to a terminal is kept by something: a log collector, a CI job, a file. The admin token is left out there.
 */
export async function writeOutput(
  mock: ListeningMock,
  { log: given, logOnly, verbose, hasKeys }: OutputChoice,
  context: Context,
): Promise<void> {
  const log = given ?? chooseLog(context.stdout);
  const isTerminal = context.stdout.isTTY === true;
  const control = mock.control && {
    url: mock.control.url,
    token: isTerminal && !mock.isTokenChosen ? mock.control.token : undefined,
  };
  const paint = createPaint(usesColour(context.stdout, context.environment));
  const facts = { ...mock, control };
  context.stdout.write(log === 'json' ? toListeningLine(mock) : toBanner(facts, hasKeys, paint));
  if (verbose && log !== 'json') context.stdout.write(await describeMock(mock, context));
  const only = logOnly.flat();
  if (log !== 'off') logRequests(mock.journal, { form: log, only }, context, paint);
}

/** Everything else that can be said of a mock, as `--verbose` and the key `?` show it. */
async function describeMock(mock: ListeningMock, context: Context): Promise<string> {
  const paint = createPaint(usesColour(context.stdout, context.environment));
  const exampleIds = await findExampleIds(mock, mock.hasData);
  return toDetails({ ...mock, exampleIds, certificateFile: mock.certificate?.file }, paint);
}

function toListeningLine({ url, workspaces, seed, control, certificate }: ListeningMock): string {
  const page = control && { url: control.url };
  const facts = { listening: url, workspaces, seed, version, control: page };
  // Where programs find what they have to trust, whenever it was made.
  return `${JSON.stringify({ ...facts, certificate: certificate?.file })}\n`;
}
