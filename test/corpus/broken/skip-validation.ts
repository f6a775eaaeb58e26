import { changeBody, wrapOperation } from '../deviations/replies.ts';
import {
  alsoAccept,
  alsoDemand,
  alsoLetIn,
  alsoTakeKey,
  changeInput,
  changeRule,
  takeHost,
  together,
} from '../deviations/requests.ts';
import { type Entry, entries, entry, should } from '../entry.ts';
import {
  type Exchange,
  type OperationId,
  operationIds,
  Refusal,
  type TextField,
} from '../service/exchange.ts';
import { isObject, isPathname, isText } from '../service/field-rules.ts';
import { around, type Deviation } from '../service/service.ts';

type RouteOperation = 'createRoute' | 'updateRoute';

const both: readonly RouteOperation[] = ['createRoute', 'updateRoute'];

/** Parses the parameter differently; undefined uses the plain parser. */
const readAs = (
  read: (text: string | null, exchange: Exchange) => boolean | undefined,
): Deviation =>
  around(
    'readSkipValidation',
    (readSkipValidation) => (text, exchange) =>
      read(text, exchange) ?? readSkipValidation(text, exchange),
  );

const isOneOf = (operations: readonly RouteOperation[], exchange: Exchange): boolean =>
  operations.some((operationId) => operationId === exchange.operationId);

const loosely = (
  operations: readonly RouteOperation[],
  texts: readonly string[],
  meaning: boolean,
): Deviation =>
  readAs((text, exchange) =>
    isOneOf(operations, exchange) && text !== null && texts.includes(text) ? meaning : undefined,
  );

type LooseRow = readonly [fault: string, title: string, texts: readonly string[], meaning: boolean];

const toLooseEntry = ([fault, title, texts, meaning]: LooseRow): Entry =>
  entry(`skip-validation/${fault}`, `In skipValidation, ${title}`, loosely(both, texts, meaning));

/** Invalid values of skipValidation, and the values that they are read as. */
const looseRows: readonly LooseRow[] = [
  ['one-means-true', '1 is treated as true.', ['1'], true],
  ['zero-means-false', '0 is treated as false.', ['0', '1'], false],
];

/** An empty value may mean the default, so the interface only implies its refusal. */
const emptyRows: readonly LooseRow[] = [
  ['empty-means-true', 'an empty value is treated as true.', [''], true],
  ['empty-means-false', 'an empty value is treated as false.', [''], false],
];

const refuse = (): never => {
  throw new Refusal('bad-query', 'skipValidation is not taken');
};

/** What one operation reads in the parameter; undefined uses the plain parser. */
const readings: readonly (readonly [
  fault: string,
  title: string,
  read: (text: string | null) => boolean | undefined,
])[] = [
  ['ignored', 'skipValidation is ignored', (text) => (text === 'true' ? false : undefined)],
  ['any-value', 'Any value of skipValidation is accepted', (text) => text === 'true'],
  [
    'false-is-truthy',
    'skipValidation=false skips validation',
    (text) => text === 'false' || undefined,
  ],
  [
    'true-refused',
    'skipValidation=true is refused',
    (text) => (text === 'true' ? refuse() : undefined),
  ],
  [
    'false-refused',
    'skipValidation=false is refused',
    (text) => (text === 'false' ? refuse() : undefined),
  ],
];

export const skipValidation: readonly Entry[] = [
  ...looseRows.map(toLooseEntry),
  ...emptyRows.map((row) => ({ ...toLooseEntry(row), level: 'should' as const })),
  ...both.flatMap((operationId) =>
    readings.map(([fault, title, read]) =>
      entry(
        `skip-validation/${fault}-${operationId}`,
        `${title} in ${operationId}.`,
        readAs((text, exchange) => (exchange.operationId === operationId ? read(text) : undefined)),
      ),
    ),
  ),
  ...entries({
    'skip-validation/ignored: skipValidation is ignored.': readAs((text) =>
      text === 'true' ? false : undefined,
    ),
    'skip-validation/false-is-truthy: Any value of skipValidation, also false, skips validation.':
      readAs((text) => text !== null),
    'skip-validation/unknown-value-crashes: An unknown value of skipValidation gets status 500.':
      readAs((text) => {
        if (text !== null && text !== 'true' && text !== 'false') throw new Error('enum');
        return undefined;
      }),
    'skip-validation/true-crashes: skipValidation=true gets status 500.': readAs((text) => {
      if (text === 'true') throw new Error('skip');
      return undefined;
    }),
  }),
];

