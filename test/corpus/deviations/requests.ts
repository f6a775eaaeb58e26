import {
  type Body,
  type Exchange,
  type Input,
  type OperationId,
  operationIds,
  Refusal,
  type ServiceRequest,
  type TextField,
} from '../service/exchange.ts';
import { type FieldRule, isObject, isOrigin, isText, isUri } from '../service/field-rules.ts';
import { around, type Deviation, type Service } from '../service/service.ts';

/** Accepts requests that meet a condition, in addition to those with the correct key. */
export function alsoLetIn(
  isLetIn: (header: string, exchange: Exchange, service: Service) => boolean,
): Deviation {
  return around(
    'isAuthorised',
    (isAuthorised, service) => (exchange) =>
      isAuthorised(exchange) ||
      isLetIn(exchange.request.headers.authorization ?? '', exchange, service),
  );
}

/** The same for the text after "Bearer ". */
export const alsoTakeKey = (isTaken: (key: string, apiKey: string) => boolean): Deviation =>
  alsoLetIn((header, _, { apiKey }) => {
    const key = header.match(/^bearer +(.*)$/i)?.[1];
    return key !== undefined && isTaken(key, apiKey);
  });

/** Runs a request with a wrong key, and refuses it afterwards. */
export const carryOutRefused =
  (isMeant: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const { isAuthorised, operations } = service;
    const refused = new WeakSet<Exchange>();
    service.isAuthorised = (exchange) => {
      if (isAuthorised(exchange)) return true;
      if (!isMeant(exchange)) return false;
      refused.add(exchange);
      return true;
    };
    for (const operationId of operationIds) {
      const plain = operations[operationId];
      operations[operationId] = async (exchange): Promise<Body> => {
        const body = await plain(exchange);
        if (refused.has(exchange)) throw new Refusal('unauthorised', 'the key is wrong');
        return body;
      };
    }
  };

export const crashWhen = (isFatal: (header: string | undefined) => boolean): Deviation =>
  around('isAuthorised', (isAuthorised) => (exchange) => {
    if (isFatal(exchange.request.headers.authorization)) throw new Error('authorization');
    return isAuthorised(exchange);
  });

/** Changes the input before it is stored and returned. */
export function changeInput(
  operationIds: readonly OperationId[],
  change: (input: Input, exchange: Exchange) => Input,
): Deviation {
  return around('toInput', (plain) => (exchange) => {
    const input = plain(exchange);
    const isMeant = operationIds.some((operationId) => operationId === exchange.operationId);
    return isMeant ? change(input, exchange) : input;
  });
}

export function changeText(
  operationIds: readonly OperationId[],
  field: TextField,
  change: (text: string) => string,
): Deviation {
  return changeInput(operationIds, (input) => {
    const text = input[field];
    return text === undefined ? input : { ...input, [field]: change(text) };
  });
}

/** Applies to the three operations with the name of a site. */
export const changeName = (change: (text: string) => string): Deviation =>
  changeText(['createSite', 'updateSite', 'duplicateSite'], 'name', change);

export const changePathname = (change: (text: string) => string): Deviation =>
  changeText(['createRoute', 'updateRoute'], 'pathname', change);

export const changeVariants = (
  change: (variants: NonNullable<Input['localizedVariants']>) => Input['localizedVariants'],
): Deviation =>
  changeInput(['createRoute', 'updateRoute'], (input) =>
    input.localizedVariants
      ? { ...input, localizedVariants: change(input.localizedVariants) }
      : input,
  );

/** Changes the rule of one field of a body; an unknown field starts with a rule that accepts everything. */
export function changeRule(
  operationId: OperationId,
  field: string,
  change: (rule: FieldRule) => Partial<FieldRule>,
): Deviation {
  return (service) => {
    const rules = service.fieldRules[operationId];
    const plain = rules[field] ?? { required: false, isType: () => true, isLawful: () => true };
    rules[field] = { ...plain, ...change(plain) };
  };
}

