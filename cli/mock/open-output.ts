import { version } from '../../generated/version.js';
import type { Mock } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';
import { type MockFacts, toBanner } from './banner.ts';
import { findExampleIds } from './example-ids.ts';

/** What is known of a mock that listens. */
interface Announced extends Omit<MockFacts, 'exampleIds'>, Pick<Mock, 'snapshot'> {
  /** Whether it began with data. */
  hasData: boolean;
}

/** The banner, or for programs that read JSON lines, one of them. */
export async function announce(
  facts: Announced,
  form: 'text' | 'json',
  paint: Paint,
): Promise<string> {
  const { url, workspaces, seed, control, hasData } = facts;
  if (form === 'json')
    return `${JSON.stringify({ listening: url, workspaces, seed, version, control })}\n`;
  return toBanner({ ...facts, exampleIds: await findExampleIds(facts, hasData) }, paint);
}
