import { changeInput, changeVariants } from '../deviations/inputs.ts';
import type { Entry } from '../entry.ts';
import type { LocalizedVariant } from '../service/exchange.ts';

type Change = (variants: readonly LocalizedVariant[]) => readonly LocalizedVariant[];

const byLocale = (variants: readonly LocalizedVariant[]): readonly LocalizedVariant[] =>
  [...variants].sort((a, b) => (a.locale < b.locale ? -1 : a.locale > b.locale ? 1 : 0));

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['dropped', 'are not kept', () => []],
  ['first-only', 'are dropped except for the first', (variants) => variants.slice(0, 1)],
  ['three-at-most', 'are cut at three', (variants) => variants.slice(0, 3)],
  ['ten-at-most', 'are cut at ten', (variants) => variants.slice(0, 10)],
];

const onlyIn = (operationId: 'createRoute' | 'updateRoute', change: Change) =>
  changeInput([operationId], (input) =>
    input.localizedVariants
      ? { ...input, localizedVariants: change(input.localizedVariants) }
      : input,
  );

export const variants: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `variants/${fault}`,
    title: `Localized variants ${what}.`,
    deviate: changeVariants(change),
  })),
  {
    id: 'variants/update-ignored',
    title: 'An update of a route ignores localized variants.',
    deviate: changeInput(['updateRoute'], (input) => ({ ...input, localizedVariants: undefined })),
  },
  {
    id: 'variants/update-empty-ignored',
    title: 'An update with an empty array of localized variants leaves the old ones.',
    deviate: changeInput(['updateRoute'], (input) => ({
      ...input,
      localizedVariants:
        input.localizedVariants?.length === 0 ? undefined : input.localizedVariants,
    })),
  },
  {
    id: 'variants/update-sorted',
    title: 'Only an update sorts localized variants by locale.',
    deviate: onlyIn('updateRoute', byLocale),
  },
  {
    id: 'variants/update-first-only',
    title: 'Only an update keeps no more than the first localized variant.',
    deviate: onlyIn('updateRoute', (variants) => variants.slice(0, 1)),
  },
];
