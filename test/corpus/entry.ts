import type { ProbeClient } from './probe/client.ts';
import type { Deviation } from './service/service.ts';

/** Sends requests to a target. The result differs from that of the plain target. */
export type Proof = (client: ProbeClient) => Promise<unknown>;

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
  /** Shows the difference if the common script cannot, or takes too long. */
  readonly proof?: Proof;
}
