import type { Fault } from '../../contract/index.ts';
import type { StoreContents } from '../store/records.ts';

/** The version of the readable form of a state. */
export const stateFormatVersion = 1;

/** The contents of a state, or its first violations of the contract. */
export type ReadState =
  | { contents: StoreContents; faults?: never }
  | { faults: readonly Fault[]; contents?: never };
