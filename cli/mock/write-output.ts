import { version } from '../../generated/version.js';
import type { AnyKind, Listening, Mock } from '../../mock/index.ts';
import { createPaint, usesColour } from '../colour.ts';
import type { Context } from '../command.ts';
import { type DetailFacts, type MockFacts, toBanner, toDetails } from './banner.ts';
import { chooseLog, type LogForm } from './choose-log.ts';
import { findExampleIds } from './example-ids.ts';
import { logRequests } from './log-requests.ts';

/** What is known of a mock that listens. */
export interface ListeningMock
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
export async function describeMock(mock: ListeningMock, context: Context): Promise<string> {
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
