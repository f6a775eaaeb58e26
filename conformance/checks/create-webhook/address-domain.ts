import { domains, knownHosts, toAddress } from '../../data/fresh-body.ts';
import { Inconclusive, type Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import { enterWebhook } from './enter-webhook.ts';

/** Which addresses are taken is not shown: some targets refuse domains that are kept for examples, some look hosts up. */
export const addressDomains = [...domains, knownHosts[0]];

/** A domain under which plain addresses are taken. */
export function useAddressDomain(scope: Scope, eventType: string): Promise<string> {
  return scope.run.share('domain of addresses', async () => {
    const { workspace } = scope.run.options;
    for (const domain of addressDomains) {
      const url = toAddress(scope.unique(), domain);
      const sent = await call(scope, {
        operation: 'createWebhook',
        path: { workspaceId: workspace },
        body: { url, eventType },
        intent: 'probe',
      });
      enterWebhook(scope, workspace, sent, url);
      if (isSuccess(sent)) return domain;
    }
    throw new Inconclusive('plain webhooks are refused');
  });
}
