import type { Fault } from '../../contract/index.ts';

/** A reply of the mock that its own contract does not allow: a bug, never the client's mistake. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
  readonly faults: readonly Fault[];

  /** @param what stands in front of the faults, for example `the reply of createSite` */
  constructor(what: string, faults: readonly Fault[]) {
    const list = faults.map(({ pointer = '', detail }) => `${pointer || 'the body'} ${detail}`);
    super(`${what} breaks the contract: ${list.join('; ')}`);
    this.faults = faults;
  }
}
