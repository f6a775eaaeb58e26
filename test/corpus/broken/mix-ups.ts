import { changeInput } from '../deviations/inputs.ts';
import { changeBody } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Body, Input, OperationId } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

/** Returns some fields with the values in the previous response. */
function answerPrevious(operationId: OperationId, fields: readonly string[]): Deviation {
  return (service) => {
    let previous: Body | undefined;
    changeBody([operationId], (body) => {
      const kept = previous ?? body;
      previous = body;
      const old = fields.map((field) => [field, kept[field]] as const);
      return { ...body, ...Object.fromEntries(old) };
    })(service);
  };
}

/** Returns one field of each listed site from another site on the page. */
const shiftListed = (
  field: string,
  pick: (values: readonly unknown[], index: number) => unknown,
): Deviation =>
  changeBody(['listSites'], (page) => {
    const sites = Array.isArray(page['data']) ? page['data'].filter(isObject) : [];
    const values = sites.map((site) => site[field]);
    return {
      ...page,
      data: sites.map((site, index) => ({ ...site, [field]: pick(values, index) })),
    };
  });

const next = (values: readonly unknown[], index: number): unknown =>
  values[(index + 1) % values.length];

export const mixUps: readonly Entry[] = [
  {
    id: 'mix-ups/create-answers-previous-site',
    title: 'Creating a site returns the site that was created before.',
    deviate: answerPrevious('createSite', ['id', 'name', 'hostUrl', 'apiKey']),
  },
  {
    id: 'mix-ups/create-answers-previous-api-key',
    title: 'Creating a site returns the apiKey of the site that was created before.',
    deviate: answerPrevious('createSite', ['apiKey']),
  },
  {
    id: 'mix-ups/update-answers-previous-update',
    title: 'Updating a site returns the name of the update before.',
    deviate: answerPrevious('updateSite', ['name']),
  },
  {
    id: 'mix-ups/route-answers-previous-route',
    title: 'Creating a route returns the route that was created before.',
    deviate: answerPrevious('createRoute', ['id', 'pathname', 'localizedVariants']),
  },
  {
    id: 'mix-ups/route-answers-previous-variants',
    title: 'Creating a route returns the localized variants of the route before.',
    deviate: answerPrevious('createRoute', ['localizedVariants']),
  },
  {
    id: 'mix-ups/route-update-answers-previous-pathname',
    title: 'Updating a route returns the pathname of the update before.',
    deviate: answerPrevious('updateRoute', ['pathname']),
  },
  {
    id: 'mix-ups/webhook-answers-previous-url',
    title: 'Creating a webhook returns the address of the webhook before.',
    deviate: answerPrevious('createWebhook', ['url']),
  },
  {
    id: 'mix-ups/list-answers-previous-page',
    title: 'Listing returns the page that was requested before.',
    deviate: answerPrevious('listSites', ['data', 'hasMore']),
  },
  {
    id: 'mix-ups/listed-names-shifted',
    title: 'Each listed site has the name of the next one.',
    deviate: shiftListed('name', next),
  },
  {
    id: 'mix-ups/listed-hosts-shifted',
    title: 'Each listed site has the host of the next one.',
    deviate: shiftListed('hostUrl', next),
  },
  {
    id: 'mix-ups/listed-api-keys-shifted',
    title: 'Each listed site has the apiKey of the next one.',
    deviate: shiftListed('apiKey', next),
  },
  {
    id: 'mix-ups/listed-hosts-carried-over',
    title: 'A listed site without a host shows the host of a site before it.',
    deviate: shiftListed(
      'hostUrl',
      (hosts, index) => hosts.slice(0, index + 1).findLast((host) => host !== null) ?? null,
    ),
  },
  {
    id: 'mix-ups/last-listed-name-for-all',
    title: 'Every site of a page shows the name of the last one.',
    deviate: shiftListed('name', (names) => names.at(-1)),
  },
  {
    id: 'mix-ups/locale-becomes-name',
    title: 'A site that is created with a locale gets it as its name.',
    deviate: changeInput(['createSite'], (input) => ({
      ...input,
      name: input.locale ?? input.name,
    })),
  },
  {
    id: 'mix-ups/pathname-of-first-variant',
    title: 'A route with localized variants gets the pathname of the first of them.',
    deviate: changeInput(['createRoute', 'updateRoute'], (input) => ({
      ...input,
      pathname: input.localizedVariants?.[0]?.pathname ?? input.pathname,
    })),
  },
  {
    id: 'mix-ups/variants-of-previous-route',
    title: 'A route that is created without localized variants gets those of the route before.',
    deviate: (service) => {
      let kept: Input['localizedVariants'];
      changeInput(['createRoute'], (input) => {
        kept = input.localizedVariants ?? kept;
        return { ...input, localizedVariants: kept };
      })(service);
    },
  },
  {
    id: 'mix-ups/name-of-previous-create',
    title: 'Every second site gets the name of the site before.',
    deviate: (service) => {
      let previous: string | undefined;
      changeInput(['createSite'], (input) => {
        const name = previous ?? input.name;
        previous = previous === undefined ? input.name : undefined;
        return { ...input, name };
      })(service);
    },
  },
  {
    id: 'mix-ups/update-reaches-first-site',
    title: 'An update of a site changes the first site of the workspace too.',
    deviate: (service) => {
      const { replaceSite, sitesOf } = service.store;
      service.store.replaceSite = (site) => {
        replaceSite(site);
        const [first] = sitesOf(site.workspaceId);
        if (first && first.id !== site.id) replaceSite({ ...first, name: site.name });
      };
    },
  },
  {
    id: 'mix-ups/update-reaches-other-workspace',
    title: 'An update of a site renames a site of another workspace too.',
    deviate: (service) => {
      const { replaceSite, sitesOf } = service.store;
      service.store.replaceSite = (site) => {
        replaceSite(site);
        for (const workspaceId of service.workspaceIds) {
          const [foreign] = workspaceId === site.workspaceId ? [] : sitesOf(workspaceId);
          if (foreign) replaceSite({ ...foreign, name: site.name });
        }
      };
    },
  },
];
