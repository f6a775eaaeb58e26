import {
  allowMissing,
  alsoAccept,
  alsoDemand,
  changeInput,
  changeRule,
  changeVariants,
  hasPath,
  hasQuery,
  isNoUri,
  isVariant,
  routeOperations,
  siteOperations,
  takeHost,
  takeUrl,
  takeVariants,
  together,
  toOrigin,
} from '../deviations/requests.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import { emptyInput, type OperationId, operationIds, type TextField } from '../service/exchange.ts';
import { isLocale, isObject, isPathname, isText } from '../service/field-rules.ts';
import { endpoints } from '../service/operations.ts';
import type { Deviation } from '../service/service.ts';

/** All text fields of all bodies, and whether the interface requires them. */
const fields: readonly (readonly [
  operationId: OperationId,
  field: TextField,
  isRequired: boolean,
])[] = [
  ['createSite', 'name', true],
  ['createSite', 'hostUrl', false],
  ['createSite', 'locale', false],
  ['updateSite', 'name', false],
  ['updateSite', 'hostUrl', false],
  ['duplicateSite', 'name', false],
  ['createRoute', 'pathname', true],
  ['updateRoute', 'pathname', false],
  ['createWebhook', 'url', true],
  ['createWebhook', 'eventType', true],
];

const defaults: Readonly<Record<TextField, string>> = {
  name: 'Untitled',
  hostUrl: 'https://default.example.com',
  locale: 'en-US',
  pathname: '/',
  url: 'https://example.com/',
  eventType: 'page.created',
};

/** The fields that the service stores and returns without a hand-written rule, by operation. */
const furtherFields = operationIds.flatMap((operationId) =>
  Object.keys(endpoints[operationId].fields)
    .filter((field) => !Object.hasOwn(emptyInput, field))
    .map((field) => [operationId, field] as const),
);

/** Accepts values that meet a condition, after a conversion. */
function take(
  operationId: OperationId,
  field: TextField,
  isTaken: (value: unknown) => boolean,
  toText: (value: unknown) => string | undefined,
): Deviation {
  return together(
    alsoAccept(operationId, field, isTaken),
    changeInput([operationId], (input, { body }) => {
      const value = isObject(body) ? body[field] : undefined;
      return isTaken(value) ? { ...input, [field]: toText(value) } : input;
    }),
  );
}

/** Fills in a default for a missing field, so that the response looks correct. */
const fillIn = (operationId: OperationId, field: TextField): Deviation =>
  together(
    allowMissing(operationId, field),
    changeInput([operationId], (input) => ({ ...input, [field]: input[field] ?? defaults[field] })),
  );

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isNull = (value: unknown): boolean => value === null;

export const badValues: readonly Entry[] = [
  ...furtherFields.flatMap(([operationId, field]) => [
    entry(
      `bad-values/${operationId}-${field}-unchecked`,
      `In ${operationId}, anything is accepted as ${field}.`,
      alsoAccept(operationId, field, () => true),
    ),
    entry(
      `bad-values/${operationId}-${field}-refused`,
      `In ${operationId}, ${field} is always refused.`,
      alsoDemand(operationId, field, () => false),
    ),
  ]),
  ...fields.flatMap(([operationId, field, isRequired]): Entry[] => [
    entry(
      `bad-values/${operationId}-${field}-number`,
      `In ${operationId}, a number is accepted as ${field} and turned into a string.`,
      take(operationId, field, isNumber, (value) =>
        field === 'eventType' ? defaults.eventType : String(value),
      ),
    ),
    {
      id: `bad-values/${operationId}-${field}-null`,
      // The reference declares the type of hostUrl as null, so that null may be meant.
      ...(field === 'hostUrl' ? { level: 'should' as const } : {}),
      title: `In ${operationId}, null is accepted as ${field} as if it were left out.`,
      deviate: take(operationId, field, isNull, () => (isRequired ? defaults[field] : undefined)),
    },
    ...(isRequired
      ? [
          entry(
            `bad-values/${operationId}-${field}-left-out`,
            `${operationId} fills in a default where ${field} is left out.`,
            fillIn(operationId, field),
          ),
        ]
      : []),
  ]),
  ...entries({
    'bad-values/createRoute-pathname-array: In createRoute, an array is accepted as pathname and joined by slashes.':
      take('createRoute', 'pathname', Array.isArray, (value) =>
        Array.isArray(value) ? `/${value.join('/')}` : '/',
      ),
    'bad-values/updateRoute-pathname-boolean-ignored: In updateRoute, true as pathname is ignored.':
      take('updateRoute', 'pathname', isBoolean, () => undefined),
    'bad-values/createWebhook-event-type-unknown: An unknown event type is accepted.': alsoAccept(
      'createWebhook',
      'eventType',
      isText,
    ),
    'bad-values/createWebhook-event-type-unknown-as-default: An unknown event type is accepted as page.created.':
      take(
        'createWebhook',
        'eventType',
        (value) =>
          isText(value) &&
          !/^(page\.(created|deleted|updated|restored)|site\.published)$/.test(value),
        () => defaults.eventType,
      ),
  }),
];

