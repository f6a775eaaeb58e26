import { type Exchange, eventTypes, type OperationId } from './exchange.ts';

/** The rule for one field of a request body. */
export interface FieldRule {
  readonly required: boolean;
  readonly isType: (value: unknown) => boolean;
  /** Only called if the type is correct. */
  readonly isLawful: (value: unknown, exchange: Exchange) => boolean;
}

export type FieldRules = Record<OperationId, Record<string, FieldRule>>;

export const isText = (value: unknown): value is string => typeof value === 'string';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isVariantList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && isText(item['locale']) && isText(item['pathname']))
  );
}

/** "It consists of only the origin (scheme and host, no path)". */
export function isOrigin(value: unknown): boolean {
  return isText(value) && /^https?:\/\/[^/?#\\\s@]+$/i.test(value) && URL.canParse(value);
}

export function isUri(value: unknown): boolean {
  return isText(value) && /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(value) && URL.canParse(value);
}

export const isLocale = (value: unknown): boolean =>
  isText(value) && /^[a-z]{2,3}-[A-Z]{2}$/.test(value);

export const isPathname = (value: unknown): boolean => isText(value) && value.startsWith('/');

function areVariantsLawful(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) => isObject(item) && isLocale(item['locale']) && isPathname(item['pathname']),
    )
  );
}

const always = (): boolean => true;

export const text = (
  required: boolean,
  isLawful: (value: string, exchange: Exchange) => boolean = always,
): FieldRule => ({
  required,
  isType: isText,
  isLawful: (value, exchange) => isText(value) && isLawful(value, exchange),
});

export const pathname = (required: boolean): FieldRule =>
  text(required, (value, exchange) => exchange.query.skipValidation || isPathname(value));

export const localizedVariants: FieldRule = {
  required: false,
  isType: isVariantList,
  isLawful: (value, exchange) => exchange.query.skipValidation || areVariantsLawful(value),
};

export const isEventType = (value: unknown): boolean =>
  eventTypes.some((eventType) => eventType === value);
