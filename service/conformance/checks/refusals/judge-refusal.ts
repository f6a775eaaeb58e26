import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { type Fault, isSuccess } from '../../../../conformance/runner/journal.ts';
import { decodeUtf8 } from '../../../../conformance/runner/reply.ts';
import type { Sent } from '../../../../conformance/runner/target.ts';
import {
  type Contract,
  createParameterParser,
  type Operation,
} from '../../../../contract/index.ts';
import { listPathParameters } from '../../../../contract/read-operations.ts';
import { parseJson } from '../../../../contract/resolve-reference.ts';
import { createFreshBody } from '../../data/fresh-body.ts';
import { call } from '../../model/call.ts';
import { createdKinds, toId } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useVictim, useVictimRoute } from '../../model/shared.ts';

/**
 * Verifies a refusal. It is any unsuccessful response, since the interface does not document error statuses.
 * @returns whether the request was refused
 */
export function judgeRefusal({ run, fail }: Scope, sent: Sent, fault: string): boolean {
  const { reply } = sent;
  if (reply === undefined)
    throw new Inconclusive(`${fault}: ${run.redact(sent.error ?? 'the request got no response')}`);
  if (!isSuccess(sent)) return true;
  // The changed record may differ from the one in the path.
  run.ledger.doubt(`${sent.request.path} ${toId(reply.json) ?? ''}`);
  fail({
    message: `${fault}, and the request was accepted`,
    expected: 'a refusal (a 4xx status)',
    received: `status ${reply.status}`,
    exchange: run.show(sent),
  });
  return false;
}

/** The shared sites that `usePath` needs. Variants of a route depend on what the original accepts. */
export function listPathSites(operation: Operation): readonly string[] {
  const names = listPathParameters(operation.path);
  if (names.includes('routeId')) return ['victim', 'original'];
  return names.every((name) => name === 'workspaceId') ? [] : ['victim'];
}

export async function fillParameters(
  operation: Operation,
  findValue: (name: string) => Promise<string> | string,
): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const name of listPathParameters(operation.path)) path[name] = await findValue(name);
  return path;
}

/**
 * Valid path parameters of the victim, so that the effect of an accepted request is visible.
 * @throws Error for a path parameter without a record: derived checks would pass, since every unknown id is refused
 */
export async function usePath(scope: Scope, operation: Operation): Promise<Record<string, string>> {
  const path = await fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return scope.run.options.workspace;
    if (name === 'siteId') return (await useVictim(scope)).id;
    if (name === 'routeId') return (await useVictimRoute(scope)).id;
    throw new Error(
      `the suite has no record for the path parameter ${name} of ${operation.id}: add one to usePath in service/conformance/checks/refusals/judge-refusal.ts`,
    );
  });
  for (const [name, id] of Object.entries(path)) {
    if (scope.run.contract.validators.parameter(operation.id, name)(id).length > 0)
      throw new Inconclusive(`the target gave ${JSON.stringify(id)} as an id, which is not a UUID`);
  }
  return path;
}

/** Creates a valid body with values that only refused requests contain; undefined if the operation has no body. */
export function makeRefusedBody({ unique, run }: Scope, operation: Operation): unknown {
  return operation.requestBody && createFreshBody(operation, unique(), run.domain);
}

export function frame(
  operation: Operation,
): Pick<Check, 'operation' | 'level' | 'stage' | 'writes' | 'uses' | 'refuses'> {
  const uses = listPathSites(operation);
  return {
    operation: operation.id,
    level: 'MUST',
    refuses: true,
    // Lists are requested while the list follows the last writes, which takes time anyway.
    stage: operation.method === 'GET' ? 'listing' : 'calls',
    // A read needs an existing record.
    writes: operation.method !== 'GET' || uses.length > 0,
    uses,
  };
}

/** The parts of a request with a fault. */
export interface Faulty {
  path: Readonly<Record<string, string>>;
  query?: string | undefined;
  /** A value to send as JSON, or the bytes to send. */
  body: unknown;
  /** What is wrong, in words. */
  fault: string;
}

/**
 * Sends requests that must be refused, after proving that each violates the contract in exactly one place. Stops after the
 * first creation that is accepted: one record that cannot be deleted is enough evidence.
 * @param kind what is wrong with all of them, if that is plain
 */
export async function expectRefusals(
  scope: Scope,
  operation: Operation,
  all: readonly Faulty[],
  kind?: Fault,
): Promise<void> {
  const proven: Faulty[] = [];
  let doubt = '';
  for (const faulty of all) {
    const reason = disproveFault(scope.run.contract, operation, faulty);
    if (reason === undefined) proven.push(faulty);
    else doubt ||= `${faulty.fault}: ${reason}`;
  }
  // A document may have no example that is valid otherwise, and none could be made.
  if (proven.length === 0 && doubt !== '')
    throw new Inconclusive(
      `needs a request to ${operation.id} that is valid except for one fault (${doubt}); correct its example in the document`,
    );
  await sendEach(operation, proven, async ({ path, query, body, fault }) => {
    const sent = await call(scope, {
      operation: operation.id,
      path,
      query,
      body,
      intent: 'invalid',
      fault: kind,
    });
    return judgeRefusal(scope, sent, fault);
  });
}

/**
 * Sends requests that must be refused, those of a creation one after the other.
 * @param send returns whether the request was refused
 */
export async function sendEach<T>(
  operation: Operation,
  trials: readonly T[],
  send: (trial: T) => Promise<boolean>,
): Promise<void> {
  if (createdKinds[operation.id] === undefined) await Promise.all(trials.map(send));
  else for (const trial of trials) if (!(await send(trial))) return;
}

/**
 * Proves with the contract that a request violates it in exactly one place. Other requests are not sent, so that no target
 * fails for a valid request.
 * @returns why it does not; undefined if it does
 */
export function disproveFault(
  contract: Contract,
  operation: Operation,
  { path, query = '', body }: Faulty,
): string | undefined {
  const encoded = Object.entries({ ...path }).map(([name, text]) => [
    name,
    encodeURIComponent(text),
  ]);
  const source = { path: Object.fromEntries(encoded), query };
  const { faults } = createParameterParser(operation, contract)(source);
  const places = new Set([
    ...faults.map(({ parameter }) => `parameter ${parameter}`),
    ...listBodyFaults(contract, operation, body),
  ]);
  if (places.size === 0) return 'the contract allows it';
  if (places.size === 1) return undefined;
  return `it is wrong in ${places.size} places: ${[...places].join(', ')}`;
}

function listBodyFaults({ validators }: Contract, operation: Operation, body: unknown): string[] {
  if (operation.requestBody === undefined) return [];
  if (body === undefined) return operation.requestBody.required ? ['body'] : [];
  const text = body instanceof Uint8Array ? decodeUtf8(body) : JSON.stringify(body);
  const value = text === undefined ? undefined : parseJson(text);
  if (value === undefined) return ['body'];
  // Several keywords may report the same fault in the same place.
  return validators
    .body(operation.id)(value)
    .map(({ pointer }) => `body ${pointer}`);
}
