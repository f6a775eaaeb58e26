import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import { createPaint, usesColour } from '../colour.ts';
import type { Context } from '../command.ts';
import { type MockFacts, toBanner } from './banner.ts';
import { chooseLog, type LogForm } from './choose-log.ts';
import { findExampleIds } from './example-ids.ts';
import { logRequests } from './log-requests.ts';

/** What is known of a mock that listens. */
export interface Announced extends Omit<MockFacts, 'exampleIds'>, Pick<Mock, 'snapshot'> {
  /** Whether it began with data. */
  hasData: boolean;
}

/** What a mock that is not told to be quiet writes to stdout: requests from now on, and where it listens. */
export interface MockOutput {
  /** Writes the banner, or for programs that read JSON lines, one of them: who reads JSON gets nothing else. */
  announce(facts: Announced): Promise<void>;
}

export function openOutput(
  { journal }: Mock,
  given: LogForm | undefined,
  context: Context,
): MockOutput {
  const log = given ?? chooseLog(context.stdout);
  const paint = createPaint(usesColour(context.stdout, context.environment));
  if (log !== 'off') logRequests(journal, log, context, paint);
  return {
    announce: async (facts) => {
      const text =
        log === 'json'
          ? toListeningLine(facts)
          : toBanner({ ...facts, exampleIds: await findExampleIds(facts, facts.hasData) }, paint);
      context.stdout.write(text);
    },
  };
}

function toListeningLine({ url, workspaces, seed, control }: Announced): string {
  return `${JSON.stringify({ listening: url, workspaces, seed, version, control })}\n`;
}
