import type { Scope } from '../model/scope.ts';
import { isSuccess } from '../runner/journal.ts';
import { type Call, probe } from '../runner/run.ts';
import { judgeRefusal } from './refusals/judge-refusal.ts';

/** Fields of a route that are of another type. What is shown of one that is taken is judged with all replies. */
const wrongTypes: readonly { fault: string; body: Record<string, unknown>; needed?: true }[] = [
  { fault: 'the pathname is a number', body: { pathname: 42 } },
  { fault: 'the pathname is left out', body: { pathname: undefined }, needed: true },
  { fault: 'the pathname is null', body: { pathname: null } },
  { fault: 'the pathname is an object', body: { pathname: {} } },
  { fault: 'the variants are a string', body: { localizedVariants: 'none' } },
  { fault: 'the variants are null', body: { localizedVariants: null } },
  { fault: 'a variant is a string', body: { localizedVariants: ['en-US'] } },
  {
    fault: 'the locale of a variant is a number',
    body: { localizedVariants: [{ locale: 1, pathname: '/x' }] },
  },
  { fault: 'a variant has no pathname', body: { localizedVariants: [{ locale: 'en-US' }] } },
];

function listWrong(isCreation: boolean) {
  return wrongTypes.filter(({ needed = false }) => isCreation || !needed);
}

export function listFaults(isCreation: boolean): string {
  return listWrong(isCreation)
    .map(({ fault }) => fault)
    .join(', ');
}

/**
 * Sends each fault with skipValidation=true.
 * @returns whether one was taken
 */
export async function expectTypesToBeChecked(
  scope: Scope,
  isCreation: boolean,
  toCall: (body: Record<string, unknown>) => Pick<Call, 'operation' | 'path' | 'body'>,
): Promise<boolean> {
  let isTaken = false;
  for (const { fault, body } of scope.run.probes.pick(scope, 'types', listWrong(isCreation))) {
    const sent = await probe(scope, { ...toCall(body), query: 'skipValidation=true' });
    isTaken ||= isSuccess(sent);
    await judgeRefusal(scope, sent, fault);
  }
  return isTaken;
}
