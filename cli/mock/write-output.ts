import { version } from '../../generated/version.js';
import type { Listening, Mock } from '../../mock/index.ts';
import { createPaint, usesColour } from '../colour.ts';
import type { Context } from '../command.ts';
import { type MockFacts, toBanner } from './banner.ts';
import { chooseLog, type LogForm } from './choose-log.ts';
import { findExampleIds } from './example-ids.ts';
import { logRequests } from './log-requests.ts';

/** What is known of a mock that listens. */
interface ListeningMock
  extends Omit<MockFacts, 'exampleIds' | 'control'>,
    Pick<Mock, 'journal' | 'snapshot'>,
    Pick<Listening, 'control'> {
  /** Whether it began with data. */
  hasData: boolean;
}

/**
 * Writes to stdout where a mock listens, and then each request; nothing but JSON where that is the form. What does not go
 * to a terminal is kept by something: a log collector, a CI job, a file. The admin token is left out there.
 */
export async function writeOutput(
  mock: ListeningMock,
  given: LogForm | undefined,
  context: Context,
): Promise<void> {
  const log = given ?? chooseLog(context.stdout);
  const isTerminal = context.stdout.isTTY === true;
  const control = mock.control && {
    url: mock.control.url,
    token: isTerminal && !mock.isTokenChosen ? mock.control.token : undefined,
  };
  const paint = createPaint(usesColour(context.stdout, context.environment));
  context.stdout.write(
    log === 'json'
      ? toListeningLine(mock)
      : toBanner({ ...mock, control, exampleIds: await findExampleIds(mock, mock.hasData) }, paint),
  );
  if (log !== 'off') logRequests(mock.journal, log, context, paint);
}

function toListeningLine({ url, workspaces, seed, control }: ListeningMock): string {
  const page = control && { url: control.url };
  return `${JSON.stringify({ listening: url, workspaces, seed, version, control: page })}\n`;
}
