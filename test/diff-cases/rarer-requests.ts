import {
  add,
  creation,
  type DiffCase,
  edit,
  hooks,
  json,
  move,
  schemas,
  set,
  site,
  sites,
  text,
} from './edit.ts';

/** Breaking changes of requests with rarer features: relations between fields, unions, patterns, lists. */

const routing = [...schemas, 'RouteCreation'];
const variants = [...routing, 'properties', 'localizedVariants'];

export const breaking: readonly DiffCase[] = [
  add('a pattern with a lookahead', [...schemas, 'SiteName'], { pattern: '^(?!admin)' }),
  add('a pattern that can backtrack', [...schemas, 'SiteName'], { pattern: '^([a-z]+ ?)+$' }),
  add('a pattern of letters of any script', [...schemas, 'SiteName'], { pattern: '^\\p{L}+$' }),
  add('a name must not be blank', [...schemas, 'SiteName'], { pattern: '\\S' }),
  add('a name must be one of two constants', [...schemas, 'SiteName'], {
    oneOf: [{ const: 'a' }, { const: 'b' }],
  }),
  add('a host must be a host name, not a URI', [...schemas, 'HostUrl'], { format: 'hostname' }),
  add('an update requires a field', [...schemas, 'SiteUpdate'], { minProperties: 1 }),
  add('an update requires a name or a host', [...schemas, 'SiteUpdate'], {
    anyOf: [{ required: ['name'] }, { required: ['hostUrl'] }],
  }),
  add('an update requires exactly one of two fields', [...schemas, 'SiteUpdate'], {
    oneOf: [{ required: ['name'] }, { required: ['hostUrl'] }],
  }),
  add('a duplication requires a name', [...schemas, 'SiteDuplication'], { required: ['name'] }),
  add('a duplication allows no other fields', [...schemas, 'SiteDuplication'], {
    unevaluatedProperties: false,
  }),
  add('a host excludes a locale', creation, {
    if: { required: ['hostUrl'] },
    then: { not: { required: ['locale'] } },
  }),
  add('a site without a locale requires a host', creation, {
    if: { required: ['locale'] },
    else: { required: ['hostUrl'] },
  }),
  add('a host makes the locale stricter', creation, {
    dependentSchemas: { hostUrl: { properties: { locale: { minLength: 5 } } } },
  }),
  add('a host requires a locale (dependentSchemas)', creation, {
    dependentSchemas: { hostUrl: { required: ['locale'] } },
  }),
  add('fields with a prefix are refused', creation, { patternProperties: { '^x-': false } }),
  add('additional fields must be strings', creation, { additionalProperties: text }),
  add('field names must match a pattern', creation, { propertyNames: { pattern: '^[a-z]+$' } }),
  add('field names must be in a list', creation, {
    propertyNames: { enum: ['name', 'hostUrl'] },
  }),
  set('a field is forbidden', [...creation, 'properties', 'locale'], false),
  set('a field becomes read-only', [...creation, 'properties', 'locale', 'readOnly'], true),
  set('a field becomes an object', [...creation, 'properties', 'locale'], {
    type: 'object',
    properties: { language: text },
  }),
  set('a field becomes a list', [...creation, 'properties', 'locale'], {
    type: 'array',
    items: text,
  }),
  edit('a field is renamed', (document) =>
    move(document, [...creation, 'properties', 'hostUrl'], [...creation, 'properties', 'origin']),
  ),
  edit('the body of a creation is wrapped in an object', (document) =>
    document.set([...sites, 'post', 'requestBody', ...json, 'schema'], {
      type: 'object',
      required: ['site'],
      properties: { site: { $ref: '#/components/schemas/SiteCreation' } },
    }),
  ),
  add('the variants must contain English', variants, {
    contains: { properties: { locale: { const: 'en' } } },
  }),
  add('the variants may contain at most two in German', variants, {
    contains: { properties: { locale: { pattern: '^de' } } },
    minContains: 0,
    maxContains: 2,
  }),
  add('the first variant must be in English', variants, {
    prefixItems: [{ properties: { locale: { const: 'en-GB' } } }],
  }),
  add('no variants are allowed', variants, { maxItems: 0 }),
  set('the variants become strings', [...variants, 'items'], text),
  set('a single variant replaces the list', variants, {
    $ref: '#/components/schemas/LocalizedVariant',
  }),
  edit('the default of variants is removed', (document) => document.remove(...variants, 'default')),
  add('a variant allows no additional properties', [...schemas, 'LocalizedVariant'], {
    additionalProperties: false,
  }),
  add(
    'the pathname of a variant must start with a slash',
    [...schemas, 'LocalizedVariant', 'properties', 'pathname'],
    { pattern: '^/' },
  ),
  add(
    'the pathname in an update gets a maximum length',
    [...schemas, 'RouteUpdate', 'properties', 'pathname'],
    {
      maxLength: 2048,
    },
  ),
  add('a webhook URL must be https', [...schemas, 'WebhookCreation', 'properties', 'url'], {
    pattern: '^https://',
  }),
  set(
    'a webhook gets a list of event types',
    [...schemas, 'WebhookCreation', 'properties', 'eventType'],
    {
      type: 'array',
      items: { $ref: '#/components/schemas/EventType' },
    },
  ),
  add('a webhook requires a secret', [...schemas, 'WebhookCreation'], {
    required: ['url', 'eventType', 'secret'],
  }),
  set(
    'an operation accepts fewer event types',
    [...schemas, 'WebhookCreation', 'properties', 'eventType'],
    {
      const: 'site.published',
    },
  ),
  set('the body of createWebhook becomes XML', [...hooks, 'requestBody', 'content'], {
    'application/xml': { schema: { $ref: '#/components/schemas/WebhookCreation' } },
  }),
  set(
    'the media type of an update becomes merge-patch+json',
    [...site, 'patch', 'requestBody', 'content'],
    {
      'application/merge-patch+json': { schema: { $ref: '#/components/schemas/SiteUpdate' } },
    },
  ),
];
