import type { Command } from '../command.ts';

/** The commands by name. Each is loaded when it is asked for: `mock` starts without what the suite needs. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  mock: async () => (await import('./mock.ts')).mock,
  trigger: async () => (await import('./trigger.ts')).trigger,
  conformance: async () => (await import('./conformance.ts')).conformance,
  coverage: async () => (await import('./coverage.ts')).coverage,
  assumptions: async () => (await import('./assumptions.ts')).assumptions,
};
