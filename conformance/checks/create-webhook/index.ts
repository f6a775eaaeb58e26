import type { Operation } from '../../../contract/index.ts';
import type { Check } from '../../runner/check.ts';
import { createAcceptedWebhooks } from './accepted-webhooks.ts';
import { createIndependentWebhooks } from './independent-webhooks.ts';
import { createKeptAddresses } from './kept-addresses.ts';

/** The event types as the document lists them. */
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
