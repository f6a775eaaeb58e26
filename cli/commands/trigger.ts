import { parseJson } from '../../contract/resolve-reference.ts';
import type { components } from '../../generated/control-types.ts';
import { defaultData, eventExample, explainNoReceiver, toEvent } from '../../service/cli/event.ts';
import { eventFlags } from '../../service/cli/flags.ts';
import { toVisibleLine } from '../../writers/terminal-text.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import {
  argument,
  group,
  type OptionValues,
  parseBaseUrl,
  sharedOptions,
  value,
  WrongValue,
} from '../option.ts';
import { UsageError } from '../usage-error.ts';
import { defaultPort, parseAdminToken } from './mock-options.ts';

const options = {
  event: argument('Event type, for example page.updated', String),
  ...eventFlags,
  data: value('<json>', 'Data of the event', {
    parse: (text) => {
      const json = parseJson(text);
      if (json === undefined) throw new WrongValue('JSON');
      return json;
    },
    shown: defaultData,
  }),
  baseUrl: value('<url>', 'Base URL of the mock', {
    parse: parseBaseUrl,
    fallback: `http://127.0.0.1:${defaultPort}`,
    alias: 'url',
    // The admin token is sent there.
    flagOnly: true,
  }),
  adminToken: value('<token>', 'Admin token of the mock', {
    parse: parseAdminToken,
    variable: 'SITE_CONTRACT_ADMIN_TOKEN',
    secret: true,
  }),
  ...group('more', {
    session: value('<name>', 'Session of the mock', { fallback: 'default' }),
    config: sharedOptions.config,
  }),
};

export const trigger = createCommand({
  options,
  help: `Examples:
  ${eventExample}
      Sends the event, and prints the response of each receiver.

Waits for the first attempt of each delivery. The mock retries failed deliveries; \`GET /__mock/deliveries\` and the page show them.

Exit codes:
  0  every webhook accepted the event on the first attempt
  1  a webhook did not accept the event, or none is registered for it
  2  could not run; the reason is on stderr`,
  run: triggerEvent,
});

type Delivery = components['schemas']['Delivery'];

/** How long to wait for the first attempts, in milliseconds. The mock's own timeout is shorter. */
const patience = 20_000;

/** Polling interval in milliseconds. */
const pause = 50;

/** Triggers an event, and prints the response of each receiver. */
async function triggerEvent(
  values: OptionValues<typeof options>,
  context: Context,
): Promise<number> {
  const { stdout } = context;
  const note = toNote(context);
  const { event: type, data } = values;
  const event = toEvent(values, type, data);
  const send = createControlClient(values);
  const started = await send('POST', '/events', event);
  if (started.length === 0) {
    note(explainNoReceiver(values, type));
    return 1;
  }
  const ids = new Set(started.map(({ id }) => id));
  const end = Date.now() + patience;
  let deliveries: readonly Delivery[] = started;
  while (deliveries.some(({ attempts }) => attempts.length === 0) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    deliveries = (await send('GET', '/deliveries')).filter(({ id }) => ids.has(id));
  }
  for (const { id, url, attempts, state } of deliveries) {
    const [first] = attempts;
    const { status, error = 'no response yet' } = first ?? {};
    const answer = status ?? error;
    const retryNote = state === 'pending' || state === 'sending' ? '; the mock retries' : '';
    stdout.text(`${toVisibleLine(`${id}  ${url}  ${answer}`)}${retryNote}\n`);
  }
  const isTaken = ({ attempts: [first] }: Delivery) => /^2/.test(String(first?.status));
  return deliveries.length === ids.size && deliveries.every(isTaken) ? 0 : 1;
}

/**
 * Creates a function that calls an operation of the control surface, at a path under `/__mock`.
 * @throws UsageError if the mock does not respond, or with the problem in its response
 */
function createControlClient({ baseUrl: url, adminToken, session }: OptionValues<typeof options>) {
  if (adminToken === undefined)
    throw new UsageError(
      'missing --admin-token <token> or SITE_CONTRACT_ADMIN_TOKEN; start the mock with a token of your choice, or copy the one after #token= in its banner',
    );
  // The address of the page is accepted as well.
  const base = `${url.replace(/\/__mock$/, '')}/__mock`;
  return async (method: string, path: string, body?: unknown): Promise<readonly Delivery[]> => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
        'x-mock-session': session,
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    }).catch((error) => {
      const { code, message } = error.cause ?? error;
      const trust = url.startsWith('https:')
        ? ', or name its certificate in NODE_EXTRA_CA_CERTS'
        : '';
      throw new UsageError(
        `${base} does not respond (${code ?? message}); start a mock with: site-contract mock${trust}`,
      );
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok && Array.isArray(answer?.data)) return answer.data;
    const detail = answer?.detail ?? 'this is not the control surface of a mock';
    throw new UsageError(`${method} ${base}${path} returned ${response.status}: ${detail}`);
  };
}
