import { changeInput, changeVariants } from '../deviations/inputs.ts';
import { alsoAccept, changeRule, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isLocale, isObject, isOrigin, isPathname, isText, isUri } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

type SiteOperation = 'createSite' | 'updateSite';

const siteOperations: readonly SiteOperation[] = ['createSite', 'updateSite'];
const routeOperations = ['createRoute', 'updateRoute'] as const;

/** Takes hosts that meet a condition, and keeps what the second function makes of them. */
const takeHost = (
  operations: readonly SiteOperation[],
  isTaken: (hostUrl: string) => boolean,
  toHost: (hostUrl: string) => string | undefined = (hostUrl) => hostUrl,
): Deviation =>
  together(
    ...operations.map((operationId) =>
      alsoAccept(operationId, 'hostUrl', (value) => isText(value) && isTaken(value)),
    ),
    changeInput(operations, (input) =>
      input.hostUrl !== undefined && !isOrigin(input.hostUrl)
        ? { ...input, hostUrl: toHost(input.hostUrl) }
        : input,
    ),
  );

const hasPath = (hostUrl: string): boolean => /^https?:\/\/[^/?#]+\/./.test(hostUrl);
const hasQuery = (hostUrl: string): boolean => /^https?:\/\/[^/?#]+\/?\?/.test(hostUrl);
const isNoUri = (text: string): boolean => !isUri(text);
const toOrigin = (hostUrl: string): string => new URL(hostUrl).origin;

const takeUrl = (isTaken: (url: string) => boolean): Deviation =>
  alsoAccept('createWebhook', 'url', (value) => isText(value) && isTaken(value));

/** Takes lists of variants whose items the plain service refuses. */
const takeVariants = (
  isTaken: (item: unknown) => boolean,
  operations: readonly (typeof routeOperations)[number][] = routeOperations,
): Deviation =>
  together(
    ...operations.map((operationId) =>
      alsoAccept(
        operationId,
        'localizedVariants',
        (value) => Array.isArray(value) && value.length > 0 && value.every(isTaken),
      ),
    ),
  );

const isVariant = (item: unknown): boolean =>
  isObject(item) && isText(item['locale']) && isText(item['pathname']);

export const badForms: readonly Entry[] = [
  ...siteOperations.flatMap((operationId) => [
    {
      id: `bad-forms/${operationId}-host-with-path`,
      title: `${operationId} takes a host with a path and keeps the path.`,
      deviate: takeHost([operationId], hasPath),
    },
    {
      id: `bad-forms/${operationId}-host-path-cut`,
      title: `${operationId} takes a host with a path and drops the path.`,
      deviate: takeHost([operationId], hasPath, toOrigin),
    },
    {
      id: `bad-forms/${operationId}-host-with-query`,
      title: `${operationId} takes a host with a query.`,
      deviate: takeHost([operationId], hasQuery),
    },
    {
      id: `bad-forms/${operationId}-host-no-uri`,
      title: `${operationId} takes any text for a host.`,
      deviate: takeHost([operationId], isNoUri),
    },
    {
      id: `bad-forms/${operationId}-host-no-uri-ignored`,
      title: `${operationId} ignores a host that is no URI.`,
      deviate: takeHost([operationId], isNoUri, () => undefined),
    },
    {
      id: `bad-forms/${operationId}-host-empty`,
      title: `${operationId} takes an empty text for a host.`,
      deviate: takeHost([operationId], (hostUrl) => hostUrl === ''),
    },
  ]),
  {
    id: 'bad-forms/host-scheme-added',
    title: 'A host without a scheme is taken and gets https in front.',
    deviate: takeHost(
      siteOperations,
      (hostUrl) => /^[a-z0-9.-]+$/i.test(hostUrl),
      (hostUrl) => `https://${hostUrl}`,
    ),
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      return (await client.call('POST', path, { body: { name: 'A', hostUrl: 'www.example.com' } }))
        .status;
    },
  },
  {
    id: 'bad-forms/url-any-text',
    title: 'Any text is taken for the address of a webhook.',
    deviate: takeUrl(() => true),
  },
  {
    id: 'bad-forms/url-relative',
    title: 'A path is taken for the address of a webhook.',
    deviate: takeUrl((url) => url.startsWith('/')),
  },
  {
    id: 'bad-forms/url-empty',
    title: 'An empty text is taken for the address of a webhook.',
    deviate: takeUrl((url) => url === ''),
  },
  {
    id: 'bad-forms/url-scheme-added',
    title: 'An address of a webhook without a scheme is taken and gets https in front.',
    deviate: together(
      takeUrl((url) => /^[\w.-]+(\/\S*)?$/.test(url)),
      changeInput(['createWebhook'], (input) =>
        input.url !== undefined && isNoUri(input.url)
          ? { ...input, url: `https://${input.url}` }
          : input,
      ),
    ),
  },
  {
    id: 'bad-forms/url-with-spaces',
    title: 'An address of a webhook with spaces is taken and encoded.',
    deviate: together(
      takeUrl((url) => url.includes(' ')),
      changeInput(['createWebhook'], (input) => ({
        ...input,
        url: input.url?.replaceAll(' ', '%20'),
      })),
    ),
  },
  {
    id: 'bad-forms/variants-object',
    title: 'An object keyed by locale is taken for localized variants.',
    deviate: together(
      ...routeOperations.map((operationId) =>
        alsoAccept(operationId, 'localizedVariants', isObject),
      ),
    ),
  },
  {
    id: 'bad-forms/variants-null',
    title: 'null is taken for no localized variants.',
    deviate: together(
      ...routeOperations.map((operationId) =>
        alsoAccept(operationId, 'localizedVariants', (value) => value === null),
      ),
    ),
  },
  {
    id: 'bad-forms/variants-text',
    title: 'A text is taken for localized variants and ignored.',
    deviate: together(
      ...routeOperations.map((operationId) => alsoAccept(operationId, 'localizedVariants', isText)),
    ),
  },
  {
    id: 'bad-forms/variants-null-in-update',
    title: 'In an update, null clears the localized variants.',
    deviate: together(
      alsoAccept('updateRoute', 'localizedVariants', (value) => value === null),
      changeInput(['updateRoute'], (input, { body }) =>
        isObject(body) && body['localizedVariants'] === null
          ? { ...input, localizedVariants: [] }
          : input,
      ),
    ),
  },
  {
    id: 'bad-forms/variant-without-locale',
    title: 'A localized variant without a locale is taken for the default one.',
    deviate: together(
      takeVariants((item) => isObject(item) && !('locale' in item)),
      changeVariants((variants) =>
        variants.map(({ locale, pathname }) => ({
          locale: locale === '' ? 'en-US' : locale,
          pathname,
        })),
      ),
    ),
  },
  {
    id: 'bad-forms/variant-without-pathname',
    title: 'A localized variant without a pathname is taken for the root.',
    deviate: together(
      takeVariants((item) => isObject(item) && !('pathname' in item)),
      changeVariants((variants) =>
        variants.map(({ locale, pathname }) => ({
          locale,
          pathname: pathname === '' ? '/' : pathname,
        })),
      ),
    ),
  },
  {
    id: 'bad-forms/variant-without-pathname-dropped',
    title: 'Localized variants that are incomplete are dropped without a word.',
    deviate: together(
      takeVariants((item) => isObject(item) && !isVariant(item)),
      changeVariants((variants) =>
        variants.filter(({ locale, pathname }) => isLocale(locale) && isPathname(pathname)),
      ),
    ),
  },
  {
    id: 'bad-forms/variant-text',
    title: 'A bare locale is taken for a localized variant.',
    deviate: together(
      takeVariants(isText),
      changeVariants((variants) => variants.filter(({ locale }) => locale !== '')),
    ),
  },
  {
    id: 'bad-forms/variant-null',
    title: 'null is taken among localized variants and dropped.',
    deviate: together(
      takeVariants((item) => item === null),
      changeVariants((variants) => variants.filter(({ locale }) => locale !== '')),
    ),
  },
  {
    id: 'bad-forms/variant-locale-number',
    title: 'A number is taken for the locale of a localized variant.',
    deviate: takeVariants((item) => isObject(item) && typeof item['locale'] === 'number'),
  },
  {
    id: 'bad-forms/variant-pathname-null',
    title: 'null is taken for the pathname of a localized variant.',
    deviate: takeVariants((item) => isObject(item) && item['pathname'] === null),
  },
  {
    id: 'bad-forms/variant-items-unchecked-in-update',
    title: 'An update does not look into localized variants.',
    deviate: takeVariants(() => true, ['updateRoute']),
  },
  {
    id: 'bad-forms/locale-unchecked',
    title: 'The form of locales is not checked although validation is on.',
    level: 'should',
    deviate: takeVariants(
      (item) => isObject(item) && isText(item['locale']) && isPathname(item['pathname']),
    ),
    proof: async (client) => {
      const { text } = await client.call('POST', `/v1/workspaces/${client.workspaceIds[0]}/sites`, {
        body: { name: 'A' },
      });
      const path = `/v1/sites/${text.match(/"id":"([^"]+)"/)?.[1]}/routes`;
      const body = { pathname: '/a', localizedVariants: [{ locale: 'german', pathname: '/b' }] };
      return (await client.call('POST', path, { body })).status;
    },
  },
  {
    id: 'bad-forms/pathname-unchecked',
    title: 'A pathname without a slash is taken although validation is on.',
    level: 'should',
    deviate: together(
      ...routeOperations.map((operationId) =>
        changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
      ),
    ),
  },
  {
    id: 'bad-forms/pathname-unchecked-in-update',
    title: 'An update takes a pathname without a slash although validation is on.',
    level: 'should',
    deviate: changeRule('updateRoute', 'pathname', () => ({ isLawful: () => true })),
  },
  {
    id: 'bad-forms/pathname-mended',
    title: 'A pathname without a slash is taken and gets one in front.',
    level: 'should',
    deviate: together(
      ...routeOperations.map((operationId) =>
        changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
      ),
      changeInput(routeOperations, (input) =>
        input.pathname !== undefined && !isPathname(input.pathname)
          ? { ...input, pathname: `/${input.pathname}` }
          : input,
      ),
    ),
  },
  {
    id: 'bad-forms/pathname-of-variant-unchecked',
    title: 'The pathname of a localized variant may lack the slash although validation is on.',
    level: 'should',
    deviate: takeVariants(
      (item) => isObject(item) && isLocale(item['locale']) && isText(item['pathname']),
    ),
    proof: async (client) => {
      const { text } = await client.call('POST', `/v1/workspaces/${client.workspaceIds[0]}/sites`, {
        body: { name: 'A' },
      });
      const path = `/v1/sites/${text.match(/"id":"([^"]+)"/)?.[1]}/routes`;
      const body = { pathname: '/a', localizedVariants: [{ locale: 'de-DE', pathname: 'b' }] };
      return (await client.call('POST', path, { body })).status;
    },
  },
];
