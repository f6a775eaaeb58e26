import {
  drop,
  eachVariant,
  type Row,
  set,
  toEntries,
  whenNoVariants,
} from '../deviations/fields.ts';
import { without } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';

const routeRows: readonly Row[] = [
  ['createRoute', 'create-id-missing', 'A created route has no id.', drop('id')],
  ['createRoute', 'create-id-number', 'A created route has a number as id.', set('id', 12)],
  [
    'createRoute',
    'create-id-not-uuid',
    'A created route has its pathname as id.',
    (route) => ({ ...route, id: route['pathname'] }),
  ],
  ['createRoute', 'create-pathname-missing', 'A created route has no pathname.', drop('pathname')],
  [
    'createRoute',
    'create-pathname-without-slash',
    'A created route has a pathname without the slash.',
    (route) => ({ ...route, pathname: String(route['pathname']).replace(/^\//, '') }),
  ],
  [
    'createRoute',
    'create-variants-missing',
    'A created route has no localizedVariants.',
    drop('localizedVariants'),
  ],
  [
    'createRoute',
    'create-variants-missing-when-none',
    'A route created without localized variants lacks the empty array.',
    whenNoVariants(drop('localizedVariants')),
  ],
  [
    'createRoute',
    'create-variants-null-when-none',
    'A route created without localized variants has null for them.',
    whenNoVariants(set('localizedVariants', null)),
  ],
  [
    'createRoute',
    'create-variants-default-when-none',
    'A route created without localized variants has one for en-US.',
    (route) =>
      whenNoVariants(set('localizedVariants', [{ locale: 'en-US', pathname: route['pathname'] }]))(
        route,
      ),
  ],
  [
    'createRoute',
    'create-variants-by-locale',
    'A created route has an object keyed by locale as localizedVariants.',
    (route) => {
      const variants = route['localizedVariants'];
      const entries = Array.isArray(variants)
        ? variants.map((item) => [item?.locale, item?.pathname])
        : [];
      return { ...route, localizedVariants: Object.fromEntries(entries) };
    },
  ],
  [
    'createRoute',
    'create-variants-text',
    'A created route has its localizedVariants as a string.',
    (route) => ({ ...route, localizedVariants: JSON.stringify(route['localizedVariants']) }),
  ],
  [
    'createRoute',
    'create-variant-without-locale',
    'The localized variants of a created route have no locale.',
    eachVariant((variant) => without(variant, 'locale')),
  ],
  [
    'createRoute',
    'create-variant-without-pathname',
    'The localized variants of a created route have no pathname.',
    eachVariant((variant) => without(variant, 'pathname')),
  ],
  [
    'createRoute',
    'create-variant-pathname-null',
    'The localized variants of a created route have null as pathname.',
    eachVariant((variant) => ({ ...variant, pathname: null })),
  ],
  [
    'createRoute',
    'create-variants-are-locales',
    'The localized variants of a created route are bare locales.',
    eachVariant((variant) => variant['locale']),
  ],
  [
    'createRoute',
    'create-pathname-array',
    'A created route has its pathname as an array of segments.',
    (route) => ({ ...route, pathname: String(route['pathname']).split('/') }),
  ],
  ['updateRoute', 'update-id-missing', 'An updated route has no id.', drop('id')],
  ['updateRoute', 'update-id-null', 'An updated route has null as id.', set('id', null)],
  ['updateRoute', 'update-pathname-missing', 'An updated route has no pathname.', drop('pathname')],
  [
    'updateRoute',
    'update-pathname-null',
    'An updated route has null as pathname.',
    set('pathname', null),
  ],
  [
    'updateRoute',
    'update-variants-missing',
    'An updated route has no localizedVariants.',
    drop('localizedVariants'),
  ],
  [
    'updateRoute',
    'update-variants-null-when-none',
    'An updated route without localized variants has null for them.',
    whenNoVariants(set('localizedVariants', null)),
  ],
  [
    'updateRoute',
    'update-variant-without-locale',
    'The localized variants of an updated route have no locale.',
    eachVariant((variant) => without(variant, 'locale')),
  ],
  [
    'updateRoute',
    'update-variant-path-for-pathname',
    'The localized variants of an updated route spell pathname as path.',
    eachVariant((variant) => ({ locale: variant['locale'], path: variant['pathname'] })),
  ],
];

export const routeFields: readonly Entry[] = toEntries('route-fields', routeRows);
