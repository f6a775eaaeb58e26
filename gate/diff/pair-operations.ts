import type { ApiOperation, ApiServer } from './api.ts';

/** The new version of each old operation that still exists. */
type OperationPairs = Map<ApiOperation, ApiOperation>;

/** How operations are recognised. */
interface Recognition {
  /** Texts of which a pair has one in common. */
  toKeys(operation: ApiOperation): readonly string[];
  /** Whether operations with a common text are a pair. */
  isPair(old: ApiOperation, current: ApiOperation): boolean;
}

/** The most certain way first: a part of the path may move to or from the server. */
const recognitions: readonly Recognition[] = [
  { toKeys: ({ key, label }) => [`${key}\n${label}`], isPair: () => true },
  { toKeys: ({ key }) => [key], isPair: () => true },
  { toKeys: listAddresses, isPair: hasAllAddresses },
];

/** Pairs operations by method and path, then by their whole address. */
export function pairOperations(
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
): OperationPairs {
  const pairs: OperationPairs = new Map();
  const free = new Set(after);
  for (const { toKeys, isPair } of recognitions) {
    const index = indexByKeys(free, toKeys);
    for (const old of before) {
      const [key = ''] = pairs.has(old) ? [] : toKeys(old);
      const candidates = index.get(key) ?? [];
      const current = candidates.find((operation) => free.has(operation) && isPair(old, operation));
      if (current === undefined) continue;
      pairs.set(old, current);
      free.delete(current);
    }
  }
  return pairs;
}

function indexByKeys(operations: Iterable<ApiOperation>, toKeys: Recognition['toKeys']) {
  const index = new Map<string, ApiOperation[]>();
  for (const operation of operations)
    for (const key of toKeys(operation)) {
      const namesakes = index.get(key) ?? [];
      namesakes.push(operation);
      index.set(key, namesakes);
    }
  return index;
}

function listAddresses(operation: ApiOperation): string[] {
  return operation.servers.map((server) => `${operation.method} ${toAddress(server, operation)}`);
}

/** Whether each address of the old operation leads to the new one. */
function hasAllAddresses(old: ApiOperation, current: ApiOperation): boolean {
  const addresses = new Set(listAddresses(current));
  return listAddresses(old).every((address) => addresses.has(address));
}

/** The address of an operation on a server, without the names of variables. */
export function toAddress({ key }: ApiServer, operation: ApiOperation): string {
  return key + operation.key.slice(operation.method.length + 1);
}
