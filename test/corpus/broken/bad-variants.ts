import { isVariant, routeOperations, takeVariants } from '../deviations/forms.ts';
import { changeInput, changeVariants } from '../deviations/inputs.ts';
import { alsoAccept, changeRule, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isLocale, isObject, isPathname } from '../service/field-rules.ts';

export const badVariants: readonly Entry[] = [
  {
    id: 'bad-forms/variants-object',
    title: 'An object keyed by locale is accepted as localized variants.',
    deviate: together(
      ...routeOperations.map((operationId) =>
        alsoAccept(operationId, 'localizedVariants', isObject),
      ),
    ),
  },
  {
    id: 'bad-forms/variants-null',
    title: 'null is accepted as no localized variants.',
    deviate: together(
      ...routeOperations.map((operationId) =>
        alsoAccept(operationId, 'localizedVariants', (value) => value === null),
      ),
    ),
  },
  {
    id: 'bad-forms/variants-null-in-update',
    title: 'In an update, null clears the localized variants.',
    deviate: together(
      alsoAccept('updateRoute', 'localizedVariants', (value) => value === null),
      changeInput(['updateRoute'], (input, { body }) =>
        isObject(body) && body['localizedVariants'] === null
          ? { ...input, localizedVariants: [] }
          : input,
      ),
    ),
  },
  {
    id: 'bad-forms/variant-without-pathname-dropped',
    title: 'Localized variants that are incomplete are dropped silently.',
    deviate: together(
      takeVariants((item) => isObject(item) && !isVariant(item)),
      changeVariants((variants) =>
        variants.filter(({ locale, pathname }) => isLocale(locale) && isPathname(pathname)),
      ),
    ),
  },
  {
    id: 'bad-forms/variant-null',
    title: 'null is accepted among localized variants and dropped.',
    deviate: together(
      takeVariants((item) => item === null),
      changeVariants((variants) => variants.filter(({ locale }) => locale !== '')),
    ),
  },
  {
    id: 'bad-forms/variant-locale-number',
    title: 'A number is accepted as the locale of a localized variant.',
    deviate: takeVariants((item) => isObject(item) && typeof item['locale'] === 'number'),
  },
  {
    id: 'bad-forms/variant-pathname-null',
    title: 'null is accepted as the pathname of a localized variant.',
    deviate: takeVariants((item) => isObject(item) && item['pathname'] === null),
  },
  {
    id: 'bad-forms/variant-items-unchecked-in-update',
    title: 'An update does not validate localized variants.',
    deviate: takeVariants(() => true, ['updateRoute']),
  },
  {
    id: 'bad-forms/pathname-unchecked',
    title: 'A pathname without a slash is accepted although validation is on.',
    level: 'should',
    deviate: together(
      ...routeOperations.map((operationId) =>
        changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
      ),
    ),
  },
  {
    id: 'bad-forms/pathname-unchecked-in-update',
    title: 'An update accepts a pathname without a slash although validation is on.',
    level: 'should',
    deviate: changeRule('updateRoute', 'pathname', () => ({ isLawful: () => true })),
  },
  {
    id: 'bad-forms/pathname-mended',
    title: 'A pathname without a slash is accepted and gets one in front.',
    level: 'should',
    deviate: together(
      ...routeOperations.map((operationId) =>
        changeRule(operationId, 'pathname', () => ({ isLawful: () => true })),
      ),
      changeInput(routeOperations, (input) =>
        input.pathname !== undefined && !isPathname(input.pathname)
          ? { ...input, pathname: `/${input.pathname}` }
          : input,
      ),
    ),
  },
];
