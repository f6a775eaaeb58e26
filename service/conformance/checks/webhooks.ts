import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import type { Contract, Schema } from '../../../contract/index.ts';
import { resolveReference } from '../../../contract/resolve-reference.ts';
import { createWebhookUrl, domains, knownHosts } from '../data/fresh-body.ts';
import { addressParts, makeHurtingUrlText } from '../data/texts.ts';
import { findOperation, isRefused, sendProbe, sendTo } from '../model/call.ts';
import { compareRecord } from '../model/compare.ts';
import { enterWebhook, type WebhookInput } from '../model/records.ts';
import { expectRoom } from '../model/room.ts';
import type { Check, Scope } from '../model/scope.ts';
import { useOtherWorkspace } from '../model/shared.ts';
import { frames } from './frames.ts';
import { expectTextsToComeBack } from './texts.ts';

/** The interface does not say which URLs are accepted. Some targets refuse reserved domains, others resolve hosts. */
const addressDomains = [...domains, knownHosts[0]] as const;

/** Registers a webhook that the target may refuse. */
export function tryWebhook(scope: Scope, input: WebhookInput): Promise<Sent> {
  return sendProbe(scope, 'createWebhook', scope.run.options.workspace, input);
}

/** Compares the response to a registration, which must have succeeded. */
function judgeWebhook(scope: Scope, sent: Sent, input: WebhookInput, workspaceId: string): void {
  compareRecord(scope, enterWebhook(scope, sent, input, workspaceId), 'the created webhook');
}

/** Creates a webhook that must be accepted. */
async function createWebhook(
  scope: Scope,
  eventType: string,
  workspaceId = scope.run.options.workspace,
): Promise<void> {
  const input = { url: createWebhookUrl(scope.unique(), await useAddressDomain(scope)), eventType };
  const sent = await sendTo(scope, 'createWebhook', workspaceId, input);
  if (isRefused(sent)) await expectRoom(scope, 'createWebhook', workspaceId, () => {});
  judgeWebhook(scope, sent, input, workspaceId);
}

/** A domain for which the target accepts plain URLs, or the usual one if it accepts none. */
export function useAddressDomain(scope: Scope): Promise<string> {
  return scope.run.share('domain of addresses', async () => {
    const [eventType = ''] = listEventTypes(scope.run.contract);
    for (const domain of addressDomains) {
      const url = createWebhookUrl(scope.unique(), domain);
      if (isSuccess(await tryWebhook(scope, { url, eventType }))) return domain;
    }
    return addressDomains[0];
  });
}

export function listEventTypes(contract: Contract): string[] {
  const { requestBody } = findOperation(contract, 'createWebhook');
  const { eventType: schema = {} } = requestBody?.schema.properties ?? {};
  const { enum: types = [] } = resolveReference<Schema>(contract.document, { ...schema });
  return types.map(String);
}

export function createWebhookChecks(contract: Contract): Check[] {
  const eventTypes = listEventTypes(contract);
  const [anyType = ''] = eventTypes;
  return [
    ...eventTypes.map(acceptsEventType),
    worksInEveryWorkspace(anyType),
    keepsWebhooksIndependent(eventTypes),
    keepsAddresses(anyType),
  ];
}

function acceptsEventType(eventType: string): Check {
  return {
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
  };
}

function worksInEveryWorkspace(eventType: string): Check {
  return {
    ...frames.createWebhook,
    id: 'createWebhook/works-in-every-workspace',
    title: 'A webhook belongs to the workspace in the path',
    requirements: ['create-webhook-stores-what-was-sent'],
    sends: 'a webhook in the other workspace',
    expects: 'a webhook with the id of that workspace',
    async run(scope) {
      await createWebhook(scope, eventType, await useOtherWorkspace(scope));
    },
  };
}

function keepsWebhooksIndependent(eventTypes: readonly string[]): Check {
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
    expects: 'the values of its request in each response',
    async run(scope) {
      await Promise.all(eventTypes.map((eventType) => createWebhook(scope, eventType)));
      // Targets may refuse the same URL for two event types, since the interface does not say.
      const url = createWebhookUrl(scope.unique(), scope.run.domain);
      for (const eventType of eventTypes.slice(0, 2)) {
        const input = { url, eventType };
        const sent = await tryWebhook(scope, input);
        if (isSuccess(sent)) judgeWebhook(scope, sent, input, scope.run.options.workspace);
      }
    },
  };
}

function keepsAddresses(eventType: string): Check {
  return {
    ...frames.createWebhook,
    id: 'createWebhook/keeps-addresses',
    title: 'A webhook URL is returned as sent',
    requirements: ['texts-come-back-unchanged', 'create-webhook-stores-what-was-sent'],
    sends:
      'webhooks with generated URLs: paths with percent-encodings and upper case, queries, ports',
    expects: 'every accepted URL unchanged',
    async run(scope) {
      const domain = await useAddressDomain(scope);
      const tld = domain.split('.').at(-1) ?? '';
      const toUrl = () => createWebhookUrl(scope.unique(), domain);
      await expectTextsToComeBack(scope, {
        send: (url) => tryWebhook(scope, { url, eventType }),
        read: (body) => body['url'],
        pointer: '/url',
        // URLs that normalisation may change are left out: case of the host, default port, dot segments, empty path.
        complete: [
          `${toUrl()}/`,
          toUrl().replace('https:', 'http:'),
          toUrl().replace('//hooks.', '//www.eu-1.hooks.'),
          toUrl().replace(`.${tld}/`, `.${tld}:8443/`),
        ],
        joined: addressParts,
        prefix: toUrl(),
        generated: { make: (random) => toUrl() + makeHurtingUrlText(random), runs: 4 },
      });
    },
  };
}
