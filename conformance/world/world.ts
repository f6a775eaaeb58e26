/*
 * conformance/world/: the records of a run: how they are created, read, changed and deleted. It imports runner/, contract/ and
 * writers/, and knows no law. Start here; create-record.ts creates them, assert-allowed.ts says which requests a run may send.
 */

import type { Contract, Operation } from '../../contract/index.ts';
import type { ResourceModel } from '../../contract/resources/model.ts';
import type { Values } from '../../contract/values/index.ts';
import type { Exchange } from '../results.ts';
import type { Halt } from '../runner/halt.ts';
import type { Sent, Target } from '../runner/target.ts';
import type { Credentials } from './credentials.ts';
import type { Handle } from './handle.ts';
import type { Lag } from './lag.ts';
import type { RefusedFields } from './refused-fields.ts';

/** What the checks of a run against any contract share. */
export interface World {
  readonly contract: Contract;
  readonly model: ResourceModel;
  readonly target: Target;
  readonly halt: Halt;
  readonly values: Values;
  readonly credentials: Credentials;
  readonly settings: WorldSettings;
  /** Everything that the run created, in order of creation. */
  readonly inventory: Handle[];
  /** The operations whose responses have not arrived. They may create records, too. */
  readonly pending: Operation[];
  /** Why resources could not be driven, by name. */
  readonly undriven: Map<string, Undriven>;
  /** All requests of the run, with their operation. */
  readonly journal: readonly WorldEntry[];
  /** Adds a request to the journal, and tells the caller of the run. */
  record(entry: WorldEntry): void;
  /** Fields that requests leave out, because the service refused them. */
  readonly refused: RefusedFields;
  /** How long to wait between a write and a read. */
  readonly lag: Lag;
  /** A number that differs for each run, so that texts of two runs differ. */
  readonly mark: number;
  /** A number that no earlier call returned, for values that must differ. */
  nextNumber(): number;
  /** Removes secrets from a text. */
  redact(text: string): string;
  /** Converts a request and its response for a report. */
  show(sent: Sent): Exchange;
}

export interface WorldSettings {
  seed: number;
  /** Whether requests that change the target are allowed. */
  mayWrite: boolean;
  /** Whether the target is on this machine. */
  isLocal: boolean;
  thorough: boolean;
  /** Values of path parameters that nothing creates, by name. */
  parameters: ReadonlyMap<string, readonly string[]>;
  /** Operations that may be called although they are actions, bulk operations or have no role. */
  include: ReadonlySet<string>;
  /** How many records of each resource the run may create. */
  mostRecords: number;
}

/** Why records of a resource could not be created. */
interface Undriven {
  /** In one sentence, with the words of the service. */
  reason: string;
  exchange: Exchange | undefined;
}

export interface WorldEntry {
  operation: Operation;
  sent: Sent;
  /** Whether the request was valid, so that a refusal is remarkable. */
  isValid: boolean;
  /** Whether its credentials were not those of the run. Default: false. */
  isUnauthorised?: boolean;
  /** The id of the check that sent it. */
  check: string;
}

/** Whether a reply is a success that the client can rely on: not merely accepted for later (202). */
export function isDone({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status < 300 && reply.status !== 202;
}

/** Whether a reply says that a record is not there, or not for this client. */
export function isGone({ reply }: Sent): boolean {
  return reply !== undefined && [404, 410, 403].includes(reply.status);
}
