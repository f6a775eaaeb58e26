import { parseJson } from '../../contract/resolve-reference.ts';
import type { components } from '../../generated/control-types.ts';
import { type Context, createCommand } from '../command.ts';
import { configOption, group, type OptionValues, parsed, text, WrongValue } from '../option.ts';
import { UsageError } from '../usage-error.ts';

const options = {
  event: text('', 'Event type, for example page.updated', { positional: true, perCall: true }),
  workspace: text('<uuid>', 'Workspace of the webhooks'),
  data: parsed(
    '<json>',
    'Data of the event',
    (given): { json: unknown } => {
      const json = parseJson(given);
      if (json === undefined) throw new WrongValue('JSON');
      return { json };
    },
    { shown: 'an object with the workspaceId' },
  ),
  url: text('<url>', 'Base URL of the mock', { shown: 'http://127.0.0.1:4010' }),
  adminToken: text('<token>', 'Admin token of the mock', {
    variable: 'SITE_CONTRACT_ADMIN_TOKEN',
    secret: true,
  }),
  ...group('more', {
    session: text('<name>', 'Session of the mock', { shown: 'default' }),
    config: configOption,
  }),
};

export const trigger = createCommand({
  name: 'trigger',
  options,
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
  run: triggerEvent,
});

type Delivery = components['schemas']['Delivery'];

/** How long to wait for the first attempts, in milliseconds. The mock's own timeout is shorter. */
const patience = 20_000;

/** Polling interval in milliseconds. */
const pause = 50;

/** Triggers an event, and prints the response of each receiver. */
async function triggerEvent(
  {
    event: type,
    workspace: workspaceId,
    data,
    url,
    adminToken,
    session,
  }: OptionValues<typeof options>,
  { stdout, stderr }: Context,
): Promise<number> {
  if (type === undefined)
    throw new UsageError('missing event; use: site-contract trigger <event> --workspace <uuid>');
  if (workspaceId === undefined) throw new UsageError('missing --workspace <uuid>');
  if (adminToken === undefined)
    throw new UsageError(
      'missing --admin-token <token>; start the mock with a token of your choice, or copy the one after #token= in its banner',
    );
  const send = createControlClient({
    url: url ?? 'http://127.0.0.1:4010',
    token: adminToken,
    session,
  });
  const event = { type, workspaceId, ...(data === undefined ? {} : { data: data.json }) };
  const made = await send<{ data: Delivery[] }>('POST', '/events', event);
  if (made.data.length === 0) {
    stderr.write(
      `site-contract: no webhook of workspace ${workspaceId} is registered for ${type}; register one with createWebhook\n`,
    );
    return 1;
  }
  const ids = new Set(made.data.map(({ id }) => id));
  const deliveries = await waitForAttempts(send, ids);
  for (const delivery of deliveries) stdout.write(toLine(delivery));
  return deliveries.length === ids.size && deliveries.every(isTaken) ? 0 : 1;
}

/** Waits until each delivery has been attempted or the time is over. */
async function waitForAttempts(send: Send, ids: ReadonlySet<string>): Promise<Delivery[]> {
  const end = Date.now() + patience;
  for (;;) {
    const { data } = await send<{ data: Delivery[] }>('GET', '/deliveries');
    const deliveries = data.filter(({ id }) => ids.has(id));
    if (deliveries.every(({ attempts }) => attempts.length > 0) || Date.now() > end)
      return deliveries;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function isTaken({ attempts: [first] }: Delivery): boolean {
  return first?.status !== undefined && first.status >= 200 && first.status < 300;
}

function toLine({ id, url, attempts: [first], state, reason }: Delivery): string {
  const answer = first?.status ?? first?.error ?? 'no response yet';
  const rest = state === 'pending' || state === 'sending' ? '; the mock retries' : '';
  const end = reason === undefined || reason === first?.error ? '' : `; ${reason}`;
  return `${id}  ${url}  ${answer}${rest}${end}\n`;
}

interface ControlTarget {
  url: string;
  token: string;
  /** Default: the default session. */
  session: string | undefined;
}

/** Calls an operation of the control surface, at a path under `/__mock`. */
type Send = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Body>;

/** @throws UsageError if the mock does not respond, or with the problem in its response */
function createControlClient({ url, token, session }: ControlTarget): Send {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`--url must be an http or https URL (got "${url}")`);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError('--admin-token must consist of ASCII characters without spaces');
  const base = `${new URL(url).origin}/__mock`;
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(session === undefined ? {} : { 'x-mock-session': session }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
    }).catch(() => {
      throw new UsageError(`${base} does not respond; start a mock with: site-contract mock`);
    });
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    throw new UsageError(`${method} ${base}${path} returned ${response.status}${toDetail(answer)}`);
  };
}

function toDetail(problem: unknown): string {
  const isProblem = typeof problem === 'object' && problem !== null && 'detail' in problem;
  return isProblem ? `: ${String(problem.detail)}` : '; this is not the control surface of a mock';
}
