import { changeInput, changeText } from '../deviations/inputs.ts';
import { changeBody, changeReply } from '../deviations/replies.ts';
import { alsoDemand, demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation, Service } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Stores and answers the copy otherwise than asked. */
function copyAs(
  change: (copy: SiteRecord, original: SiteRecord, service: Service) => SiteRecord,
): Deviation {
  return (service) => {
    const plain = service.operations.duplicateSite;
    service.operations.duplicateSite = async (exchange) => {
      const original = service.store.findSite(exchange.resourceId);
      const body = await plain(exchange);
      const copy = service.store.findSite(String(body['id']));
      if (!original || !copy) return body;
      const changed = change(copy, original, service);
      service.store.removeSite(copy.id);
      service.store.insertSite(changed);
      return service.represent.site(changed, exchange);
    };
  };
}

/** Does something to other records after a copy was made. */
function afterCopy(
  effect: (copy: SiteRecord, original: SiteRecord, service: Service) => void,
): Deviation {
  return copyAs((copy, original, service) => {
    effect(copy, original, service);
    return copy;
  });
}

/** Ties sites together: what is written to one is written to the others. */
function tie(
  isTied: (written: string, other: string, originals: ReadonlyMap<string, string>) => boolean,
): Deviation {
  return (service) => {
    const originals = new Map<string, string>();
    const { replaceSite, findSite } = service.store;
    afterCopy((copy, original) => originals.set(copy.id, original.id))(service);
    const { updateSite } = service.operations;
    service.operations.updateSite = async (exchange) => {
      const body = await updateSite(exchange);
      const site = findSite(exchange.resourceId);
      for (const id of site ? new Set([...originals.keys(), ...originals.values()]) : []) {
        const other = findSite(id);
        if (!site || !other || id === site.id || !isTied(site.id, id, originals)) continue;
        replaceSite({ ...other, name: site.name, hostUrl: site.hostUrl });
      }
      return body;
    };
  };
}

