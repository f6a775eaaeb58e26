import { type Contract, contract as defaultContract } from '../contract/index.ts';
import { createFetch } from './adapters/fetch.ts';
import type { BehaviourContext } from './behaviours/behaviour.ts';
import { behaviours as ownBehaviours } from './behaviours/index.ts';
import { createRequestHandler, type RequestHandler } from './handle-request.ts';
import { handleWhole } from './handle-whole.ts';
import { logRequests } from './log-requests.ts';
import { defaultApiKey, type MockOptions } from './mock-options.ts';
import type { MockReply, MockRequest } from './mock-request.ts';
import type { ByteLength } from './reply/json-text.ts';
import { createKeep } from './reply/kept-json.ts';
import { createAuthoriser } from './request/authorise.ts';
import { createWorkspaceCheck, listWorkspaces } from './request/workspaces.ts';
import { createResponder } from './respond.ts';
import { createSeeded } from './seed/seeded.ts';
import { serveOperations } from './service.ts';
import { type Answer, whenAnswered } from './store/answer.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { emptyContents, type StoreContents } from './store/store.ts';

/** A mock of the service that keeps state, without a socket. */
export interface MockCore {
  /** Answers one request: a promise only where the store answers by promises. */
  handle(request: MockRequest): Answer<MockReply>;
  /** Answers a request of the Fetch API. */
  fetch(request: Request): Promise<Response>;
  readonly contract: Contract;
  /** The seed that repeats this mock's ids. */
  readonly seed: number;
  /** The API keys that are accepted. */
  readonly apiKeys: readonly string[];
  /** Workspaces that can be used. */
  readonly workspaces: readonly string[];
  /** The largest request body that is read, in bytes. */
  readonly bodyLimit: number;
  /** Back to the start: the contents, and with a seed the same ids again. */
  reset(): Answer<void>;
  /** Keeps everything as it is now. */
  snapshot(): Answer<MockSnapshot>;
  /** Puts everything back as it was. */
  restore(snapshot: MockSnapshot): Answer<void>;
}

/** The whole state of a mock at one moment. Records never change, so it shares them. */
export interface MockSnapshot {
  readonly contents: StoreContents;
  readonly seeded: readonly number[];
}

/** What depends on where the mock runs. */
export interface Platform {
  byteLength: ByteLength;
}

/** Makes a mock, and the handler that adapters carry. */
export function createCore(
  options: MockOptions,
  { byteLength }: Platform,
): { core: MockCore; handler: RequestHandler } {
  const {
    contract = defaultContract,
    apiKeys = [defaultApiKey],
    bodyLimit = contract.assumptions['body-size-limit'],
    contents = emptyContents,
    store = createMemoryStore(contents),
    behaviours = {},
    onRequest,
    onError = (line) => console.error(`site-contract mock: ${line}`),
  } = options;
  const { assumptions } = contract;
  const seeded = createSeeded(options, assumptions);
  const { clock, createUuid } = seeded;
  const context: BehaviourContext = {
    store,
    assumptions,
    createUuid,
    writeUuid: (id) => (assumptions['uuid-case'] === 'upper' ? id.toUpperCase() : id.toLowerCase()),
    keep: createKeep(contract.validators, byteLength),
  };
  const silent = createRequestHandler(
    {
      contract,
      clock,
      operations: serveOperations({
        contract,
        behaviours: { ...ownBehaviours, ...behaviours },
        context,
        byteLength,
      }),
      authorise: createAuthoriser(apiKeys, contract.document.info.title),
      checkWorkspace: createWorkspaceCheck(contract, options.workspaces),
      bodyLimit,
    },
    createResponder({ contract, clock, byteLength, onError }),
  );
  const handler = onRequest === undefined ? silent : logRequests(silent, onRequest);
  const start = seeded.readState();
  const core: MockCore = {
    handle: (request) => handleWhole(handler, request, bodyLimit),
    fetch: createFetch(handler, bodyLimit),
    contract,
    seed: seeded.seed,
    apiKeys,
    workspaces: listWorkspaces(contract, options.workspaces),
    bodyLimit,
    reset: () => core.restore({ contents, seeded: start }),
    snapshot: () =>
      whenAnswered(store.read(), (read) => ({ contents: read, seeded: seeded.readState() })),
    restore: (snapshot) => {
      seeded.writeState(snapshot.seeded);
      return store.replace(snapshot.contents);
    },
  };
  return { core, handler };
}
