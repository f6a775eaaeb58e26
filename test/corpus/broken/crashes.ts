import { isEmptyUpdate } from '../deviations/lists.ts';
import {
  crashInsteadOf,
  crashOn,
  crashOnName,
  crashOnRepeated,
  isFor,
  leakOn,
  reasons,
} from '../deviations/replies.ts';
import { type Entry, entries, entry } from '../entry.ts';
import { operationIds } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { endpoints } from '../service/operations.ts';

const writes = operationIds.filter((id) => Object.keys(endpoints[id].fields).length > 0);
const onRecords = operationIds.filter((id) => !endpoints[id].line.includes(' workspaces '));

export const crashes: readonly Entry[] = [
  ...reasons.map(([reason, what]) =>
    entry(`crashes/${reason}`, `${what} gets status 500.`, crashInsteadOf(reason, 500)),
  ),
  ...writes.map((operationId) =>
    entry(
      `crashes/malformed-${operationId}`,
      `A body that is not JSON gets status 500 in ${operationId}.`,
      crashInsteadOf('malformed', 500, isFor(operationId)),
    ),
  ),
  ...writes.map((operationId) =>
    entry(
      `crashes/invalid-${operationId}`,
      `An invalid body gets status 500 in ${operationId}.`,
      crashInsteadOf('invalid', 500, isFor(operationId)),
    ),
  ),
  ...onRecords.map((operationId) =>
    entry(
      `crashes/unknown-${operationId}`,
      `An unknown id gets status 500 in ${operationId}.`,
      crashInsteadOf('not-found', 500, isFor(operationId)),
    ),
  ),
  ...operationIds.map((operationId) =>
    entry(
      `crashes/bad-id-${operationId}`,
      `An id in the path that is not a UUID gets status 500 in ${operationId}.`,
      crashInsteadOf('bad-identifier', 500, isFor(operationId)),
    ),
  ),
  ...entries({
    'crashes/empty-body: A missing body gets status 500 if one is required.': crashInsteadOf(
      'malformed',
      500,
      ({ request }) => request.bytes.length === 0,
    ),
  }),
];

export const crashesOnGoodInput: readonly Entry[] = entries({
  'crashes/emoji-name: A name with a character beyond the basic plane gets status 500.':
    crashOnName((name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  'crashes/apostrophe-name: A name with an apostrophe gets status 500.': crashOnName((name) =>
    name.includes("'"),
  ),
  'crashes/backslash-name: A name with a backslash gets status 500.': crashOnName((name) =>
    name.includes('\\'),
  ),
  'crashes/long-name: A name of more than 255 characters gets status 500.': crashOnName(
    (name) => name.length > 255,
  ),
  'crashes/empty-name: An empty name gets status 500.': crashOnName((name) => name === ''),
  'crashes/non-ascii-name: A name that is not ASCII gets status 500.': crashOnName((name) =>
    /[^\0-\x7f]/.test(name),
  ),
  'crashes/long-pathname: A pathname of more than 255 characters gets status 500.': crashOn(
    ({ input: { pathname = '' } }) => pathname.length > 255,
  ),
  'crashes/two-variants: A route with more than one localized variant gets status 500.': crashOn(
    ({ input: { localizedVariants = [] } }) => localizedVariants.length > 1,
  ),
  'crashes/empty-variants: An empty array of localized variants gets status 500.': crashOn(
    ({ input }) => input.localizedVariants?.length === 0,
  ),
  'crashes/locale: A site with a locale gets status 500.': crashOn(
    ({ input }) => input.locale !== undefined,
  ),
  'crashes/no-host: A site without a host gets status 500.': crashOn(
    ({ operationId, input }) => operationId === 'createSite' && input.hostUrl === undefined,
  ),
  'crashes/same-name: A name that the workspace already has gets status 500.': crashOnRepeated(
    ({ operationId, resourceId, input }) =>
      operationId === 'createSite' ? `${resourceId} ${input.name}` : undefined,
  ),
  'crashes/same-host: A host that another site has gets status 500.': crashOnRepeated(
    ({ operationId, input }) => (operationId === 'createSite' ? input.hostUrl : undefined),
  ),
  'crashes/same-webhook: A webhook that the workspace already has gets status 500.':
    crashOnRepeated(({ operationId, resourceId, input }) =>
      operationId === 'createWebhook' ? `${resourceId} ${input.eventType} ${input.url}` : undefined,
    ),
  'crashes/empty-update: An update without any field gets status 500.': crashOn(isEmptyUpdate),
  'crashes/unnamed-copy: Duplicating without a name gets status 500.': crashOn(
    ({ operationId, input }) => operationId === 'duplicateSite' && input.name === undefined,
  ),
  'crashes/copy-of-site-with-routes: Duplicating a site that has routes gets status 500.': crashOn(
    ({ operationId, resourceId }, { store }) =>
      operationId === 'duplicateSite' && store.routesOf(resourceId).length > 0,
  ),
  'crashes/copy-of-site-without-host: Duplicating a site without a host gets status 500.': crashOn(
    ({ operationId, resourceId }, { store }) =>
      operationId === 'duplicateSite' && store.findSite(resourceId)?.hostUrl === null,
  ),
  'crashes/empty-workspace: Listing a workspace without sites gets status 500.': crashOn(
    ({ operationId, resourceId }, { store }) =>
      operationId === 'listSites' && store.sitesOf(resourceId).length === 0,
  ),
  'crashes/unknown-workspace: An unknown workspace gets status 500.': crashOn(
    ({ operationId, resourceId }, { workspaceIds }) =>
      operationId === 'listSites' && !workspaceIds.some((id) => id === resourceId.toLowerCase()),
  ),
  'crashes/unknown-field: An unknown field gets status 500.': crashOn(
    ({ body }) => typeof body === 'object' && body !== null && 'extra' in body,
  ),
  'crashes/every-tenth-request: Every tenth request gets status 500.': (service) => {
    let count = 0;
    crashOn(() => {
      count += 1;
      return count % 10 === 0;
    })(service);
  },
});

const isLongerThan = (text: string | undefined, length: number): boolean =>
  text !== undefined && text.length > length;

/** Crashes after all validation, which only show with an existing record. */
export const crashesOnRecords: readonly Entry[] = [
  ...(['createSite', 'updateSite', 'updateRoute'] as const).map((operationId) =>
    entry(
      `crashes/unknown-field-${operationId}`,
      `An unknown field gets status 500 in ${operationId}.`,
      crashOn(
        ({ operationId: asked, body }, { fieldRules }) =>
          asked === operationId &&
          isObject(body) &&
          Object.keys(body).some((name) => !Object.hasOwn(fieldRules[operationId], name)),
      ),
    ),
  ),
  ...entries({
    'crashes/refusals-use-up-connections: Each invalid body keeps one of 200 connections, and without one each request gets status 500.':
      leakOn('invalid', 200),
    'crashes/very-long-name: A name of more than 20,000 characters gets status 500.': crashOn(
      ({ input }) => isLongerThan(input.name, 20_000),
    ),
    'crashes/very-long-pathname: A pathname of more than 2,000 characters gets status 500.':
      crashOn(({ input }) => isLongerThan(input.pathname, 2000)),
  }),
];