export const badForms: readonly Entry[] = [
  ...siteOperations.flatMap((operationId) => [
    entry(
      `bad-forms/${operationId}-host-with-path`,
      `${operationId} accepts a host with a path and keeps the path.`,
      takeHost([operationId], hasPath),
    ),
    {
      id: `bad-forms/${operationId}-host-path-cut`,
      level: 'should' as const,
      title: `${operationId} accepts a host with a path and drops the path.`,
      deviate: takeHost([operationId], hasPath, toOrigin),
    },
    entry(
      `bad-forms/${operationId}-host-with-query`,
      `${operationId} accepts a host with a query.`,
      takeHost([operationId], hasQuery),
    ),
    entry(
      `bad-forms/${operationId}-host-no-uri`,
      `${operationId} accepts any string as a host.`,
      takeHost([operationId], isNoUri),
    ),
    entry(
      `bad-forms/${operationId}-host-no-uri-ignored`,
      `${operationId} ignores a host that is not a URI.`,
      takeHost([operationId], isNoUri, () => undefined),
    ),
    {
      id: `bad-forms/${operationId}-host-empty`,
      level: 'should' as const,
      title: `${operationId} accepts an empty string as a host.`,
      deviate: takeHost([operationId], (hostUrl) => hostUrl === ''),
    },
  ]),
  ...entries({
    'bad-forms/host-scheme-added: A host without a scheme is accepted and gets https in front.':
      takeHost(
        siteOperations,
        (hostUrl) => /^[a-z0-9.-]+$/i.test(hostUrl),
        (hostUrl) => `https://${hostUrl}`,
      ),
    'bad-forms/url-any-text: Any text is accepted as the URL of a webhook.': takeUrl(() => true),
    'bad-forms/url-relative: A path is accepted as the URL of a webhook.': takeUrl((url) =>
      url.startsWith('/'),
    ),
  }),
];

export const badVariants: readonly Entry[] = entries({
  'bad-forms/variants-object: An object keyed by locale is accepted as localized variants.':
    together(
      ...routeOperations.map((operationId) =>
        alsoAccept(operationId, 'localizedVariants', isObject),
      ),
    ),
  'bad-forms/variants-null: null is accepted as no localized variants.': together(
    ...routeOperations.map((operationId) =>
      alsoAccept(operationId, 'localizedVariants', (value) => value === null),
    ),
  ),
  'bad-forms/variants-null-in-update: In an update, null clears the localized variants.': together(
    alsoAccept('updateRoute', 'localizedVariants', (value) => value === null),
    changeInput(['updateRoute'], (input, { body }) =>
      isObject(body) && body['localizedVariants'] === null
        ? { ...input, localizedVariants: [] }
        : input,
    ),
  ),
  'bad-forms/variant-without-pathname-dropped: Localized variants that are incomplete are dropped silently.':
    together(
      takeVariants((item) => isObject(item) && !isVariant(item)),
      changeVariants((variants) =>
        variants.filter(({ locale, pathname }) => isLocale(locale) && isPathname(pathname)),
      ),
    ),
  'bad-forms/variant-null: null is accepted among localized variants and dropped.': together(
    takeVariants((item) => item === null),
    changeVariants((variants) => variants.filter(({ locale }) => locale !== '')),
  ),
  'bad-forms/variant-locale-number: A number is accepted as the locale of a localized variant.':
    takeVariants((item) => isObject(item) && typeof item['locale'] === 'number'),
  'bad-forms/variant-pathname-null: null is accepted as the pathname of a localized variant.':
    takeVariants((item) => isObject(item) && item['pathname'] === null),
  'bad-forms/variant-items-unchecked-in-update: An update does not validate localized variants.':
    takeVariants(() => true, ['updateRoute']),
  'bad-forms/pathname-unchecked: A pathname without a slash is accepted although validation is on.':
    should(
      together(
        ...routeOperations.map((operationId) =>
          changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
        ),
      ),
    ),
  'bad-forms/pathname-unchecked-in-update: An update accepts a pathname without a slash although validation is on.':
    should(changeRule('updateRoute', 'pathname', () => ({ isLawful: () => true }))),
  'bad-forms/pathname-mended: A pathname without a slash is accepted and gets one in front.':
    should(
      together(
        ...routeOperations.map((operationId) =>
          changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
        ),
        changeInput(routeOperations, (input) =>
          input.pathname !== undefined && !isPathname(input.pathname)
            ? { ...input, pathname: `/${input.pathname}` }
            : input,
        ),
      ),
    ),
});
