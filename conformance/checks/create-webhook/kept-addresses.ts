import { toAddress } from '../../data/fresh-body.ts';
import { hurtingUrlText } from '../../data/hurting-text.ts';
import { addressParts } from '../../data/url-parts.ts';
import type { Check } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { expectTextsToComeBack } from '../texts.ts';
import { useAddressDomain } from './address-domain.ts';
import { enterWebhook } from './enter-webhook.ts';
import { frame } from './frame.ts';

/** Addresses that servers are known to change. */
export function createKeptAddresses(eventType: string): Check {
  return {
    ...frame,
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
        send: async (url) => {
          const sent = await call(scope, {
            operation: 'createWebhook',
            path: { workspaceId: scope.run.options.workspace },
            body: { url, eventType },
            intent: 'probe',
          });
          enterWebhook(scope, scope.run.options.workspace, sent, url);
          return sent;
        },
        read: (body) => body['url'],
        pointer: '/url',
        // What URL normalisation may change (case of the host, default port, dot segments, an empty path) is left out.
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
