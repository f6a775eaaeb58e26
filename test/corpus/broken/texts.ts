import { compareTexts } from '../deviations/lists.ts';
import { changeBody, changeListed, changeSites, wrapOperation } from '../deviations/replies.ts';
import {
  alsoDemand,
  changeInput,
  changeName,
  changePathname,
  changeText,
  changeVariants,
} from '../deviations/requests.ts';
import { type Entry, entries, entry } from '../entry.ts';
import {
  type Exchange,
  eventTypes,
  type LocalizedVariant,
  type OperationId,
} from '../service/exchange.ts';
import type { Deviation, Service } from '../service/service.ts';

type TextChange = (text: string) => string;

/** Cuts by UTF-16 units, a common mistake. */
const cutAt =
  (length: number): TextChange =>
  (text) =>
    text.slice(0, length);

const decode: TextChange = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml: TextChange = (text) =>
  text.replace(/[&<>"']/g, (mark) => htmlEscapes[mark] ?? mark);

const titleCase: TextChange = (text) =>
  text.replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

/** [fault, description, change of the name] */
const nameRows: readonly (readonly [fault: string, what: string, change: TextChange])[] = [
  ['nfc', 'are composed (Unicode NFC)', (text) => text.normalize('NFC')],
  [
    'upper-case-first',
    'start with a capital',
    (text) => text.charAt(0).toUpperCase() + text.slice(1),
  ],
  ['title-case', 'have every word capitalised', titleCase],
  ['html-escaped', 'are escaped for HTML', escapeHtml],
  ['trimmed', 'lose whitespace at both ends', (text) => text.trim()],
  ['cut-at-100', 'are cut at 100 characters', cutAt(100)],
  ['cut-at-255', 'are cut at 255 characters', cutAt(255)],
  ['line-separators-lost', 'lose U+2028 and U+2029', (text) => text.replace(/[\u2028\u2029]/g, '')],
  [
    'number-like-as-number',
    'that look like a number are read as one',
    (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text),
  ],
];

export const names: readonly Entry[] = [
  ...nameRows.map(([fault, what, change]) =>
    entry(`names/${fault}`, `Names of sites ${what}.`, changeName(change)),
  ),
  ...entries({
    'names/duplicate-nfc: Only the given name of a copy is composed (Unicode NFC).': changeText(
      ['duplicateSite'],
      'name',
      (text) => text.normalize('NFC'),
    ),
    'names/duplicate-cut-at-40: Only the given name of a copy is cut at 40 characters.': changeText(
      ['duplicateSite'],
      'name',
      cutAt(40),
    ),
    'names/duplicate-digits-as-number: Only the given name of a copy loses leading zeros.':
      changeText(['duplicateSite'], 'name', (text) => text.replace(/^0+(?=\d)/, '')),
    'names/list-lower-case-later-page: Only the pages of a list after the first lower-case names.':
      changeListed((site, { exchange }) =>
        exchange.query.after === undefined
          ? site
          : { ...site, name: String(site['name']).toLowerCase() },
      ),
    'names/answered-nfc-stored-right: Creating a site returns its name composed (Unicode NFC) although the list has it right.':
      changeSites((site, exchange) =>
        exchange.operationId === 'createSite'
          ? { ...site, name: String(site['name']).normalize('NFC') }
          : site,
      ),
    'names/stored-differently-when-host-given: A name that comes with a host is trimmed.':
      changeInput(['createSite'], (input) =>
        input.hostUrl === undefined ? input : { ...input, name: input.name?.trim() },
      ),
  }),
];

const onlyTextIn = (
  operationId: OperationId,
  fault: string,
  title: string,
  name: string,
  instead: string,
): Entry =>
  entry(
    `names/${fault}`,
    title,
    changeText([operationId], 'name', (text) => (text === name ? instead : text)),
  );

const locales = (fault: string, what: string, change: (locale: string) => string): Entry =>
  entry(
    `variants/${fault}`,
    `Localized variants ${what}.`,
    changeVariants((variants) =>
      variants.map((variant) => ({ ...variant, locale: change(variant.locale) })),
    ),
  );

const oldCodes: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** These faults do not show in longer texts. */
export const textsByThemselves: readonly Entry[] = [
  onlyTextIn(
    'createSite',
    'create-zero-as-none',
    'A new site named 0 is untitled.',
    '0',
    'Untitled',
  ),
  onlyTextIn(
    'createSite',
    'create-empty-as-none',
    'A new site without a character in its name is untitled.',
    '',
    'Untitled',
  ),
  onlyTextIn(
    'duplicateSite',
    'copy-empty-as-none',
    'A copy that is given an empty name gets the one of an unnamed copy.',
    '',
    'Copy',
  ),
  locales('locale-cut-to-two', 'have languages of three letters cut to two', (locale) =>
    locale.replace(/^([a-z]{2})[a-z]-/, '$1-'),
  ),
  locales('locale-old-codes', 'have old codes for three languages', (locale) =>
    locale.replace(/^(he|id|yi)-/, (_, language: string) => `${oldCodes[language]}-`),
  ),
  ...entries({
    'names/zero-taken-for-none: Names of sites that are 0 are treated as none.': changeName(
      (text) => text.replace(/^0$/, ''),
    ),
    'names/create-percent-decoded-strictly: A creation decodes the name as a whole where that is possible.':
      changeText(['createSite'], 'name', decode),
  }),
];

type HostChange = (hostUrl: string) => string | undefined;

const hostRows: readonly (readonly [fault: string, what: string, change: HostChange])[] = [
  ['ignored', 'is not kept', () => undefined],
  ['port-lost', 'loses its port', (host) => host.replace(/:\d+$/, '')],
  ['www-lost', 'loses a leading www', (host) => host.replace('://www.', '://')],
];

/** Whether another site of the workspace already has the host in a request. */
function isTaken({ input, operationId, resourceId }: Exchange, { store }: Service): boolean {
  const site = store.findSite(resourceId);
  const workspaceId = operationId === 'createSite' ? resourceId : site?.workspaceId;
  if (workspaceId === undefined) return false;
  const isOther = (id: string) => id.toLowerCase() !== resourceId.toLowerCase();
  return store
    .sitesOf(workspaceId)
    .some(({ id, hostUrl }) => hostUrl !== null && hostUrl === input.hostUrl && isOther(id));
}

const ignoreTaken = (operationId: 'createSite' | 'updateSite'): Deviation =>
  wrapOperation(operationId, (exchange, plain, service) => {
    if (isTaken(exchange, service)) exchange.input = { ...exchange.input, hostUrl: undefined };
    return plain(exchange);
  });

export const hosts: readonly Entry[] = [
  ...hostRows.map(([fault, what, change]) =>
    entry(
      `hosts/${fault}`,
      `The host of a site ${what}.`,
      changeInput(['createSite', 'updateSite'], (input) =>
        input.hostUrl === undefined ? input : { ...input, hostUrl: change(input.hostUrl) },
      ),
    ),
  ),
  ...entries({
    'hosts/of-previous-create: A site that is created without a host gets the host of the previous one.':
      (service) => {
        let previous: string | undefined;
        changeInput(['createSite'], (input) => {
          previous = input.hostUrl ?? previous;
          return { ...input, hostUrl: previous };
        })(service);
      },
  }),
  ...(['createSite', 'updateSite'] as const).map(
    (operationId): Entry =>
      entry(
        `hosts/taken-ignored-${operationId}`,
        `In ${operationId}, a host that another site of the workspace has is neither kept nor refused.`,
        ignoreTaken(operationId),
      ),
  ),
  ...entries({}),
];

const dotted: TextChange = (text) => {
  const [path = '', ...queryParts] = text.split('?');
  return [new URL(path, 'http://a.example').pathname, ...queryParts].join('?');
};

const pathnameRows: readonly (readonly [fault: string, what: string, change: TextChange])[] = [
  ['lower-case', 'are lower-cased', (text) => text.toLowerCase()],
  [
    'trailing-slash-added',
    'gain a trailing slash',
    (text) => (text.endsWith('/') ? text : `${text}/`),
  ],
  ['dot-segments-resolved', 'have dot segments resolved', dotted],
  ['percent-decoded', 'have percent escapes resolved', decode],
  [
    'percent-encoded',
    'are percent-encoded where they are not ASCII',
    (text) => text.replace(/[^\0-\x7f]+/g, encodeURIComponent),
  ],
  ['query-cut', 'end at a question mark', (text) => text.split('?')[0] ?? ''],
  ['last-segment-only', 'keep only their last segment', (text) => `/${text.split('/').at(-1)}`],
];

const perVariant = (change: TextChange) =>
  changeVariants((variants) =>
    variants.map(({ locale, pathname }) => ({ locale, pathname: change(pathname) })),
  );

export const pathnames: readonly Entry[] = [
  ...pathnameRows.map(([fault, what, change]) =>
    entry(`pathnames/${fault}`, `Pathnames of routes ${what}.`, changePathname(change)),
  ),
  ...pathnameRows
    .filter(([fault]) => /^(lower|percent-decoded|query)/.test(fault))
    .map(([fault, what, change]) =>
      entry(
        `pathnames/variants-${fault}`,
        `Only pathnames of localized variants ${what}.`,
        perVariant(change),
      ),
    ),
  ...entries({
    'pathnames/update-lower-case: Only an update lower-cases the pathname.': changeText(
      ['updateRoute'],
      'pathname',
      (text) => text.toLowerCase(),
    ),
    'pathnames/update-decoded-when-validated: An update decodes percent escapes in a pathname, unless validation is skipped.':
      changeInput(['updateRoute'], (input, { query }) =>
        query.skipValidation ? input : { ...input, pathname: input.pathname?.replace('%20', ' ') },
      ),
  }),
];

type VariantsChange = (variants: readonly LocalizedVariant[]) => readonly LocalizedVariant[];

const byLocale = (variants: readonly LocalizedVariant[]): readonly LocalizedVariant[] =>
  [...variants].sort((left, right) => compareTexts(left.locale, right.locale));

const variantRows: readonly (readonly [fault: string, what: string, change: VariantsChange])[] = [
  ['dropped', 'are not kept', () => []],
  ['first-only', 'are dropped except for the first', (variants) => variants.slice(0, 1)],
  ['three-at-most', 'are cut at three', (variants) => variants.slice(0, 3)],
  ['ten-at-most', 'are cut at ten', (variants) => variants.slice(0, 10)],
];

const onlyVariantsIn = (operationId: 'createRoute' | 'updateRoute', change: VariantsChange) =>
  changeInput([operationId], (input) =>
    input.localizedVariants
      ? { ...input, localizedVariants: change(input.localizedVariants) }
      : input,
  );

export const variants: readonly Entry[] = [
  ...variantRows.map(([fault, what, change]) =>
    entry(`variants/${fault}`, `Localized variants ${what}.`, changeVariants(change)),
  ),
  ...entries({
    'variants/update-ignored: An update of a route ignores localized variants.': changeInput(
      ['updateRoute'],
      (input) => ({ ...input, localizedVariants: undefined }),
    ),
    'variants/update-empty-ignored: An update with an empty array of localized variants leaves the old ones.':
      changeInput(['updateRoute'], (input) => ({
        ...input,
        localizedVariants:
          input.localizedVariants?.length === 0 ? undefined : input.localizedVariants,
      })),
    'variants/update-sorted: Only an update sorts localized variants by locale.': onlyVariantsIn(
      'updateRoute',
      byLocale,
    ),
    'variants/update-first-only: Only an update keeps no more than the first localized variant.':
      onlyVariantsIn('updateRoute', (variants) => variants.slice(0, 1)),
  }),
];

const viaUrl =
  (change: (url: URL) => void): TextChange =>
  (text) => {
    const url = new URL(text);
    change(url);
    return url.href;
  };

const webhookRows: readonly (readonly [fault: string, what: string, change: TextChange])[] = [
  ['query-lost', 'lose their query', (url) => url.split('?')[0] ?? ''],
  ['query-sorted', 'have their query parameters sorted', viaUrl((url) => url.searchParams.sort())],
  [
    'query-decoded',
    'have percent escapes in the query resolved',
    (url) => url.replace(/%2F/gi, '/').replace(/%20/g, ' '),
  ],
  ['fragment-lost', 'lose their fragment', (url) => url.split('#')[0] ?? ''],
  ['path-lost', 'lose their path', (url) => url.replace(/^(\w+:\/\/[^/?#]+).*/, '$1')],
  ['path-lower-case', 'are lower-cased', (url) => url.toLowerCase()],
  [
    'trailing-slash-added',
    'gain a trailing slash',
    (url) => (/[?#]/.test(url) || url.endsWith('/') ? url : `${url}/`),
  ],
  ['port-lost', 'lose their port', (url) => url.replace(/^(\w+:\/\/[^/:]+):\d+/, '$1')],
  [
    'upgraded-to-https',
    'are turned from http into https',
    (url) => url.replace(/^http:/, 'https:'),
  ],
  ['html-escaped', 'have their ampersands escaped for HTML', (url) => url.replaceAll('&', '&amp;')],
  ['cut-at-255', 'are cut at 255 characters', (url) => url.slice(0, 255)],
];

const refuseType = (eventType: string): Deviation =>
  alsoDemand('createWebhook', 'eventType', (value) => value !== eventType);

export const webhooks: readonly Entry[] = [
  ...webhookRows.map(([fault, what, change]) =>
    entry(
      `webhooks/url-${fault}`,
      `Addresses of webhooks ${what}.`,
      changeText(['createWebhook'], 'url', change),
    ),
  ),
  ...eventTypes.map((eventType) =>
    entry(
      `webhooks/refuses-${eventType.replace('.', '-')}`,
      `The event type ${eventType} is refused.`,
      refuseType(eventType),
    ),
  ),
  ...entries({
    'webhooks/site-published-kept-as-page-created: A webhook for site.published is registered for page.created.':
      changeText(['createWebhook'], 'eventType', (type) =>
        type.replace('site.published', 'page.created'),
      ),
    'webhooks/first-again-for-same-url: A webhook for another event type of the same address returns the first webhook.':
      (service) => {
        const plain = service.represent.webhook;
        service.represent.webhook = (webhook, exchange) => {
          const all = service.store.webhooksOf(webhook.workspaceId);
          const first = all.find(({ url }) => url === webhook.url);
          return plain(first ?? webhook, exchange);
        };
      },
    'webhooks/workspace-is-always-the-first: Every webhook returns the id of the first workspace.':
      (service) =>
        changeBody(['createWebhook'], (webhook) => ({
          ...webhook,
          workspaceId: service.workspaceIds[0],
        }))(service),
    'webhooks/id-is-workspace: A webhook returns the id of its workspace as its own.': changeBody(
      ['createWebhook'],
      (webhook) => ({
        ...webhook,
        id: webhook['workspaceId'],
      }),
    ),
  }),
];
