import type { ApiOperation, ApiScheme } from './api.ts';
import type { Witness } from './change.ts';
import { isSame } from './json.ts';
import type { FoundChange } from './operation-context.ts';
import type { RequestChange } from './requests.ts';

/** Whoever could call an operation by the old document has to be able to by the new one, with the same credentials. */
export function compareSecurity(
  before: ApiOperation,
  after: ApiOperation,
  toWitness: (change: RequestChange, reason: string) => Witness,
): FoundChange[] {
  const at = { old: before.securityPointer, new: after.securityPointer };
  const operation = before.name;
  const lost = before.security.filter(
    (alternative) => !after.security.some((needed) => isEnough(alternative, needed)),
  );
  if (lost.length > 0) {
    const [first = []] = lost;
    const others = after.security.map(toWords);
    const needed = others.join(', or ');
    // The names are the same, and what they stand for is not: another header, flow or address of tokens.
    const isRedefined = others.includes(toWords(first));
    return [
      {
        id: `security-changed:${after.pointer}`,
        rule: 'security-changed',
        severity: 'breaking',
        operation,
        title: isRedefined
          ? `credentials that were sufficient no longer are: the security scheme ${toWords(first)} has changed`
          : `credentials that were sufficient no longer are: ${toWords(first)} → ${needed}`,
        detail: 'Keep the old credentials as an alternative.',
        ...at,
        witness: toWitness(
          { isAnonymous: first.length === 0 },
          `the new document needs ${needed}${isRedefined ? ', as it is defined there' : ''}`,
        ),
      },
    ];
  }
  const isWider = after.security.some(
    (alternative) => !before.security.some((needed) => isEnough(alternative, needed)),
  );
  return isWider
    ? [
        {
          id: `security-widened:${after.pointer}`,
          rule: 'security-widened',
          severity: 'compatible',
          operation,
          title: `other credentials are also accepted: ${after.security.map(toWords).join(', or ')}`,
          detail: '',
          ...at,
        },
      ]
    : [];
}

/** Whether who has some credentials has all that are needed. What a scheme is called does not count. */
function isEnough(given: readonly ApiScheme[], needed: readonly ApiScheme[]): boolean {
  return needed.every((scheme) =>
    given.some(
      (each) =>
        isSame({ ...each.terms, flows: null }, { ...scheme.terms, flows: null }) &&
        // A token may be had by each flow that is listed.
        listFlows(each).every((flow) => listFlows(scheme).some((other) => isSame(flow, other))) &&
        scheme.scopes.every((scope) => each.scopes.includes(scope)),
    ),
  );
}

function listFlows({ terms }: ApiScheme): readonly unknown[] {
  return Array.isArray(terms['flows']) ? terms['flows'] : [];
}

function toWords(alternative: readonly ApiScheme[]): string {
  if (alternative.length === 0) return 'none';
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`))
    .join(' and ');
}
