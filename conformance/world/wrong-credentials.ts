import type { Operation } from '../../contract/index.ts';
import type { Credential } from '../runner/client.ts';
import type { World } from './world.ts';

/** Credentials that a service must refuse, and what is wrong with them. */
export interface WrongCredential {
  /** Continues "accepts …". */
  fault: string;
  credential: Credential;
}

/** Shorter secrets say nothing when they are cut or continued. */
const shortestSecret = 6;

/** The credentials to try instead of the right ones of an operation. Empty if it needs none. */
export function listWrongCredentials(
  { credentials }: Pick<World, 'credentials'>,
  operation: Operation,
): WrongCredential[] {
  if (!operation.secured) return [];
  const right = credentials.find(operation) ?? { value: undefined };
  const { shown: _, ...carrier } = right;
  const name = (fault: string, value: string): WrongCredential => ({
    fault,
    credential: { ...carrier, value },
  });
  const wrong = [
    { fault: 'a request without credentials', credential: { value: undefined } },
    name('wrong credentials', 'Bearer wrong-0123456789abcdef'),
  ];
  const { value = '' } = right;
  const secretAt = value.search(/[^ =]+$/);
  const secret = value.slice(secretAt);
  if (secret.length < shortestSecret) return wrong;
  const start = value.slice(0, secretAt);
  const half = secret.slice(0, Math.ceil(secret.length / 2));
  return [
    ...wrong,
    name('empty credentials', start),
    name('credentials that are cut off', `${start}${half}`),
    name('credentials with more behind them', `${value}0a`),
  ];
}
