import assert from 'node:assert/strict';
import { type Answer, describe, readJson } from './client.ts';

export interface Site {
  id: string;
  name: string;
  hostUrl: string | null;
  apiKey: string;
}

interface LocalizedVariant {
  locale: string;
  pathname: string;
}

export interface Route {
  id: string;
  pathname: string;
  localizedVariants: LocalizedVariant[];
}

interface Webhook {
  id: string;
  workspaceId: string;
  url: string;
  eventType: string;
}

export interface Page {
  data: Site[];
  hasMore: boolean;
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the site in a response, after checking its status, media type and all fields. */
export const expectSite = (answer: Answer, status: number): Site =>
  parseSite(expectSuccess(answer, status), describe(answer));

export function expectRoute(answer: Answer, status: number): Route {
  const route = expectSuccess(answer, status);
  const variants = route['localizedVariants'];
  assert.ok(Array.isArray(variants), `${describe(answer)}: localizedVariants is not an array`);
  assertKeys(route, ['id', 'localizedVariants', 'pathname'], describe(answer));
  return {
    id: parseUuid(route, 'id'),
    pathname: parseText(route, 'pathname'),
    localizedVariants: variants.map((item: unknown) => {
      const variant = parseRecord(item, `${describe(answer)}: a localized variant`);
      assertKeys(variant, ['locale', 'pathname'], describe(answer));
      return { locale: parseText(variant, 'locale'), pathname: parseText(variant, 'pathname') };
    }),
  };
}

export function expectWebhook(answer: Answer, status: number): Webhook {
  const webhook = expectSuccess(answer, status);
  assertKeys(webhook, ['eventType', 'id', 'url', 'workspaceId'], describe(answer));
  return {
    id: parseUuid(webhook, 'id'),
    workspaceId: parseUuid(webhook, 'workspaceId'),
    url: parseText(webhook, 'url'),
    eventType: parseText(webhook, 'eventType'),
  };
}

export function expectPage(answer: Answer): Page {
  // The reference documents 201 for listing sites.
  const page = expectSuccess(answer, 201);
  const { data, hasMore } = page;
  assertKeys(page, ['data', 'hasMore'], describe(answer));
  assert.ok(Array.isArray(data), `${describe(answer)}: data is not an array`);
  assert.ok(typeof hasMore === 'boolean', `${describe(answer)}: hasMore is not a boolean`);
  return { data: data.map((item: unknown) => parseSite(item, describe(answer))), hasMore };
}

/** Expects a JSON object with the given status and exactly the media type `application/json`. */
function expectSuccess(answer: Answer, status: number): Record<string, unknown> {
  assert.equal(answer.status, status, `${describe(answer)}: expected ${status}`);
  const type = answer.headers.get('content-type') ?? 'none';
  assert.match(type, /^application\/json(; ?charset="?utf-8"?)?$/i, `${describe(answer)}: ${type}`);
  return parseRecord(readJson(answer), describe(answer));
}

function parseSite(value: unknown, where: string): Site {
  const site = parseRecord(value, where);
  assertKeys(site, ['apiKey', 'hostUrl', 'id', 'name'], where);
  return {
    id: parseUuid(site, 'id'),
    name: parseText(site, 'name'),
    hostUrl: site['hostUrl'] === null ? null : parseText(site, 'hostUrl'),
    apiKey: parseUuid(site, 'apiKey'),
  };
}

export function parseRecord(value: unknown, where: string): Record<string, unknown> {
  assert.ok(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    `${where}: not a JSON object`,
  );
  return Object.fromEntries(Object.entries(value));
}

function assertKeys(value: Record<string, unknown>, keys: readonly string[], where: string): void {
  assert.deepEqual(Object.keys(value).sort(), keys, `${where}: wrong set of fields`);
}

function parseText(value: Record<string, unknown>, field: string): string {
  const text = value[field];
  assert.ok(typeof text === 'string', `${field} is not a string: ${JSON.stringify(text)}`);
  return text;
}

function parseUuid(value: Record<string, unknown>, field: string): string {
  const text = parseText(value, field);
  assert.match(text, uuidForm, `${field} is not a UUID: ${text}`);
  return text;
}