export const duplicates: readonly Entry[] = [
  {
    id: 'duplicates/update-of-copy-reaches-original',
    title: 'An update of a copy changes the original too.',
    deviate: tie((written, other, originals) => originals.get(written) === other),
  },
  {
    id: 'duplicates/update-of-original-reaches-copy',
    title: 'An update of the original changes its copies too.',
    deviate: tie((written, other, originals) => originals.get(other) === written),
  },
  {
    id: 'duplicates/copies-share-updates',
    title: 'An update of one copy changes the other copies of the same original.',
    deviate: tie(
      (written, other, originals) =>
        originals.has(written) && originals.get(written) === originals.get(other),
    ),
  },
  {
    id: 'duplicates/name-ignored',
    title: 'The name given for a copy is ignored.',
    deviate: changeInput(['duplicateSite'], (input) => ({ ...input, name: undefined })),
  },
  {
    id: 'duplicates/name-suffixed',
    title: 'The name given for a copy gets a suffix.',
    deviate: changeText(['duplicateSite'], 'name', (name) => `${name} (copy)`),
  },
  {
    id: 'duplicates/name-prefixed',
    title: 'The name given for a copy gets "Copy of" in front.',
    deviate: changeText(['duplicateSite'], 'name', (name) => `Copy of ${name}`),
  },
  {
    id: 'duplicates/name-answered-not-stored',
    title: 'The name given for a copy is answered; the list has the name of the original.',
    deviate: (service) => {
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const body = await plain(exchange);
        const copy = service.store.findSite(String(body['id']));
        const original = service.store.findSite(exchange.resourceId);
        if (copy && original) service.store.replaceSite({ ...copy, name: original.name });
        return body;
      };
    },
  },
  {
    id: 'duplicates/name-of-previous-copy',
    title: 'A copy gets the name that was given for the copy before it.',
    deviate: (service) => {
      let previous: string | undefined;
      changeText(['duplicateSite'], 'name', (name) => {
        const used = previous ?? name;
        previous = name;
        return used;
      })(service);
    },
  },
  {
    id: 'duplicates/renames-original',
    title: 'The name given for a copy is given to the original too.',
    deviate: afterCopy((copy, original, { store }) =>
      store.replaceSite({ ...original, name: copy.name }),
    ),
  },
  {
    id: 'duplicates/original-marked',
    title: 'Duplicating adds "(original)" to the name of the original.',
    deviate: afterCopy((_copy, original, { store }) =>
      store.replaceSite({ ...original, name: `${original.name} (original)` }),
    ),
  },
  {
    id: 'duplicates/original-loses-host',
    title: 'Duplicating moves the host from the original to the copy.',
    deviate: afterCopy((_copy, original, { store }) =>
      store.replaceSite({ ...original, hostUrl: null }),
    ),
  },
  {
    id: 'duplicates/original-gets-new-api-key',
    title: 'Duplicating changes the apiKey of the original.',
    deviate: afterCopy((_copy, original, service) =>
      service.store.replaceSite({ ...original, apiKey: service.newIdentifier('apiKey') }),
    ),
  },
  {
    id: 'duplicates/original-removed',
    title: 'Duplicating removes the original.',
    deviate: afterCopy((_copy, original, { store }) => store.removeSite(original.id)),
  },
  {
    id: 'duplicates/original-loses-routes',
    title: 'Duplicating moves the routes of the original to the copy under new ids.',
    deviate: afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) store.removeRoute(route.id);
    }),
  },
  {
    id: 'duplicates/routes-of-original-emptied',
    title: 'Duplicating drops the localized variants of the routes of the original.',
    deviate: afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) {
        store.replaceRoute({ ...route, localizedVariants: [] });
      }
    }),
  },
  {
    id: 'duplicates/host-lost',
    title: 'A copy does not get the host of the original.',
    level: 'should',
    deviate: copyAs((copy) => ({ ...copy, hostUrl: null })),
  },
  {
    id: 'duplicates/host-of-other-site',
    title: 'A copy gets the host of another site.',
    level: 'should',
    deviate: copyAs((copy, original, { store }) => {
      const other = store
        .sitesOf(original.workspaceId)
        .find(
          ({ id, hostUrl }) =>
            id !== original.id &&
            id !== copy.id &&
            hostUrl !== null &&
            hostUrl !== original.hostUrl,
        );
      return { ...copy, hostUrl: other?.hostUrl ?? copy.hostUrl };
    }),
  },
  {
    id: 'duplicates/stale-host',
    title: 'A copy gets the host that the original was created with, not the current one.',
    level: 'should',
    deviate: (service) => {
      const { insertSite } = service.store;
      const first = new Map<string, SiteRecord>();
      service.store.insertSite = (site) => {
        first.set(site.id, site);
        insertSite(site);
      };
      copyAs((copy, original) => ({
        ...copy,
        hostUrl: (first.get(original.id) ?? original).hostUrl,
      }))(service);
    },
  },
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
    title: 'One request makes two copies, of which one is answered.',
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
    title: 'Duplicating stores a copy and answers the original.',
    deviate: (service) => {
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = async (exchange) => {
        const body = await plain(exchange);
        const original = service.store.findSite(exchange.resourceId);
        return original ? service.represent.site(original, exchange) : body;
      };
    },
  },
  {
    id: 'duplicates/answers-id-of-original',
    title: 'Duplicating answers the copy under the id of the original.',
    deviate: changeBody(['duplicateSite'], (site, { resourceId }) => ({ ...site, id: resourceId })),
  },
  {
    id: 'duplicates/no-copy-made',
    title: 'Duplicating renames the original and answers it instead of making a copy.',
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
    deviate: copyAs((copy, original) => ({ ...copy, apiKey: original.apiKey })),
  },
  {
    id: 'duplicates/second-is-first-again',
    title: 'Duplicating a site for the second time answers the first copy.',
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
    deviate: (service) => {
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = (exchange) => {
        const named = service.store.findSite(exchange.resourceId);
        const newest = named && service.store.sitesOf(named.workspaceId).at(-1);
        exchange.resourceId = newest?.id ?? exchange.resourceId;
        return plain(exchange);
      };
    },
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
    deviate: (service) => {
      const plain = service.operations.duplicateSite;
      service.operations.duplicateSite = (exchange) => {
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
      };
    },
  },
  {
    id: 'duplicates/job-instead-of-site',
    title: 'Duplicating answers 201 with a job that says pending.',
    deviate: changeReply(['duplicateSite'], (reply) => ({
      ...reply,
      bytes: Buffer.from('{"job":"duplicate","state":"pending"}'),
    })),
  },
];
