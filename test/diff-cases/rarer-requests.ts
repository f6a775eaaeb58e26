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
  add('a name is never empty or blank', [...schemas, 'SiteName'], { pattern: '\\S' }),
  add('a name as one of constants', [...schemas, 'SiteName'], {
    oneOf: [{ const: 'a' }, { const: 'b' }],
  }),
  add('a host is a name and no URI', [...schemas, 'HostUrl'], { format: 'hostname' }),
  add('an update names something', [...schemas, 'SiteUpdate'], { minProperties: 1 }),
  add('an update names a name or a host', [...schemas, 'SiteUpdate'], {
    anyOf: [{ required: ['name'] }, { required: ['hostUrl'] }],
  }),
  add('an update names one of two', [...schemas, 'SiteUpdate'], {
    oneOf: [{ required: ['name'] }, { required: ['hostUrl'] }],
  }),
  add('a copy needs a name', [...schemas, 'SiteDuplication'], { required: ['name'] }),
  add('a copy takes nothing else', [...schemas, 'SiteDuplication'], {
    unevaluatedProperties: false,
  }),
  add('a host without a locale', creation, {
    if: { required: ['hostUrl'] },
    then: { not: { required: ['locale'] } },
  }),
  add('a locale without a host', creation, {
    if: { required: ['locale'] },
    else: { required: ['hostUrl'] },
  }),
  add('a host decides about the locale', creation, {
    dependentSchemas: { hostUrl: { properties: { locale: { minLength: 5 } } } },
  }),
  add('a host that wants a locale by dependentSchemas', creation, {
    dependentSchemas: { hostUrl: { required: ['locale'] } },
  }),
  add('fields with a prefix are refused', creation, { patternProperties: { '^x-': false } }),
  add('other fields are texts', creation, { additionalProperties: text }),
  add('names of fields by a pattern', creation, { propertyNames: { pattern: '^[a-z]+$' } }),
  add('names of fields from a list', creation, {
    propertyNames: { enum: ['name', 'hostUrl'] },
  }),
  set('a field is forbidden', [...creation, 'properties', 'locale'], false),
  set('a field is read only', [...creation, 'properties', 'locale', 'readOnly'], true),
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
  edit('a creation is wrapped', (document) =>
    document.set([...sites, 'post', 'requestBody', ...json, 'schema'], {
      type: 'object',
      required: ['site'],
      properties: { site: { $ref: '#/components/schemas/SiteCreation' } },
    }),
  ),
  add('variants contain English', variants, {
    contains: { properties: { locale: { const: 'en' } } },
  }),
  add('variants contain at most two of a kind', variants, {
    contains: { properties: { locale: { pattern: '^de' } } },
    minContains: 0,
    maxContains: 2,
  }),
  add('the first variant is in English', variants, {
    prefixItems: [{ properties: { locale: { const: 'en-GB' } } }],
  }),
  add('no variants at all', variants, { maxItems: 0 }),
  set('variants are texts', [...variants, 'items'], text),
  set('a single variant in place of a list', variants, {
    $ref: '#/components/schemas/LocalizedVariant',
  }),
  edit('the default of variants is removed', (document) => document.remove(...variants, 'default')),
  add('variants are closed', [...schemas, 'LocalizedVariant'], { additionalProperties: false }),
  add(
    'the pathname of a variant has a slash',
    [...schemas, 'LocalizedVariant', 'properties', 'pathname'],
    { pattern: '^/' },
  ),
  add('an update of a route has a bound', [...schemas, 'RouteUpdate', 'properties', 'pathname'], {
    maxLength: 2048,
  }),
  add('a hook listens safely', [...schemas, 'WebhookCreation', 'properties', 'url'], {
    pattern: '^https://',
  }),
  set('a hook has several types', [...schemas, 'WebhookCreation', 'properties', 'eventType'], {
    type: 'array',
    items: { $ref: '#/components/schemas/EventType' },
  }),
  add('a hook needs a secret', [...schemas, 'WebhookCreation'], {
    required: ['url', 'eventType', 'secret'],
  }),
  set(
    'one operation takes fewer types',
    [...schemas, 'WebhookCreation', 'properties', 'eventType'],
    {
      const: 'site.published',
    },
  ),
  set('the body of a hook is XML', [...hooks, 'requestBody', 'content'], {
    'application/xml': { schema: { $ref: '#/components/schemas/WebhookCreation' } },
  }),
  set('the body is a merge patch', [...site, 'patch', 'requestBody', 'content'], {
    'application/merge-patch+json': { schema: { $ref: '#/components/schemas/SiteUpdate' } },
  }),
];