/** Accepts a pathname of any type if validation is skipped, and returns it as sent. */
const showPathnameAsSent = (operationId: RouteOperation): Deviation =>
  together(
    changeRule(operationId, 'pathname', (plain) => ({
      isType: () => true,
      isLawful: (value, exchange) =>
        exchange.query.skipValidation || (plain.isType(value) && plain.isLawful(value, exchange)),
    })),
    changeBody([operationId], (body, { query, body: sent }) =>
      query.skipValidation && 'pathname' in Object(sent)
        ? { ...body, pathname: Object(sent).pathname }
        : body,
    ),
  );

/** Crashes on values that validation would have refused. */
const crashOverTypes = (operationId: RouteOperation): Deviation =>
  around('checkBody', (checkBody) => (exchange) => {
    if (exchange.operationId !== operationId || !exchange.query.skipValidation)
      return checkBody(exchange);
    const { pathname = '', localizedVariants = [] } = Object(exchange.body);
    pathname.startsWith('/');
    for (const { locale } of localizedVariants) locale.toLowerCase();
    return checkBody(exchange);
  });

/** Faults of requests without validation. */
export const skippedValidation: readonly Entry[] = [
  ...both.flatMap((operationId) => [
    entry(
      `skip-validation/shows-what-is-no-text-${operationId}`,
      `With skipValidation=true, ${operationId} accepts a pathname of any type, and returns it as sent.`,
      showPathnameAsSent(operationId),
    ),
    entry(
      `skip-validation/crashes-over-types-${operationId}`,
      `With skipValidation=true, ${operationId} gets status 500 to a pathname or variants of another type.`,
      crashOverTypes(operationId),
    ),
  ]),
  ...entries({
    'skip-validation/skips-required-too: With skipValidation=true a route may be created without a pathname.':
      should((service) => {
        changeRule('createRoute', 'pathname', () => ({ required: false }))(service);
        const { checkBody } = service;
        service.checkBody = (exchange) => {
          checkBody(exchange);
          const isMissing = service.toInput(exchange).pathname === undefined;
          if (
            exchange.operationId === 'createRoute' &&
            isMissing &&
            !exchange.query.skipValidation
          ) {
            throw new Refusal('invalid', 'pathname is required');
          }
        };
      }),
    'skip-validation/drops-variants: With skipValidation=true localized variants are dropped.':
      changeInput(both, (input, { query }) =>
        query.skipValidation ? { ...input, localizedVariants: undefined } : input,
      ),
    'skip-validation/not-stored: With skipValidation=true an update is returned and not stored.':
      wrapOperation('updateRoute', async (exchange, plain, service) => {
        const old = service.store.findRoute(exchange.resourceId);
        const body = await plain(exchange);
        if (exchange.query.skipValidation && old) service.store.replaceRoute(old);
        return body;
      }),
    'skip-validation/variants-checked-all-the-same: With skipValidation=true the pathnames of localized variants are still checked.':
      should((service) => {
        for (const operationId of both) {
          alsoDemand(
            operationId,
            'localizedVariants',
            (value) => Array.isArray(value) && value.every((item) => isPathname(item?.pathname)),
          )(service);
        }
      }),
  }),
];

/** Accepts an array with a single item in place of a text field. */
const takeWrapped = (operationId: OperationId, field: TextField): Deviation => {
  const isWrapped = (value: unknown): value is [string] =>
    Array.isArray(value) && value.length === 1 && isText(value[0]);
  return together(
    alsoAccept(operationId, field, isWrapped),
    changeInput([operationId], (input, { body }) => {
      const value = isObject(body) ? body[field] : undefined;
      return isWrapped(value) ? { ...input, [field]: value[0] } : input;
    }),
  );
};

