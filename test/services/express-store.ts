import type { Request } from 'express';
import { eventTypes, type LocalizedVariant } from '../corpus/service/exchange.ts';
import {
  isLocale,
  isObject,
  isOrigin,
  isPathname,
  isText,
  isUri,
} from '../corpus/service/field-rules.ts';

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface SiteDocument {
  id: string;
  workspaceId: string;
  name: string;
  hostUrl: string | null;
  apiKey: string;
  createdAt: number;
}

export interface RouteDocument {
  id: string;
  siteId: string;
  pathname: string;
  localizedVariants: LocalizedVariant[];
}

/** A round trip to a database takes a turn of the event loop, and sometimes a few milliseconds. */
const roundTrip = (): Promise<void> =>
  new Promise((resolve) => {
    if (Math.random() < 0.9) setImmediate(resolve);
    else setTimeout(resolve, 2);
  });

/** Documents by id, in order of insertion. A patch is atomic. */
export function createCollection<T extends { id: string }>() {
  const documents = new Map<string, T>();
  /** Fields that one document reads from another until it is written itself. */
  const followed = new Map<string, { id: string; fields: readonly (keyof T)[] }>();
  const read = (document: T): T => {
    const link = followed.get(document.id);
    const source = link && documents.get(link.id);
    if (link === undefined || source === undefined) return document;
    const fields = link.fields.map((field) => [field, source[field]]);
    return { ...document, ...Object.fromEntries(fields) };
  };
  return {
    async insert(document: T): Promise<void> {
      await roundTrip();
      documents.set(document.id, document);
    },
    async find(id: string): Promise<T> {
      await roundTrip();
      return read(demand(documents.get(id), 404, 'document not found'));
    },
    async all(): Promise<T[]> {
      await roundTrip();
      return [...documents.values()].map(read);
    },
    async patch(id: string, change: Partial<T>): Promise<void> {
      await roundTrip();
      const document = documents.get(id);
      if (document === undefined) return;
      followed.delete(id);
      documents.set(id, { ...document, ...change });
    },
    async replace(document: T): Promise<void> {
      await roundTrip();
      documents.set(document.id, document);
    },
    follow: (id: string, source: string, fields: readonly (keyof T)[]) =>
      followed.set(id, { id: source, fields }),
  };
}

export function demand<T>(value: T | undefined, status: number, message: string): T {
  if (value === undefined) throw new Refusal(status, message);
  return value;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function readUuid(value: unknown): string {
  if (!isText(value) || !uuid.test(value)) throw new Refusal(400, 'a UUID is needed');
  return value.toLowerCase();
}

export function readLimit(value: unknown, isLoose: boolean): number {
  if (value === undefined) return 20;
  const limit = isLoose ? Number.parseInt(String(value), 10) : Number(value);
  if (!isText(value) || (!isLoose && !/^\d+$/.test(value)) || !(limit >= 0 && limit <= 100))
    throw new Refusal(400, 'limit is a number from 0 to 100');
  return limit;
}

export function readBody(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw new Refusal(422, 'the body has to be an object');
  return body;
}

function readText(
  body: Record<string, unknown>,
  field: string,
  isValid: (text: string) => boolean = () => true,
): string | undefined {
  const value = body[field];
  if (value === undefined) return undefined;
  if (!isText(value) || !isValid(value)) throw new Refusal(422, `${field} is not valid`);
  return value;
}

export function readSite(body: unknown, isTrusting = false) {
  if (isTrusting && body === null) throw new TypeError('Cannot read properties of null');
  const fields = readBody(body);
  readText(fields, 'locale');
  return { name: readText(fields, 'name'), hostUrl: readText(fields, 'hostUrl', isOrigin) };
}

export function readRoute({ body, query }: Request) {
  const { skipValidation } = query;
  if (skipValidation !== undefined && skipValidation !== 'true' && skipValidation !== 'false')
    throw new Refusal(400, 'skipValidation is true or false');
  const isSkipped = skipValidation === 'true';
  const fields = readBody(body);
  const pathname = readText(fields, 'pathname', (text) => isSkipped || isPathname(text));
  const variants = fields['localizedVariants'];
  if (variants !== undefined && !Array.isArray(variants))
    throw new Refusal(422, 'localizedVariants has to be an array');
  const localizedVariants = variants?.map((item): LocalizedVariant => {
    const variant = readBody(item);
    const locale = readText(variant, 'locale', (text) => isSkipped || isLocale(text));
    const own = readText(variant, 'pathname', (text) => isSkipped || isPathname(text));
    return {
      locale: demand(locale, 422, 'a variant needs a locale'),
      pathname: demand(own, 422, 'a variant needs a pathname'),
    };
  });
  return {
    ...(pathname === undefined ? {} : { pathname }),
    ...(localizedVariants === undefined ? {} : { localizedVariants }),
  };
}

export function readWebhook(body: unknown): { url: string; eventType: string } {
  const fields = readBody(body);
  const isKnown = (text: string) => eventTypes.some((known) => known === text);
  return {
    url: demand(readText(fields, 'url', isUri), 422, 'url is required'),
    eventType: demand(readText(fields, 'eventType', isKnown), 422, 'eventType is required'),
  };
}
