import { eventTypes } from '../../service/exchange.ts';
import type { ScriptPart } from './session.ts';
import { painfulUrls, unusualOrigins } from './values.ts';

/** Registers webhooks for all event types and all kinds of addresses. */
export const webhookScript: ScriptPart = async function* ({ hooks, other, post }) {
  for (const url of painfulUrls) {
    for (const eventType of eventTypes) yield await post(hooks(), { url, eventType });
  }
  for (const url of painfulUrls) yield await post(hooks(), { url, eventType: 'page.created' });
  for (const origin of unusualOrigins) {
    yield await post(hooks(), { url: `${origin}/hook`, eventType: 'page.created' });
  }
  yield await post(hooks(other), { url: painfulUrls[1], eventType: 'page.created' });
};