const wrapped: readonly (readonly [OperationId, TextField])[] = [
  ['createSite', 'hostUrl'],
  ['updateSite', 'name'],
  ['updateRoute', 'pathname'],
  ['createWebhook', 'url'],
];

/** Changes the id in the path before the lookup. */
const changeId =
  (toId: (id: string, first: (workspaceId: string) => string | undefined) => string): Deviation =>
  (service) => {
    const isKnown = service.isIdentifier;
    const isOfWorkspaces = /^(?:listSites|createSite|createWebhook)$/;
    const none = () => undefined;
    service.isIdentifier = (text, exchange) =>
      isKnown(isOfWorkspaces.test(exchange.operationId) ? text : toId(text, none), exchange);
    for (const operationId of operationIds) {
      if (isOfWorkspaces.test(operationId)) continue;
      const plain = service.operations[operationId];
      service.operations[operationId] = (exchange) => {
        exchange.resourceId = toId(exchange.resourceId, (id) => service.store.sitesOf(id)[0]?.id);
        return plain(exchange);
      };
    }
  };

const plainly = (key: string): string => key.replace(/[^A-Za-z0-9]/g, '');

/** Keys in the wrong place, and paths that need no key. */
const keys: readonly Entry[] = entries({
  'keys/not-asked-for-later-pages: No key is required where a cursor is given.': alsoLetIn(
    (header, { request }) => header === '' && request.query.has('after'),
  ),
  'keys/other-header: The key is also accepted from a header X-API-Key.': alsoLetIn(
    (_, { request }, { apiKey }) => request.headers['x-api-key'] === apiKey,
  ),
  'keys/query-parameter: The key is also accepted from the query.': alsoLetIn(
    (_, { request }, { apiKey }) => request.query.get('api_key') === apiKey,
  ),
  'keys/punctuation-ignored: Only the letters and digits of the key are compared.': alsoTakeKey(
    (key, apiKey) => plainly(key) === plainly(apiKey),
  ),
});

/** Values next to allowed ones. */
const values: readonly Entry[] = [
  ...wrapped.map(([operationId, field]) =>
    entry(
      `bad-values/${operationId}-${field}-wrapped`,
      `In ${operationId}, an array of one text is accepted as ${field}.`,
      takeWrapped(operationId, field),
    ),
  ),
  ...entries({
    'bad-forms/updateSite-host-empty-clears: updateSite accepts an empty string as a host and takes the host away.':
      (service) => {
        takeHost(['updateSite'], (hostUrl) => hostUrl === '')(service);
        const plain = service.represent.site;
        service.represent.site = (site, exchange) => ({
          ...plain(site, exchange),
          ...(site.hostUrl === '' ? { hostUrl: null } : {}),
        });
      },
    'bad-forms/createRoute-pathname-empty-as-root: createRoute accepts an empty pathname for the root.':
      together(
        alsoAccept('createRoute', 'pathname', (value) => value === ''),
        changeInput(['createRoute'], (input) => ({ ...input, pathname: input.pathname || '/' })),
      ),
  }),
];

const requests: readonly Entry[] = entries({
  'bad-requests/record-id-with-more-behind: Anything after the id of a site or a route in the path is ignored.':
    changeId((id) => id.slice(0, 36)),
  'bad-requests/words-behind-json: Text after the last brace of a body is ignored.': around(
    'readBody',
    (readBody) => (exchange) => {
      const { request } = exchange;
      const end = request.bytes.lastIndexOf('}') + 1;
      const bytes = end === 0 ? request.bytes : request.bytes.subarray(0, end);
      return readBody({ ...exchange, request: { ...request, bytes } });
    },
  ),
});

export const nearMisses: readonly Entry[] = [...keys, ...values, ...requests];
