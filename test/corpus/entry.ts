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

/** Entries by their ids and titles, as `<id>: <title>`. */
export const entries = (deviations: Readonly<Record<string, Deviation>>): Entry[] =>
  Object.entries(deviations).map(([key, deviate]) => {
    const [id = ''] = key.split(':', 1);
    return entry(id, key.slice(id.length + 2), deviate);
  });
