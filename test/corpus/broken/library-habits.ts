import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { Refusal } from '../service/refusal.ts';
import { crash } from '../service/reply.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Returns 500 for a query that a parser converts to values other than strings. */
const crashOnQuery =
  (isStrange: (query: URLSearchParams) => boolean): Deviation =>
  (service) => {
    const { respond } = service;
    service.respond = async (request) => (isStrange(request.query) ? crash() : respond(request));
  };

const listWith =
  (query: string): Proof =>
  async (client) =>
    (await client.call('GET', `/v1/workspaces/${client.workspaceIds[0]}/sites?${query}`)).status;

const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : one < other ? -1 : 1;

/** Sorts like a database, but compares like a program: they differ for capital letters. */
const orderByName: Deviation = (service) => {
  service.paginate = (sites, { after, limit }) => {
    const byLanguage = (one: SiteRecord, other: SiteRecord) =>
      one.name.localeCompare(other.name, 'en') || compareTexts(one.id, other.id);
    const cursor = sites.find(({ id }) => id.toLowerCase() === after?.toLowerCase());
    if (after !== undefined && cursor === undefined)
      throw new Refusal('bad-query', 'after is not the id of a site in this workspace');
    const behind = [...sites]
      .sort(byLanguage)
      .filter(
        (site) =>
          cursor === undefined ||
          (compareTexts(site.name, cursor.name) || compareTexts(site.id, cursor.id)) > 0,
      );
    return { sites: behind.slice(0, limit), hasMore: behind.length > limit };
  };
};

/** Unexpected behaviour of parsers, databases and validators that services use. */
export const libraryHabits: readonly Entry[] = [
  {
    id: 'crashes/repeated-parameter',
    title: 'A query parameter that is sent twice gets status 500.',
    deviate: crashOnQuery((query) => new Set(query.keys()).size < [...query.keys()].length),
    proof: listWith('limit=1&limit=1'),
  },
  {
    id: 'crashes/parameter-in-brackets',
    title: 'A query parameter with brackets after its name gets status 500.',
    deviate: crashOnQuery((query) => [...query.keys()].some((name) => name.endsWith(']'))),
    proof: listWith('limit[a]=1'),
  },
  {
    id: 'limits/most-refused-behind-a-cursor',
    title: 'A limit of 100 is refused together with a cursor.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        if (query.after !== undefined && query.limit === 100)
          throw new Refusal('bad-query', 'limit is 0 to 99');
        return paginate(sites, query, exchange);
      };
    },
    proof: async (client) =>
      listWith(`limit=100&after=${await makeSite(client, 0, { name: 'A' })}`)(client),
  },
  {
    id: 'cursors/compared-by-code-units',
    title: 'The list is ordered by name as a language sorts; its cursors compare code units.',
    deviate: orderByName,
    proof: async (client) => {
      for (const name of ['ant', 'bee', 'Zebra']) await makeSite(client, 0, { name });
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      const { text } = await client.call('GET', path);
      const bee = /"id":"([^"]+)","name":"bee"/.exec(text)?.[1];
      return (await client.call('GET', `${path}?after=${bee}`)).text.includes('Zebra');
    },
  },
];
