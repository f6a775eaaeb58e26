import type { Operation } from '../../contract/index.ts';
import { domains, knownHosts, toAddress } from '../data/fresh-body.ts';
import { addressParts, hurtingUrlText } from '../data/texts.ts';
import { expectRoom, isRefused } from '../model/lawful-refusals.ts';
import { toId, toKey } from '../model/ledger.ts';
import type { Check, Scope } from '../model/scope.ts';
import { useOtherWorkspace } from '../model/shared.ts';
import { explainDifference } from '../model/site-differences.ts';
import { enterCreated, tryCreateWebhook } from '../model/trials.ts';
import { Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { call, describe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { frames } from './frames.ts';
import { expectTextsToComeBack } from './texts.ts';

function enterWebhook(scope: Scope, workspaceId: string, sent: Sent, label: string): void {
  enterCreated(scope, sent, { kind: 'webhook', label, parent: workspaceId });
}

interface WebhookInput {
  url: string;
  eventType: string;
}

/** Registers a webhook that the target may refuse. */
export async function tryWebhook(scope: Scope, body: WebhookInput): Promise<Sent> {
  const sent = await tryCreateWebhook(scope, body);
  enterWebhook(scope, scope.run.options.workspace, sent, body.url);
  return sent;
}

/** Creates a webhook that must be accepted, with another domain if the target refuses the first. */
async function createWebhook(
  scope: Scope,
  eventType: string,
  workspaceId = scope.run.options.workspace,
): Promise<string | undefined> {
  const place = { operation: 'createWebhook', path: { workspaceId } } as const;
  const body = { url: toAddress(scope.unique()), eventType };
  const sent = await call(scope, { ...place, body });
  if (!isRefused(sent)) return judgeWebhook(scope, workspaceId, body, sent);
  const [first, ...others] = addressDomains;
  for (const domain of others) {
    const other = { ...body, url: body.url.replace(toAddress('', first), toAddress('', domain)) };
    const again = await call(scope, { ...place, body: other });
    if (isSuccess(again)) return judgeWebhook(scope, workspaceId, other, again);
  }
  const taken = scope.run.ledger.inventory.filter(
    ({ kind, parent }) => kind === 'webhook' && parent === workspaceId,
  ).length;
  await expectRoom(scope, 'webhooks', { ...place, taken }, (again) =>
    enterWebhook(scope, workspaceId, again, 'a webhook that was sent again'),
  );
  return judgeWebhook(scope, workspaceId, body, sent);
}

/** @returns the id of the webhook, normalised for comparison */
function judgeWebhook(
  scope: Scope,
  workspaceId: string,
  body: WebhookInput,
  sent: Sent,
): string | undefined {
  const received = requireSuccess(scope.run, sent, `a valid webhook for ${body.eventType}`);
  enterWebhook(scope, workspaceId, sent, body.url);
  const expected = { ...body, workspaceId };
  for (const [field, value] of Object.entries(expected)) {
    const got = received[field];
    if (
      got === value ||
      (field === 'workspaceId' && typeof got === 'string' && toKey(got) === toKey(value))
    )
      continue;
    scope.fail({
      requirement: 'create-webhook-stores-what-was-sent',
      message: `the created webhook: ${field} is wrong${explainDifference(value, got)}`,
      expected: describe(value),
      received: describe(got),
      pointer: `/${field}`,
      exchange: scope.run.show(sent),
    });
  }
  return toId(received);
}

/** The interface does not say which URLs are accepted. Some targets refuse reserved domains, others resolve hosts. */
const addressDomains = [...domains, knownHosts[0]] as const;

/** A domain for which the target accepts plain URLs. */
export function useAddressDomain(scope: Scope, eventType: string): Promise<string> {
  return scope.run.share('domain of addresses', async () => {
    for (const domain of addressDomains) {
      const url = toAddress(scope.unique(), domain);
      if (isSuccess(await tryWebhook(scope, { url, eventType }))) return domain;
    }
    throw new Inconclusive('plain webhooks are refused');
  });
}

/** Checks of a webhook for every event type, and of one in another workspace. */
function createAcceptedWebhooks(eventTypes: readonly string[]): Check[] {
  const [anyType = ''] = eventTypes;
  return [
    ...eventTypes.map(
      (eventType): Check => ({
        ...frames.createWebhook,
        id: `createWebhook/accepts-${eventType}`,
        title: `A webhook can be registered for ${eventType}`,
        requirements: [
          'operations-exist',
          'create-webhook-body',
          'create-webhook-stores-what-was-sent',
          'event-types',
        ],
        sends: `a webhook for ${eventType} with a public https URL`,
        expects: 'a webhook with that URL and event type, in the workspace of the path',
        async run(scope) {
          await createWebhook(scope, eventType);
        },
      }),
    ),
    {
      ...frames.createWebhook,
      id: 'createWebhook/works-in-every-workspace',
      title: 'A webhook belongs to the workspace in the path',
      requirements: ['create-webhook-stores-what-was-sent'],
      sends: 'a webhook in the other workspace',
      expects: 'a webhook with the id of that workspace',
      async run(scope) {
        await createWebhook(scope, anyType, await useOtherWorkspace(scope));
      },
    },
  ];
}

function createIndependentWebhooks(eventTypes: readonly string[]): Check {
  return {
    ...frames.createWebhook,
    id: 'createWebhook/webhooks-are-independent',
    title: 'Webhooks registered concurrently are independent',
    requirements: [
      'ids-are-unique',
      'concurrent-requests-are-independent',
      'create-webhook-stores-what-was-sent',
    ],
    sends: 'a webhook for every event type concurrently, each with its own URL',
    expects: 'the values and a unique id in each response',
    async run(scope) {
      const ids = await Promise.all(eventTypes.map((eventType) => createWebhook(scope, eventType)));
      // Targets may refuse the same URL for two event types, since the interface does not say.
      const url = toAddress(scope.unique(), scope.run.domain);
      for (const eventType of eventTypes.slice(0, 2)) {
        const body = { url, eventType };
        const sent = await tryCreateWebhook(scope, body);
        if (isSuccess(sent)) ids.push(judgeWebhook(scope, scope.run.options.workspace, body, sent));
      }
      if (new Set(ids).size === ids.length) return;
      scope.fail({
        message: 'webhooks share an id',
        expected: `${ids.length} different ids`,
        received: describe(ids),
        pointer: '/id',
      });
    },
  };
}

/** A check of URLs that servers are known to change. */
function createKeptAddresses(eventType: string): Check {
  return {
    ...frames.createWebhook,
    id: 'createWebhook/keeps-addresses',
    long: true,
    title: 'A webhook URL is returned as sent',
    requirements: ['texts-come-back-unchanged', 'create-webhook-stores-what-was-sent'],
    sends:
      'webhooks with generated URLs: paths with percent-encodings and upper case, queries, ports',
    expects: 'every accepted URL unchanged',
    async run(scope) {
      const domain = await useAddressDomain(scope, eventType);
      const tld = domain.split('.').at(-1) ?? '';
      await expectTextsToComeBack(scope, {
        send: (url) => tryWebhook(scope, { url, eventType }),
        read: (body) => body['url'],
        pointer: '/url',
        // URLs that normalisation may change are left out: case of the host, default port, dot segments, empty path.
        whole: [
          toAddress(`${scope.unique()}/`, domain),
          toAddress(scope.unique(), domain).replace('https:', 'http:'),
          toAddress(scope.unique(), domain).replace('//hooks.', '//www.eu-1.hooks.'),
          toAddress(scope.unique(), domain).replace(`.${tld}/`, `.${tld}:8443/`),
        ],
        joined: addressParts,
        prefix: toAddress(scope.unique(), domain),
        generated: {
          texts: hurtingUrlText.map((text) => toAddress(scope.unique(), domain) + text),
          runs: 4,
        },
      });
    },
  };
}

export function listEventTypes(
  operations: readonly Operation[],
  resolve: (schema: object) => { enum?: unknown[] },
): string[] {
  const operation = operations.find(({ id }) => id === 'createWebhook');
  const schema = operation?.requestBody?.schema.properties?.['eventType'];
  return (schema === undefined ? [] : (resolve(schema).enum ?? [])).map(String);
}

export function createWebhookChecks(eventTypes: readonly string[]): Check[] {
  const [anyType = ''] = eventTypes;
  return [
    ...createAcceptedWebhooks(eventTypes),
    createIndependentWebhooks(eventTypes),
    createKeptAddresses(anyType),
  ];
}
