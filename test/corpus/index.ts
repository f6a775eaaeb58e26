/*
 * test/corpus/: targets that are broken on purpose, or lawful but different. It imports contract/ and no mock, so that the suite
 * is judged by independent services. Start here; service/ is the service that broken/ and lawful/ change.
 */

import { brokenEntries } from './broken/index.ts';
import type { Entry } from './entry.ts';
import { lawfulEntries } from './lawful/index.ts';
import type { ServiceOptions } from './service/service.ts';
import { type RunningService, startService } from './service/start-service.ts';

/** A small server for the suite to test. */
export interface Target {
  readonly id: string;
  /** Describes the target in one plain sentence. */
  readonly title: string;
  /** The first part of the id. */
  readonly family: string;
  /** The level of the requirement that a broken target violates; 'none' for lawful targets. */
  readonly level: 'must' | 'should' | 'none';
  /** Whether it only shows with more records than a standard run may create. */
  readonly thorough: boolean;
  /** Listens on a free port of this machine, with an empty state. */
  start(options: ServiceOptions): Promise<RunningService>;
}

function toTarget(entry: Entry, level: Target['level']): Target {
  const { id, title, deviate, thorough = false } = entry;
  const family = id.split('/')[0] ?? id;
  const start = (options: ServiceOptions) => startService(options, [deviate]);
  return { id, title, family, level, thorough, start };
}

/** Targets that violate the interface in exactly one way each. */
export const brokenTargets: readonly Target[] = brokenEntries.map((entry) =>
  toTarget(entry, entry.level ?? 'must'),
);

/** Targets that differ from the plain one only where the interface allows it. */
export const lawfulTargets: readonly Target[] = lawfulEntries.map((entry) =>
  toTarget(entry, 'none'),
);

/** The service as the interface describes it. */
export const plainTarget: Target = {
  id: 'plain',
  title: 'Does what the interface says.',
  family: 'plain',
  level: 'none',
  thorough: false,
  start: (options) => startService(options),
};

const targets = new Map(
  [plainTarget, ...brokenTargets, ...lawfulTargets].map((target) => [target.id, target]),
);

export function findTarget(id: string): Target {
  const target = targets.get(id);
  if (target === undefined) throw new Error(`the corpus has no target ${id}`);
  return target;
}
