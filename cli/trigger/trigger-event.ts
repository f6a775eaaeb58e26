import type { components } from '../../generated/control-types.ts';
import type { Context } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { createControlClient, type Send } from './control-client.ts';

type Delivery = components['schemas']['Delivery'];

interface Values {
  event: string | undefined;
  workspace: string | undefined;
  data: { json: unknown } | undefined;
  url: string | undefined;
  adminToken: string | undefined;
  session: string | undefined;
}

/** How long the first attempts are waited for, in milliseconds: longer than the mock waits for an answer. */
const patience = 20_000;

/** How often is asked, in milliseconds. */
const pause = 50;

/** Triggers an event, and shows what the receivers answered. */
export async function triggerEvent(
  { event: type, workspace: workspaceId, data, url, adminToken, session }: Values,
  { stdout, stderr }: Context,
): Promise<number> {
  if (type === undefined) throw new UsageError('the event is missing: trigger <event>');
  if (workspaceId === undefined) throw new UsageError('--workspace is missing');
  if (adminToken === undefined)
    throw new UsageError(
      '--admin-token is missing; start the mock with one of your own, or copy the one behind #token= that it shows on a terminal',
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
      `site-contract: no webhook of the workspace ${workspaceId} receives ${type}; register one by createWebhook\n`,
    );
    return 1;
  }
  const ids = new Set(made.data.map(({ id }) => id));
  const deliveries = await waitForAttempts(send, ids);
  for (const delivery of deliveries) stdout.write(toLine(delivery));
  return deliveries.length === ids.size && deliveries.every(isTaken) ? 0 : 1;
}

/** The deliveries, once each was tried or there was time enough. */
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
  const answer = first?.status ?? first?.error ?? 'no answer yet';
  const rest = state === 'pending' || state === 'sending' ? '; it is tried again' : '';
  const end = reason === undefined || reason === first?.error ? '' : `; ${reason}`;
  return `${id}  ${url}  ${answer}${rest}${end}\n`;
}
