import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
import type { Input, OperationId } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

type Limited = 'name' | 'pathname' | 'hostUrl' | 'url';

/** Handles long texts of a field differently in one operation. */
const limitIn =
  (
    operationId: OperationId,
    field: Limited,
    most: number,
    treat: (text: string) => string,
  ): Deviation =>
  (service) => {
    const { toInput } = service;
    service.toInput = (exchange) => {
      const input: Input = toInput(exchange);
      const text = input[field];
      return exchange.operationId !== operationId || text === undefined || text.length <= most
        ? input
        : { ...input, [field]: treat(text) };
    };
  };

const cut = (most: number) => (text: string) => text.slice(0, most);

const crash = (): string => {
  throw new Error('value too long for type character varying');
};

const refuse = (): string => {
  throw new Refusal('invalid', 'too long');
};

const long = 'a'.repeat(300);

/** Returns the responses of the operations to a long text. */
const sendLong: Proof = async (client) => {
  const made = await client.call('POST', `/v1/workspaces/${client.workspaceIds[0]}/sites`, {
    body: { name: long },
  });
  const site = await makeSite(client, 0, { name: 'plain' });
  const updated = await client.call('PATCH', `/v1/sites/${site}`, { body: { name: long } });
  const copy = await client.call('POST', `/v1/sites/${site}/duplicate`, { body: { name: long } });
  const routes = `/v1/sites/${site}/routes`;
  const longRoute = await client.call('POST', routes, { body: { pathname: `/${long}` } });
  const route = readId(await client.call('POST', routes, { body: { pathname: '/plain' } }));
  const moved = await client.call('PATCH', `/v1/routes/${route}`, {
    body: { pathname: `/${long}b` },
  });
  return [made, updated, copy, longRoute, moved].map(
    ({ status, text }) => `${status} ${/a{90,}/.exec(text)?.[0].length}`,
  );
};

const rows = [
  ['copies', 'duplicateSite', 'name', 'names', 'a copy'],
  ['creations', 'createSite', 'name', 'names', 'a creation'],
  ['updates', 'updateSite', 'name', 'names', 'an update'],
  ['new-routes', 'createRoute', 'pathname', 'pathnames', 'a new route'],
  ['route-updates', 'updateRoute', 'pathname', 'pathnames', 'an update of a route'],
] as const;

export const siblingLimits: readonly Entry[] = rows.flatMap(
  ([slug, operationId, field, noun, what]): Entry[] =>
    [
      {
        id: `siblings/long-${noun}-cut-in-${slug}`,
        title: `In ${what}, ${noun} are cut at 255 characters; elsewhere they are kept.`,
        deviate: limitIn(operationId, field, 255, cut(255)),
      },
      {
        id: `siblings/long-${noun}-crash-${slug}`,
        title: `In ${what}, ${noun} of more than 255 characters get status 500; elsewhere they are kept.`,
        deviate: limitIn(operationId, field, 255, crash),
      },
      {
        id: `siblings/long-${noun}-refused-in-${slug}`,
        title: `In ${what}, ${noun} of more than 100 characters are refused; elsewhere they are kept.`,
        level: 'should' as const,
        deviate: limitIn(operationId, field, 100, refuse),
      },
    ].map((entry) => ({ ...entry, proof: sendLong })),
);
