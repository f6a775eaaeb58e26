import type { Contract, Operation } from '../contract/index.ts';
import type { components } from '../generated/control-types.ts';
import type { ProblemId } from '../generated/names.ts';
import type { Requirement } from '../generated/requirements.js';
import type { Receiver, WebhookEvent } from './features/webhooks/delivery.ts';
import type { ServedOperation } from './http/steps.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { ReadState } from './sessions/state-format.ts';
import type { RecordStore, StoreContents } from './store/records.ts';

type Schemas = components['schemas'];

/** What a service needs to serve its operations. */
export interface ServiceParts {
  contract: Contract;
  /** The behaviours that the user gave. */
  behaviours: object;
  sessions: Sessions;
}

/**
 * A service that the mock knows better than its document and resource model tell. What it says here takes the place of what
 * the mock does for every contract. The mock itself knows the names of no service.
 */
export interface KnownService {
  /** Whether a contract is one of the service. */
  recognises(contract: Contract): boolean;
  /** Prepares an operation. @throws Error when the service has no behaviour for it */
  serve(operation: Operation, parts: ServiceParts): ServedOperation<string>;
  /** Creates the step that refuses paths below something that does not exist. */
  createPathCheck(contract: Contract, options: object): (path: Record<string, string>) => void;
  /** The problem of a request to an operation below something that does not exist. */
  nameMissing(operation: Operation): ProblemId;
  /** The sentences of its requirements, by id. */
  readonly requirements: Readonly<Record<string, Requirement>>;
  /** Writes the contents of a session in readable form. */
  writeState(contents: StoreContents): object;
  /** Reads what `writeState` wrote, or a fixture. @param createUuid gets a text that is the same for the same data */
  readState(contract: Contract, state: unknown, createUuid: (key?: string) => string): ReadState;
  /** Applies edits to contents. @throws Refusal with the faults of the edits */
  applyEdits(
    contract: Contract,
    contents: StoreContents,
    edits: readonly Schemas['StateEdit'][],
    createUuid: () => string,
  ): { contents: StoreContents; undo: Schemas['StateEdit'][] };
  /** The numbers of records that a list of snapshots shows. */
  countRecords(contents: StoreContents): Partial<Schemas['Snapshot']>;
  createDemo(contract: Contract, seed: number, options: object): StoreContents;
  /** Reads the records that the examples of the document show. */
  readExamples(contract: Contract, tree: object, seed: number): StoreContents;
  /** The registered webhooks of a session, or only those that an event is for. */
  listReceivers(records: RecordStore, event?: WebhookEvent): Promise<Receiver[]>;
  /** The data of an event, if its sender gives none. */
  toEventData(event: WebhookEvent): object;
}
