import { afterCopy, copyAs, tie } from '../deviations/copying.ts';
import { changeInput, changeText } from '../deviations/inputs.ts';
import { wrapOperation } from '../deviations/replies.ts';
import { rememberCreated } from '../deviations/storing.ts';
import type { Entry } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';

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
    id: 'duplicates/taken-name-numbered',
    title: 'The name given for a copy gets a number if another site has it.',
    deviate: copyAs((copy, { workspaceId }, { store }) => {
      const namesakes = store.sitesOf(workspaceId).filter(({ name }) => name === copy.name);
      return namesakes.length < 2
        ? copy
        : { ...copy, name: `${copy.name} (${namesakes.length - 1})` };
    }),
    proof: async (client) => {
      const original = await makeSite(client, 0, { name: 'A' });
      const body = { name: 'A' };
      const copied = await client.call('POST', `/v1/sites/${original}/duplicate`, { body });
      return copied.text.includes('"A"');
    },
  },
  {
    id: 'duplicates/name-answered-not-stored',
    title: 'The name given for a copy is returned; the list has the name of the original.',
    deviate: wrapOperation('duplicateSite', async (exchange, plain, service) => {
      const body = await plain(exchange);
      const copy = service.store.findSite(String(body['id']));
      const original = service.store.findSite(exchange.resourceId);
      if (copy && original) service.store.replaceSite({ ...copy, name: original.name });
      return body;
    }),
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
      const first = rememberCreated(service);
      copyAs((copy, original) => ({
        ...copy,
        hostUrl: (first.get(original.id) ?? original).hostUrl,
      }))(service);
    },
  },
];
