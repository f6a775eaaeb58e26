import { crashOn, crashOnName, crashOnRepeated, isEmptyUpdate } from '../deviations/crashing.ts';
import type { Entry } from '../entry.ts';

export const crashesOnGoodInput: readonly Entry[] = [
  {
    id: 'crashes/emoji-name',
    title: 'A name with a character beyond the basic plane gets status 500.',
    deviate: crashOnName((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    id: 'crashes/apostrophe-name',
    title: 'A name with an apostrophe gets status 500.',
    deviate: crashOnName((name) => name.includes("'")),
  },
  {
    id: 'crashes/backslash-name',
    title: 'A name with a backslash gets status 500.',
    deviate: crashOnName((name) => name.includes('\\')),
  },
  {
    id: 'crashes/long-name',
    title: 'A name of more than 255 characters gets status 500.',
    deviate: crashOnName((name) => name.length > 255),
  },
  {
    id: 'crashes/empty-name',
    title: 'An empty name gets status 500.',
    deviate: crashOnName((name) => name === ''),
  },
  {
    id: 'crashes/non-ascii-name',
    title: 'A name that is not ASCII gets status 500.',
    deviate: crashOnName((name) => /[^\0-\x7f]/.test(name)),
  },
  {
    id: 'crashes/long-pathname',
    title: 'A pathname of more than 255 characters gets status 500.',
    deviate: crashOn(({ input }) => (input.pathname?.length ?? 0) > 255),
  },
  {
    id: 'crashes/two-variants',
    title: 'A route with more than one localized variant gets status 500.',
    deviate: crashOn(({ input }) => (input.localizedVariants?.length ?? 0) > 1),
  },
  {
    id: 'crashes/empty-variants',
    title: 'An empty array of localized variants gets status 500.',
    deviate: crashOn(({ input }) => input.localizedVariants?.length === 0),
  },
  {
    id: 'crashes/locale',
    title: 'A site with a locale gets status 500.',
    deviate: crashOn(({ input }) => input.locale !== undefined),
  },
  {
    id: 'crashes/no-host',
    title: 'A site without a host gets status 500.',
    deviate: crashOn(
      ({ operationId, input }) => operationId === 'createSite' && input.hostUrl === undefined,
    ),
  },
  {
    id: 'crashes/same-name',
    title: 'A name that the workspace already has gets status 500.',
    deviate: crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createSite' ? `${resourceId} ${input.name}` : undefined,
    ),
  },
  {
    id: 'crashes/same-host',
    title: 'A host that another site has gets status 500.',
    deviate: crashOnRepeated(({ operationId, input }) =>
      operationId === 'createSite' ? input.hostUrl : undefined,
    ),
  },
  {
    id: 'crashes/same-webhook',
    title: 'A webhook that the workspace already has gets status 500.',
    deviate: crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createWebhook' ? `${resourceId} ${input.eventType} ${input.url}` : undefined,
    ),
  },
  {
    id: 'crashes/empty-update',
    title: 'An update without any field gets status 500.',
    deviate: crashOn(isEmptyUpdate),
  },
  {
    id: 'crashes/unnamed-copy',
    title: 'Duplicating without a name gets status 500.',
    deviate: crashOn(
      ({ operationId, input }) => operationId === 'duplicateSite' && input.name === undefined,
    ),
  },
  {
    id: 'crashes/copy-of-site-with-routes',
    title: 'Duplicating a site that has routes gets status 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'duplicateSite' && store.routesOf(resourceId).length > 0,
    ),
  },
  {
    id: 'crashes/copy-of-site-without-host',
    title: 'Duplicating a site without a host gets status 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'duplicateSite' && store.findSite(resourceId)?.hostUrl === null,
    ),
  },
  {
    id: 'crashes/empty-workspace',
    title: 'Listing a workspace without sites gets status 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { store }) =>
        operationId === 'listSites' && store.sitesOf(resourceId).length === 0,
    ),
  },
  {
    id: 'crashes/unknown-workspace',
    title: 'An unknown workspace gets status 500.',
    deviate: crashOn(
      ({ operationId, resourceId }, { workspaceIds }) =>
        operationId === 'listSites' && !workspaceIds.some((id) => id === resourceId.toLowerCase()),
    ),
  },
  {
    id: 'crashes/unknown-field',
    title: 'An unknown field gets status 500.',
    deviate: crashOn(({ body }) => typeof body === 'object' && body !== null && 'extra' in body),
  },
  {
    id: 'crashes/every-tenth-request',
    title: 'Every tenth request gets status 500.',
    deviate: (service) => {
      let count = 0;
      crashOn(() => {
        count += 1;
        return count % 10 === 0;
      })(service);
    },
  },
];
