import type { ProbeClient } from './probe/client.ts';
import type { Deviation } from './service/service.ts';

/** One way in which a target differs from the plain service. */
export interface Entry {
  /** `<family>/<what differs>`; permanent. */
  readonly id: string;
  /** One plain sentence that says what the target does. */
  readonly title: string;
  readonly deviate: Deviation;
  /** `should` where the interface only implies what is broken. A must where left out. */
  readonly level?: 'should';
  /** Shows only with more records than a standard run may create. */
  readonly thorough?: true;
  /** Shows the difference where the common script cannot: its answers on this target and on the plain one differ. */
  readonly proof?: (client: ProbeClient) => Promise<unknown>;
}
