import type { CheckResult, Exchange, Failure } from '../results.ts';
import type { Run } from '../runner/run.ts';
import { listWrongCredentials } from './credentials.ts';
import { disguisedErrors } from './disguised-errors.ts';
import type { Explanation } from './explanation.ts';

const isKeyCheck =
  /\/refuses-(?:requests-without-a-key|spelled-paths-without-a-key|wrong-keys|other-schemes|the-key-of-a-site)$/;

const credentialTitles = new Map(
  listWrongCredentials('any-key', undefined).map(({ id, title }) => [id, title]),
);

/** Which operations take requests without the key, as far as all checks of keys tell together. */
export interface OpenKeys {
  /** Operations that work without any key: there, no wrong key is a finding of its own. */
  withoutKey: readonly string[];
  /** Operations that accept a wrong key which explains what else they accept. */
  looseKeys: ReadonlyMap<string, RegExp>;
  /** Wherever a wrong key was tried on a new connection as well, it was refused there. */
  isByConnection: boolean;
}

const behind = ' after another request on the same connection';

export function listOpenKeys(checks: readonly CheckResult[]): OpenKeys {
  const failures = checks
    .filter(({ id }) => isKeyCheck.test(id))
    .flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.failures : []));
  // A creation is sent only once, not again on a new connection.
  const tried = failures.filter(({ exchange }) => exchange?.request.method !== 'POST');
  return {
    withoutKey: checks.filter(isOpen).map(({ operation }) => operation),
    looseKeys: new Map(
      checks.flatMap((check) => {
        const follows = findConsequence(check);
        return follows === undefined ? [] : [[check.operation, follows]];
      }),
    ),
    isByConnection: tried.length > 0 && tried.every(({ message }) => message.endsWith(behind)),
  };
}

/** Which other checks of keys fail over the wrong key that an operation accepts. */
function findConsequence({ id, outcome }: CheckResult): RegExp | undefined {
  if (outcome.status !== 'failed' || !id.endsWith('/refuses-wrong-keys')) return undefined;
  const messages = outcome.failures.map(({ message }) => message).join('\n');
  const isAccepted = (wrong: string) => messages.includes(`${credentialTitles.get(wrong)},`);
  if (isAccepted('unknown')) return /wrong-keys|other-schemes|the-key-of-a-site/;
  // Where the key may stand anywhere, any scheme may stand in front of it.
  return isAccepted('prefixed') || isAccepted('longer') ? /wrong-keys|other-schemes/ : undefined;
}

/** Whether an operation works without any key. */
function isOpen({ id, outcome }: CheckResult): boolean {
  return (
    outcome.status === 'failed' &&
    id.endsWith('/refuses-requests-without-a-key') &&
    outcome.failures.some(
      ({ exchange, message, about }) =>
        exchange !== undefined &&
        !hasKey(exchange) &&
        !message.endsWith(behind) &&
        about?.what !== disguisedErrors,
    )
  );
}

function hasKey({ request: { headers } }: Exchange): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

export function explainKeyCheck(
  { id, operation }: CheckResult,
  failure: Failure,
  { withoutKey, looseKeys, isByConnection }: OpenKeys,
  run: Run,
): Explanation & Pick<Failure, 'exchange'> {
  if (!isKeyCheck.test(id)) return {};
  if (isByConnection) return explainConnection(failure, run);
  if (!withoutKey.includes(operation)) {
    if (looseKeys.get(operation)?.test(id) !== true) return {};
    const distance = id.endsWith('wrong-keys') ? 0 : 0.1;
    return { about: { what: `wrong keys of ${operation}`, distance } };
  }
  const [first = '', ...others] = withoutKey;
  const which =
    others.length === 0
      ? first
      : `${first} and ${others.length === 1 ? others[0] : `${others.length} more operations`}`;
  return {
    ...(id.endsWith('without-a-key')
      ? {
          finding: `${which} ${others.length === 0 ? 'works' : 'work'} without an Authorization header`,
        }
      : {}),
    about: { what: 'requests without a key', distance: id.endsWith('without-a-key') ? 0 : 0.1 },
  };
}

/** One cause, however many wrong keys were tried: the service remembers a connection on which the right one came. */
function explainConnection(failure: Failure, run: Run): Explanation & Pick<Failure, 'exchange'> {
  const { finding = failure.message, exchange } = failure;
  const isTold = finding.endsWith(behind);
  const about = {
    what: 'the key of an earlier request on the connection',
    distance: isTold ? 0 : 0.1,
  };
  const sent = exchange === undefined ? undefined : run.findShown(exchange);
  if (isTold || sent?.before === undefined) return { about };
  return { finding: finding + behind, exchange: run.showBehind(sent.before, sent), about };
}
