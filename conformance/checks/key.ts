import type { Contract, Operation, OperationId } from '../../contract/index.ts';
import { createFreshBody } from '../data/fresh-body.ts';
import type { Check, Scope } from '../engine/check.ts';
import { listWrongCredentials, type WrongCredential } from '../engine/credentials.ts';
import { call } from '../engine/run.ts';
import { useVictim } from '../engine/shared.ts';
import { judgeRefusal, usePath } from './refusals.ts';

interface Group {
  slug: string;
  title: string;
  requirement: 'key-is-required' | 'key-is-checked' | 'key-is-not-the-site-key';
  credentials: readonly string[];
}

const groups: readonly Group[] = [
  {
    slug: 'requests-without-a-key',
    title: 'a request without a key is refused',
    requirement: 'key-is-required',
    credentials: ['none', 'empty', 'scheme-alone'],
  },
  {
    slug: 'wrong-keys',
    title: 'a wrong key is refused, however near',
    requirement: 'key-is-checked',
    credentials: [
      'unknown',
      'half',
      'second-half',
      'workspace-id',
      'longer',
      'prefixed',
      'last-character',
      'first-character',
      'case',
    ],
  },
  {
    slug: 'other-schemes',
    title: 'the key is refused under another scheme',
    requirement: 'key-is-checked',
    credentials: ['no-scheme', 'basic', 'basic-plain', 'token'],
  },
  {
    slug: 'the-key-of-a-site',
    title: 'the apiKey of a site opens nothing',
    requirement: 'key-is-not-the-site-key',
    credentials: ['site-key'],
  },
];

/** The key on every operation. Each request is valid but for the key, and aimed where an effect would show. */
export function createKeyChecks(contract: Contract): Check[] {
  return contract.operations
    .filter(({ secured }) => secured)
    .flatMap((operation) =>
      groups.map(
        (group): Check => ({
          id: `${operation.id}/refuses-${group.slug}`,
          title: group.title,
          operation: operation.id as OperationId,
          level: 'MUST',
          requirements: [group.requirement],
          sends: `a valid request with ${group.credentials.join(', ')} as credential`,
          expects: 'a refusal each time (which status is not shown), and no effect',
          // A list is asked for while nothing is written: what was kept for the key must not be answered without it.
          stage: operation.method === 'GET' ? 'listing' : 'calls',
          // Without the key, nothing can be written on a lawful target: reading with a wrong key needs no permission.
          writes: operation.method !== 'GET' || group.slug === 'the-key-of-a-site',
          uses:
            operation.path.includes('{workspaceId}') && group.slug !== 'the-key-of-a-site'
              ? []
              : ['victim'],
          async run(scope) {
            const path = await usePath(scope, operation);
            // What was answered to the key a moment ago is no business of who has none.
            if (operation.method === 'GET')
              await call(scope, { operation: operation.id as OperationId, path });
            for (const credential of await pickCredentials(scope, group)) {
              const marker = scope.unique();
              scope.run.ledger.addRefused(marker, scope.check.id);
              const body =
                operation.requestBody === undefined
                  ? undefined
                  : createFreshBody(operation, marker, scope.run.domain);
              for (const query of listQueries(operation)) {
                const sent = await call(scope, {
                  operation: operation.id as OperationId,
                  path,
                  query,
                  body,
                  credential,
                  intent: 'unauthorised',
                });
                judgeRefusal(scope, sent, `the credential is ${credential.title}`);
              }
            }
          },
        }),
      ),
    );
}

/** No query, and each value of an enum: what a parameter switches off must not be the key. */
function listQueries({ parameters }: Operation): string[] {
  return [
    '',
    ...parameters
      .filter(({ in: place }) => place === 'query')
      .flatMap(({ name, schema }) => (schema.enum ?? []).map((value) => `${name}=${value}`)),
  ];
}

async function pickCredentials(scope: Scope, { credentials }: Group): Promise<WrongCredential[]> {
  const siteKey = credentials.includes('site-key') ? (await useVictim(scope)).apiKey : undefined;
  return listWrongCredentials(
    scope.run.options.apiKey,
    siteKey,
    scope.run.options.workspace,
  ).filter(({ id }) => credentials.includes(id));
}
