import { afterCopy, tie } from '../deviations/copying.ts';
import type { Entry } from '../entry.ts';

export const duplicates: readonly Entry[] = [
  {
    id: 'duplicates/update-of-copy-reaches-original',
    title: 'An update of a copy changes the original too.',
    deviate: tie((written, other, originals) => originals.get(written) === other),
  },
  {
    id: 'duplicates/update-of-original-reaches-copy',
    title: 'An update of the original changes its copies too.',
    deviate: tie((written, other, originals) => originals.get(other) === written),
  },
  {
    id: 'duplicates/original-loses-routes',
    title: 'Duplicating moves the routes of the original to the copy under new ids.',
    deviate: afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) store.removeRoute(route.id);
    }),
  },
  {
    id: 'duplicates/routes-of-original-emptied',
    title: 'Duplicating drops the localized variants of the routes of the original.',
    deviate: afterCopy((_copy, original, { store }) => {
      for (const route of [...store.routesOf(original.id)]) {
        store.replaceRoute({ ...route, localizedVariants: [] });
      }
    }),
  },
];
