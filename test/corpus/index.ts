import { brokenEntries } from './broken/index.ts';
import type { Entry } from './entry.ts';
import { lawfulEntries } from './lawful/index.ts';
import type { ServiceOptions } from './service/service.ts';
import { type RunningService, startService } from './service/start-service.ts';

/** A small server that a suite can be pointed at. */
export interface Target {
  readonly id: string;
  /** One plain sentence that says what the target does. */
  readonly title: string;
  /** The first part of the id. */
  readonly family: string;
  /** The level of what a broken target breaks; lawful ones break nothing. */
  readonly level: 'must' | 'should' | 'none';
  /** True when it shows only with more records than a standard run may create. */
  readonly thorough: boolean;
  /** Listens on a free port of this machine, with no state from earlier starts. */
  start(options: ServiceOptions): Promise<RunningService>;
}

function toTarget(entry: Entry, level: Target['level']): Target {
  const { id, title, deviate, thorough = false } = entry;
  const family = id.split('/')[0] ?? id;
  const start = (options: ServiceOptions) => startService(options, [deviate]);
  return { id, title, family, level, thorough, start };
}

/** Targets that break the interface in exactly one way each. */
export const brokenTargets: readonly Target[] = brokenEntries.map((entry) =>
  toTarget(entry, entry.level ?? 'must'),
);

/** Targets that differ from the plain one only where the interface is silent. */
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
