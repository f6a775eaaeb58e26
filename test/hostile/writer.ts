import { pickInteger } from '../../conformance/runner/probes.ts';
import { webhooksOf } from '../support/test-client.ts';
import type { Send } from './control-client.ts';
import { pick, type Random } from './mutations.ts';

/**
 * The possible values of a resource after a restart: the last acknowledged one, or that of a write without a response.
 */
export interface Expected {
  acknowledged: string;
  /** Written without a response. */
  pending?: string;
}

/** The writes of one writer. No other writer changes the same resources. */
export class Ledger {
  readonly sites = new Map<string, Expected>();
  readonly routes = new Map<string, Expected>();
  readonly webhooks = new Map<string, Expected>();
  /** Names and paths of resources whose creation had no response: they may exist or not. */
  readonly unanswered = new Set<string>();
  acknowledged = 0;
}

/** Writes sequentially until the connection fails. */
export async function writeUntilEnd(
  send: Send,
  random: Random,
  workspaceId: string,
  name: string,
  ledger: Ledger,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      await writeOnce(send, random, workspaceId, `${name}-${count}`, ledger);
      ledger.acknowledged += 1;
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      return;
    }
  }
}

/** An acknowledgement with an unexpected content. */
export class WrongAnswer extends Error {}

async function writeOnce(
  send: Send,
  random: Random,
  workspaceId: string,
  text: string,
  ledger: Ledger,
): Promise<void> {
  const { sites, routes, webhooks } = ledger;
  const kind = sites.size === 0 ? 0 : pickInteger(random, 0, 5);
  const siteId = kind === 0 ? '' : pick(random, [...sites.keys()].slice(-20));
  const routeId = kind === 4 && routes.size > 0 ? pick(random, [...routes.keys()].slice(-20)) : '';
  if (kind === 1) {
    return change(sites, siteId, text, () => send('PATCH', `/v1/sites/${siteId}`, { name: text }));
  }
  if (routeId !== '') {
    const body = { pathname: `/${text}` };
    return change(routes, routeId, `/${text}`, () => send('PATCH', `/v1/routes/${routeId}`, body));
  }
  if (kind === 2) {
    const sent = send('POST', `/v1/sites/${siteId}/duplicate`, { name: text });
    return create(sites, text, ledger, sent);
  }
  if (kind === 3) {
    const sent = send('POST', `/v1/sites/${siteId}/routes`, { pathname: `/${text}` });
    return create(routes, `/${text}`, ledger, sent);
  }
  if (kind === 5) {
    const url = `https://hooks.example.com/${text}`;
    const body = { url, eventType: 'site.published' };
    return create(webhooks, url, ledger, send('POST', webhooksOf(workspaceId), body));
  }
  return create(
    sites,
    text,
    ledger,
    send('POST', `/v1/workspaces/${workspaceId}/sites`, { name: text }),
  );
}

async function create(
  known: Map<string, Expected>,
  value: string,
  { unanswered }: Ledger,
  sent: ReturnType<Send>,
): Promise<void> {
  unanswered.add(value);
  const { status, text } = await sent;
  if (status !== 201) throw new WrongAnswer(`a creation was returned ${status}: ${text}`);
  unanswered.delete(value);
  known.set(String(JSON.parse(text).id), { acknowledged: value });
}

async function change(
  known: Map<string, Expected>,
  id: string,
  value: string,
  send: () => ReturnType<Send>,
): Promise<void> {
  const acknowledged = known.get(id)?.acknowledged ?? '';
  known.set(id, { acknowledged, pending: value });
  const { status, text } = await send();
  if (status !== 200) throw new WrongAnswer(`a change was returned ${status}: ${text}`);
  known.set(id, { acknowledged: value });
}
