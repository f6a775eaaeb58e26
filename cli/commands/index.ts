import type { Command } from '../command.ts';
import { mock } from './mock.ts';

/** The commands by name. `mock` is always loaded, because it must start fast; the others are loaded when they are called. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  mock: async () => mock,
  trigger: async () => (await import('./trigger.ts')).trigger,
  conformance: async () => (await import('./conformance.ts')).conformance,
  diff: async () => (await import('./diff.ts')).diff,
  check: async () => (await import('./check.ts')).check,
  gate: async () => (await import('./gate.ts')).gate,
  proxy: async () => (await import('./proxy.ts')).proxy,
  store: async () => (await import('./store.ts')).store,
  coverage: async () => (await import('./coverage.ts')).coverage,
  assumptions: async () => (await import('./assumptions.ts')).assumptions,
  completion: async () => (await import('./completion.ts')).createCompletion(commands),
};
