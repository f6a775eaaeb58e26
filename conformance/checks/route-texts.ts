/** The text that stands in all three places of a route with one variant, or each of them where they differ. */
export function readOneText({ pathname, localizedVariants }: Record<string, unknown>): unknown {
  const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
  const places: unknown[] = [pathname, variant?.locale, variant?.pathname];
  return places.every((text) => text === pathname) ? pathname : places;
}

/** Where the texts of `readOneText` stand. */
export const routeTextPlaces = [
  '/pathname',
  '/localizedVariants/0/locale',
  '/localizedVariants/0/pathname',
] as const;
