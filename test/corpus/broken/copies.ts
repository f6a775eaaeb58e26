import { afterCopy, copyAs } from '../deviations/copying.ts';
import { changeBody, changeReply, wrapOperation } from '../deviations/replies.ts';
import { alsoDemand, demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';

export const copies: readonly Entry[] = [
  {
    id: 'duplicates/into-other-workspace',
    title: 'A copy lands in another workspace.',
    deviate: copyAs((copy, original, service) => ({
      ...copy,
      workspaceId:
        service.workspaceIds.find((id) => id !== original.workspaceId) ?? copy.workspaceId,
    })),
  },
  {
    id: 'duplicates/into-first-workspace',
    title: 'Every copy lands in the first workspace.',
    deviate: copyAs((copy, _original, service) => ({
      ...copy,
      workspaceId: service.workspaceIds[0],
    })),
  },
  {
    id: 'duplicates/not-listed',
    title: 'Copies are not listed until they are updated.',
    deviate: (service) => {
      const hidden = new Set<string>();
      const { replaceSite } = service.store;
      const { listedSites } = service;
      afterCopy((copy) => hidden.add(copy.id))(service);
      service.store.replaceSite = (site) => {
        hidden.delete(site.id);
        replaceSite(site);
      };
      service.listedSites = (workspaceId) =>
        listedSites(workspaceId).filter(({ id }) => !hidden.has(id));
    },
  },
  {
    id: 'duplicates/listed-twice',
    title: 'Copies are listed twice.',
    deviate: (service) => {
      const copies = new Set<string>();
      const { listedSites } = service;
      afterCopy((copy) => copies.add(copy.id))(service);
      service.listedSites = (workspaceId) =>
        listedSites(workspaceId).flatMap((site) => (copies.has(site.id) ? [site, site] : [site]));
    },
  },
  {
    id: 'duplicates/made-twice',
    title: 'One request makes two copies, of which one is returned.',
    deviate: afterCopy((copy, _original, service) =>
      service.store.insertSite({
        ...copy,
        id: service.newIdentifier('site'),
        apiKey: service.newIdentifier('apiKey'),
      }),
    ),
  },
  {
    id: 'duplicates/answers-original',
    title: 'Duplicating stores a copy and returns the original.',
    deviate: wrapOperation('duplicateSite', async (exchange, plain, service) => {
      const body = await plain(exchange);
      const original = service.store.findSite(exchange.resourceId);
      return original ? service.represent.site(original, exchange) : body;
    }),
  },
  {
    id: 'duplicates/answers-id-of-original',
    title: 'Duplicating returns the copy under the id of the original.',
    deviate: changeBody(['duplicateSite'], (site, { resourceId }) => ({ ...site, id: resourceId })),
  },
  {
    id: 'duplicates/no-copy-made',
    title: 'Duplicating renames the original and returns it instead of making a copy.',
    deviate: (service) => {
      service.operations.duplicateSite = (exchange) => {
        const original = service.store.findSite(exchange.resourceId);
        if (!original) throw new Refusal('not-found', 'no such site');
        const renamed = { ...original, name: exchange.input.name ?? original.name };
        service.store.replaceSite(renamed);
        return service.represent.site(renamed, exchange);
      };
    },
  },
  {
    id: 'duplicates/shares-api-key',
    title: 'A copy has the apiKey of its original.',
    level: 'should',
    deviate: copyAs((copy, original) => ({ ...copy, apiKey: original.apiKey })),
  },
  {
    id: 'duplicates/second-is-first-again',
    title: 'Duplicating a site for the second time returns the first copy.',
    deviate: (service) => {
      const made = new Map<string, string>();
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const first = service.store.findSite(made.get(exchange.resourceId) ?? '');
        if (first) return service.represent.site(first, exchange);
        const body = await plain(exchange);
        made.set(exchange.resourceId, String(body['id']));
        return body;
      };
    },
  },
  {
    id: 'duplicates/of-newest-site',
    title: 'Duplicating copies the newest site of the workspace instead of the named one.',
    deviate: wrapOperation('duplicateSite', (exchange, plain, service) => {
      const named = service.store.findSite(exchange.resourceId);
      const newest = named && service.store.sitesOf(named.workspaceId).at(-1);
      exchange.resourceId = newest?.id ?? exchange.resourceId;
      return plain(exchange);
    }),
  },
  {
    id: 'duplicates/of-root',
    title: 'Duplicating a copy copies the first original instead.',
    deviate: (service) => {
      const roots = new Map<string, string>();
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const root = roots.get(exchange.resourceId) ?? exchange.resourceId;
        exchange.resourceId = root;
        const body = await plain(exchange);
        roots.set(String(body['id']), root);
        return body;
      };
    },
  },
  {
    id: 'duplicates/copy-of-copy-refused',
    title: 'A copy cannot be duplicated.',
    deviate: (service) => {
      const copies = new Set<unknown>();
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        if (copies.has(exchange.resourceId)) throw new Refusal('invalid', 'this is a copy');
        const body = await plain(exchange);
        copies.add(body['id']);
        return body;
      };
    },
  },
  {
    id: 'duplicates/copy-cannot-be-updated',
    title: 'A copy is listed but not found by an update.',
    deviate: (service) => {
      const copies = new Set<string>();
      afterCopy((copy) => copies.add(copy.id))(service);
      const plain = service.operations.updateSite;
      service.operations.updateSite = (exchange) => {
        if (copies.has(exchange.resourceId)) throw new Refusal('not-found', 'no such site');
        return plain(exchange);
      };
    },
  },
  {
    id: 'duplicates/copy-takes-no-routes',
    title: 'Routes cannot be created on a copy.',
    deviate: (service) => {
      const copies = new Set<string>();
      afterCopy((copy) => copies.add(copy.id))(service);
      const plain = service.operations.createRoute;
      service.operations.createRoute = (exchange) => {
        if (copies.has(exchange.resourceId)) throw new Refusal('not-found', 'no such site');
        return plain(exchange);
      };
    },
  },
  {
    id: 'duplicates/name-demanded',
    title: 'Duplicating without a name is refused.',
    deviate: (service) => {
      demandField('duplicateSite', 'name')(service);
    },
  },
  {
    id: 'duplicates/name-refused',
    title: 'Duplicating with a name is refused.',
    deviate: alsoDemand('duplicateSite', 'name', () => false),
  },
  {
    id: 'duplicates/unnamed-copy-without-name',
    title: 'A copy without a given name has null as name.',
    deviate: changeBody(['duplicateSite'], (site, { input }) =>
      input.name === undefined ? { ...site, name: null } : site,
    ),
  },
  {
    id: 'duplicates/unknown-site-created',
    title: 'Duplicating an unknown site creates an empty one.',
    deviate: wrapOperation('duplicateSite', (exchange, plain, service) => {
      if (service.store.findSite(exchange.resourceId)) return plain(exchange);
      const site = {
        id: service.newIdentifier('site'),
        workspaceId: service.workspaceIds[0],
        name: exchange.input.name ?? 'Untitled',
        hostUrl: null,
        locale: undefined,
        apiKey: service.newIdentifier('apiKey'),
      };
      service.store.insertSite(site);
      return service.represent.site(site, exchange);
    }),
  },
  {
    id: 'duplicates/job-instead-of-site',
    title: 'Duplicating returns 201 with a job that says pending.',
    deviate: changeReply(['duplicateSite'], (reply) => ({
      ...reply,
      bytes: Buffer.from('{"job":"duplicate","state":"pending"}'),
    })),
  },
];
