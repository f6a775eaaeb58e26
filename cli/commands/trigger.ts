import { createCommand } from '../command.ts';
import { parsed, text, WrongValue } from '../option.ts';
import { configOption } from './contract-options.ts';

/** `site-contract trigger`. */
export const trigger = createCommand({
  name: 'trigger',
  summary: 'Make a running mock send an event to its webhooks',
  usage: '<event> --workspace <uuid> [options]',
  options: {
    event: text({
      placeholder: '<event>',
      positional: true,
      loadWords: loadEventTypes,
      description: 'Event type, for example page.updated',
    }),
    workspace: text({ placeholder: '<uuid>', description: 'Workspace of the webhooks' }),
    data: {
      ...parsed(
        { placeholder: '<json>', description: 'Data of the event' },
        (json): { json: unknown } => ({ json: parseJson(json) }),
      ),
      shown: 'an object with the workspaceId',
    },
    url: {
      ...text({ placeholder: '<url>', description: 'Base URL of the mock' }),
      shown: 'http://127.0.0.1:4010',
    },
    adminToken: text({
      placeholder: '<token>',
      description: 'Admin token of the mock',
      secret: true,
    }),
    session: {
      ...text({ placeholder: '<name>', description: 'Session of the mock' }),
      shown: 'default',
    },
    config: configOption,
  },
  examples: [
    {
      line: 'site-contract trigger page.updated --workspace 7c9e6679-7425-40de-944b-e07fc1f90ae7 --admin-token "$TOKEN"',
      does: 'Sends the event, and prints the response of each receiver.',
    },
  ],
  notes: [
    'Waits for the first attempt of each delivery. The mock retries failed deliveries; `GET /__mock/deliveries` and the page show them.',
  ],
  exits: {
    0: 'every webhook accepted the event on the first attempt',
    1: 'a webhook did not accept the event, or none is registered for it',
    2: 'could not run; the reason is on stderr',
  },
  run: async (values, context) =>
    (await import('../trigger/trigger-event.ts')).triggerEvent(values, context),
});

async function loadEventTypes(): Promise<readonly string[]> {
  const { contract } = await import('../../contract/index.ts');
  return Object.keys(contract.document.webhooks ?? {});
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new WrongValue('JSON');
  }
}
