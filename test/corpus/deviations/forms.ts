import { isObject, isOrigin, isText, isUri } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';
import { changeInput } from './inputs.ts';
import { alsoAccept, together } from './rules.ts';

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
