import type { Deviation } from './service/service.ts';

/** A single difference between a target and the plain service. */
export interface Entry {
  /** `<family>/<difference>`; permanent. */
  readonly id: string;
  /** Describes the target in one plain sentence. */
  readonly title: string;
  readonly deviate: Deviation;
  /** `should` if the interface only implies the broken requirement. Default: must. */
  readonly level?: 'should';
  /** Only shows with more records than a standard run may create. */
  readonly thorough?: true;
}

export const entry = (id: string, title: string, deviate: Deviation): Entry => ({
  id,
  title,
  deviate,
});

/** A deviation with what distinguishes its entry from a violation of a MUST that every run finds. */
type Marked = Pick<Entry, 'deviate' | 'level' | 'thorough'>;

export const should = (deviate: Deviation): Marked => ({ deviate, level: 'should' });
export const thorough = (deviate: Deviation): Marked => ({ deviate, thorough: true });

/** Entries by their ids and titles, as `<id>: <title>`. */
export const entries = (deviations: Readonly<Record<string, Deviation | Marked>>): Entry[] =>
  Object.entries(deviations).map(([key, deviation]) => {
    const [id = ''] = key.split(':', 1);
    const marked = typeof deviation === 'function' ? { deviate: deviation } : deviation;
    return { id, title: key.slice(id.length + 2), ...marked };
  });
