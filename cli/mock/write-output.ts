import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import { createPaint, usesColour } from '../colour.ts';
import type { Context } from '../command.ts';
import { type MockFacts, toBanner } from './banner.ts';
import { chooseLog, type LogForm } from './choose-log.ts';
import { findExampleIds } from './example-ids.ts';
import { logRequests } from './log-requests.ts';

/** What is known of a mock that listens. */
interface ListeningMock extends Omit<MockFacts, 'exampleIds'>, Pick<Mock, 'journal' | 'snapshot'> {
  /** Whether it began with data. */
  hasData: boolean;
}

/** Writes to stdout where a mock listens, and then each request. Who reads JSON lines gets nothing else. */
export async function writeOutput(
  mock: ListeningMock,
  given: LogForm | undefined,
  context: Context,
): Promise<void> {
  const log = given ?? chooseLog(context.stdout);
  const paint = createPaint(usesColour(context.stdout, context.environment));
  context.stdout.write(
    log === 'json'
      ? toListeningLine(mock)
      : toBanner({ ...mock, exampleIds: await findExampleIds(mock, mock.hasData) }, paint),
  );
  if (log !== 'off') logRequests(mock.journal, log, context, paint);
}

function toListeningLine({ url, workspaces, seed, control }: ListeningMock): string {
  return `${JSON.stringify({ listening: url, workspaces, seed, version, control })}\n`;
}
