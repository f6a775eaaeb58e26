import { createCommand } from '../command.ts';
import { parsed, text, WrongValue } from '../option.ts';
import { configOption } from './contract-options.ts';

/** `site-contract trigger`. */
export const trigger = createCommand({
  name: 'trigger',
  summary: 'Let a running mock send an event to the webhooks that are registered',
  usage: '<event> --workspace <uuid> [options]',
  options: {
    event: text({
      placeholder: '<event>',
      positional: true,
      loadWords: loadEventTypes,
      description:
        'The event type, for example page.updated; an unknown one is answered with the list',
    }),
    workspace: text({ placeholder: '<uuid>', description: 'The workspace of the webhooks' }),
    data: {
      ...parsed(
        { placeholder: '<json>', description: 'What the event carries' },
        (json): { json: unknown } => ({ json: parseJson(json) }),
      ),
      shown: 'an object that names the workspace',
    },
    url: {
      ...text({ placeholder: '<url>', description: 'The base URL of the mock' }),
      shown: 'http://127.0.0.1:4010',
    },
    adminToken: text({
      placeholder: '<token>',
      description: 'The token that the mock printed, or was started with',
      secret: true,
    }),
    session: {
      ...text({ placeholder: '<name>', description: 'The session of the mock' }),
      shown: 'default',
    },
    config: configOption,
  },
  examples: [
    {
      line: 'site-contract trigger page.updated --workspace 7c9e6679-7425-40de-944b-e07fc1f90ae7 --admin-token "$TOKEN"',
      does: 'Sends it, and shows what each receiver answered.',
    },
  ],
  notes: [
    'The first attempt of each delivery is waited for. What was not taken is tried again by the mock; `GET /__mock/deliveries` and the page show it.',
  ],
  exits: {
    0: 'every webhook took it with the first attempt',
    1: 'a webhook did not take it, or none is registered for it',
    2: 'could not run; the reason stands on stderr',
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
