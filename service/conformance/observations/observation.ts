import { Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { type AssumptionId, type Contract, operationIds } from '../../../contract/index.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import { isRefused } from '../model/call.ts';
import type { Check, Scope } from '../model/scope.ts';

/** The value of an answer. */
export type Value = string | number | null;

/** What an observation can do: everything that a check can, and answer its questions. */
export interface Observer extends Scope {
  /** @param words the answer for readers. Default: the value */
  answer(id: AssumptionId, value: Value, words?: string): void;
}

/** Records what the target does where the interface is silent. */
export interface Observation extends Partial<Pick<Check, 'stage' | 'writes' | 'creates' | 'uses'>> {
  id: string;
  /** The questions that it answers, or its title if the document has no such question. */
  about: readonly AssumptionId[] | string;
  requirement: RequirementId;
  sends: string;
  run(scope: Observer): Promise<void> | void;
}

/** Observations that read lists after all writes. */
export const ofLists = { stage: 'listing', writes: false } as const;

/** Observations that examine the responses of the whole run. */
export const ofResponses = { stage: 'verdict', writes: false } as const;

/** Creates the check of an observation. It never fails a run. */
export function toCheck({ document }: Contract, observation: Observation): Check {
  const { id, about, requirement, run, ...frame } = observation;
  const [subject] = id.split('/');
  const toQuestion = (question: AssumptionId) =>
    document['x-assumptions'][question]?.question ?? question;
  return {
    id,
    title: typeof about === 'string' ? about : about.map(toQuestion).join(' '),
    operation: operationIds.find((operationId) => operationId === subject) ?? 'service',
    level: 'OBSERVE',
    requirements: [requirement],
    expects: 'nothing: the interface is silent; the behaviour is recorded',
    stage: 'calls',
    writes: true,
    ...frame,
    run: (scope) =>
      run({
        ...scope,
        answer: (question, value, words = String(value)) =>
          scope.observe(`${toQuestion(question)} ${words}`, { id: question, value }),
      }),
  };
}

/**
 * Answers with `refused` if the target refused the request.
 * @returns whether it accepted the request
 * @throws Inconclusive if it did neither: a service that fails refuses nothing
 */
export function isAccepted(scope: Observer, sent: Sent, id: AssumptionId, refused = 'refused') {
  if (isSuccess(sent)) return true;
  const status = assertRefused(sent);
  scope.answer(id, refused, `refused with ${status}`);
  return false;
}

/**
 * @returns the status of a refusal
 * @throws Inconclusive for another response
 */
export function assertRefused(sent: Sent): number {
  const status = sent.reply?.status;
  if (status !== undefined && isRefused(sent)) return status;
  throw new Inconclusive(
    `the target neither accepts nor refuses this: it responds with ${status ?? 'nothing'}`,
  );
}

/** A form of a text, and a text that the forms after it do not allow. The last one is the plainest text. */
type TextForm = readonly [form: string, text: string];

/**
 * Answers with the loosest form of a text that is accepted.
 * @param send sends a text; returns whether it is accepted
 */
export async function answerForm(
  scope: Observer,
  id: AssumptionId,
  send: (text: string) => Promise<boolean>,
  forms: readonly TextForm[],
): Promise<void> {
  for (const [form, text] of forms) {
    if (await send(text)) return scope.answer(id, form);
  }
  throw new Inconclusive('even the plainest text is refused');
}

/** Whether a text was accepted. A service that accepts it, but stores another one, fits no known form. */
export function isStored(sent: Sent, text: string, field: string): boolean {
  if (!isSuccess(sent)) {
    assertRefused(sent);
    return false;
  }
  const stored = readField(sent, field);
  if (stored === text) return true;
  throw new Inconclusive('a text is accepted, and returned as another one or not at all');
}

/** A field of the object in a response. */
export function readField({ reply }: Sent, field: string): unknown {
  const json: unknown = reply?.json;
  return typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined;
}

/** Each value once, the most frequent first. */
export function rank<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  return sorted.map(([value]) => value);
}

/** Sends a request twice that must succeed once. @returns both responses */
export async function sendTwice(what: string, send: () => Promise<Sent>): Promise<[Sent, Sent]> {
  const first = await send();
  if (!isSuccess(first)) throw new Inconclusive(`a plain ${what} is refused`);
  return [first, await send()];
}

/** Answers whether the same request can create two records. */
export function answerUniqueness(
  scope: Observer,
  id: AssumptionId,
  [first, second]: readonly [Sent, Sent],
): void {
  if (!isAccepted(scope, second, id)) return;
  if (readField(first, 'id') === readField(second, 'id'))
    scope.observe('a repeated creation returns the record that exists');
  else scope.answer(id, 'allowed');
}
