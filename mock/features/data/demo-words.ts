import type { EventType } from '../../../contract/index.ts';

/** Sites of a bakery that grew, as a demonstration has to show something. */
export const shops = [
  'Lisbon',
  'Porto',
  'Madrid',
  'Sevilla',
  'Paris',
  'Lyon',
  'Berlin',
  'Hamburg',
  'Wien',
  'Graz',
  'Milano',
  'Torino',
  'London',
  'Leeds',
  'Dublin',
  'Utrecht',
  'Gent',
  'Oslo',
  'Malmo',
  'Aarhus',
  'Turku',
  'Riga',
  'Gdansk',
  'Brno',
] as const;

export const trades = ['Bakery', 'Cafe', 'Catering', 'School'] as const;

export const locales = ['en-GB', 'de-DE', 'fr-FR', 'pt-PT', 'es-ES', 'it-IT'] as const;

/** Pathnames, and what they are called in a few locales. */
export const pages = [
  { pathname: '/', variants: {} },
  {
    pathname: '/bread',
    variants: { 'de-DE': '/brot', 'fr-FR': '/pain', 'pt-PT': '/pao', 'es-ES': '/pan' },
  },
  {
    pathname: '/about-us',
    variants: { 'de-DE': '/ueber-uns', 'fr-FR': '/a-propos', 'it-IT': '/chi-siamo' },
  },
  {
    pathname: '/opening-hours',
    variants: { 'de-DE': '/oeffnungszeiten', 'fr-FR': '/horaires', 'es-ES': '/horario' },
  },
  { pathname: '/contact', variants: { 'de-DE': '/kontakt', 'pt-PT': '/contacto' } },
  { pathname: '/jobs', variants: { 'fr-FR': '/emplois' } },
  { pathname: '/recipes/sourdough', variants: { 'de-DE': '/rezepte/sauerteig' } },
  { pathname: '/orders', variants: {} },
] as const;

/** The order in which a demonstration registers for events. */
export const events = [
  'page.created',
  'page.updated',
  'page.deleted',
  'page.restored',
  'site.published',
] as const satisfies readonly EventType[];
