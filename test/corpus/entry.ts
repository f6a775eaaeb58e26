import type { ProbeClient } from './probe/client.ts';
import type { Deviation } from './service/service.ts';

/** Asks a target something; what it answers there and on the plain target differ. */
export type Proof = (client: ProbeClient) => Promise<unknown>;

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
  /** Shows the difference where the common script cannot, or not in good time. */
  readonly proof?: Proof;
}