/** Accepts values that meet a condition, whatever the rule is. */
export const alsoAccept = (
  operationId: OperationId,
  field: string,
  isAccepted: (value: unknown) => boolean,
): Deviation =>
  changeRule(operationId, field, (plain) => ({
    isType: (value) => isAccepted(value) || plain.isType(value),
    isLawful: (value, exchange) => isAccepted(value) || plain.isLawful(value, exchange),
  }));

/** Refuses values that the plain service accepts. */
export const alsoDemand = (
  operationId: OperationId,
  field: string,
  isLawful: (value: unknown, exchange: Exchange) => boolean,
): Deviation =>
  changeRule(operationId, field, (plain) => ({
    isLawful: (value, exchange) => plain.isLawful(value, exchange) && isLawful(value, exchange),
  }));

export const demandField = (operationId: OperationId, field: string): Deviation =>
  changeRule(operationId, field, () => ({ required: true }));

export const allowMissing = (operationId: OperationId, field: string): Deviation =>
  changeRule(operationId, field, () => ({ required: false }));

/** Applies several deviations to one target. */
export const together =
  (...deviations: readonly Deviation[]): Deviation =>
  (service) => {
    for (const deviate of deviations) deviate(service);
  };

type SiteOperation = 'createSite' | 'updateSite';

export const siteOperations: readonly SiteOperation[] = ['createSite', 'updateSite'];
export const routeOperations = ['createRoute', 'updateRoute'] as const;

/** Accepts hosts that meet a condition, and stores the result of the second function. */
export const takeHost = (
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

export const hasPath = (hostUrl: string): boolean => /^https?:\/\/[^/?#]+\/./.test(hostUrl);
export const hasQuery = (hostUrl: string): boolean => /^https?:\/\/[^/?#]+\/?\?/.test(hostUrl);
export const isNoUri = (text: string): boolean => !isUri(text);
export const toOrigin = (hostUrl: string): string => new URL(hostUrl).origin;

export const takeUrl = (isTaken: (url: string) => boolean): Deviation =>
  alsoAccept('createWebhook', 'url', (value) => isText(value) && isTaken(value));

/** Accepts lists of variants with items that the plain service refuses. */
export const takeVariants = (
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

export const isVariant = (item: unknown): boolean =>
  isObject(item) && isText(item['locale']) && isText(item['pathname']);

/** Another spelling of a path, and how a router reads it. */
export interface Spelling {
  readonly is: (path: string) => boolean;
  readonly read: (path: string) => string;
}

export const spellings = {
  upperCaseId: { is: (path) => /\/[\dA-F-]*[A-F][\dA-F-]*(\/|$)/.test(path), read: (path) => path },
  encodedCharacter: { is: (path) => /%[\da-f]{2}/i.test(path), read: decodePath },
  doubleSlash: { is: (path) => path.includes('//'), read: (path) => path.replace(/\/{2,}/g, '/') },
  trailingSlash: { is: (path) => path.endsWith('/'), read: (path) => path.replace(/\/+$/, '') },
  upperCaseWords: {
    is: (path) => /\/(V1|SITES|WORKSPACES|ROUTES|WEBHOOKS|DUPLICATE)(\/|$)/.test(path),
    read: (path) => path.replace(/\/[A-Z]+\d?(?=\/|$)/g, (word) => word.toLowerCase()),
  },
  parameterAtTheEnd: {
    is: (path) => /;[^/]*$/.test(path),
    read: (path) => path.replace(/;[^/]*$/, ''),
  },
  trailingSpace: { is: (path) => path.endsWith('%20'), read: (path) => path.replace(/%20$/, '') },
  dotSegment: {
    is: (path) => /\/(?:\.|%2e)\//i.test(path),
    read: (path) => path.replace(/\/(?:\.|%2e)(?=\/)/gi, ''),
  },
  suffix: { is: (path) => path.endsWith('.json'), read: (path) => path.replace(/\.json$/, '') },
} satisfies Record<string, Spelling>;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Serves paths in another spelling. */
export const alsoServe =
  (...served: readonly Spelling[]): Deviation =>
  (service) => {
    const { matchOperation } = service;
    const read = (request: ServiceRequest): ServiceRequest => ({
      ...request,
      path: served.reduce((path, spelling) => spelling.read(path), request.path),
    });
    service.matchOperation = (request) => matchOperation(read(request));
  };
