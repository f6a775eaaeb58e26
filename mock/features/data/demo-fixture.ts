import { DocumentError } from '../../../contract/document-error.ts';
import { type EventType, contract as shipped } from '../../../contract/index.ts';
import { listWorkspaces } from '../../http/check-head.ts';
import type { StateReplacement } from '../../sessions/from-state.ts';
import { createRandom } from '../../sessions/random.ts';
import type { StoreContents } from '../../store/store.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

export interface DemoOptions extends Omit<FixtureOptions, 'seed'> {
  /** The workspaces to fill, the first one with most. Default: the one that the contract gives as an example. */
  workspaces?: readonly string[];
}

type Pick = <T>(items: readonly T[]) => T;
type Workspace = StateReplacement['workspaces'][number];
type Site = NonNullable<Workspace['sites']>[number];

/**
 * A lively workspace to begin with: more sites than one page shows, routes with localized variants, webhooks. The same
 * seed always makes the same one.
 * @example const mock = createMock({ contents: createDemoFixture(7) });
 * @throws DocumentError when the contract does not allow it
 */
export function createDemoFixture(seed = 0, options: DemoOptions = {}): StoreContents {
  const { contract = shipped } = options;
  const state = toDemoState(seed, listWorkspaces(contract, options.workspaces));
  const read = toContents(state, { contract, seed });
  if (read.faults === undefined) return read.contents;
  throw new DocumentError(
    `the contract does not allow the fixture demo: ${toSentence(read.faults)}; write one of your own`,
  );
}

function toDemoState(seed: number, workspaces: readonly string[]): StateReplacement {
  const random = createRandom(seed);
  const pick: Pick = (items) => {
    const item = items[random.next() % items.length];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };
  return {
    formatVersion: 1,
    workspaces: workspaces.map((id, at) => ({
      id,
      sites: shops.slice(0, at === 0 ? shops.length : 5).map((shop) => createSite(shop, at, pick)),
      webhooks: events.slice(0, at === 0 ? events.length : 1).map((eventType, number) => ({
        url: `https://hooks.example.com/${number + 1}/${eventType.replace('.', '-')}`,
        eventType,
      })),
    })),
  };
}

/** Names, hosts and pathnames are plain, so that they stand under stricter assumptions, too. */
function createSite(shop: string, workspace: number, pick: Pick): Site {
  const trade = pick(trades);
  const host = `${trade}-${shop}${workspace === 0 ? '' : `-${workspace + 1}`}`.toLowerCase();
  const count = pick([2, 3, 4, 5, 6, 7, 8]);
  return {
    name: `${trade} ${shop}`,
    // Some sites have none yet.
    ...(pick([1, 2, 3, 4]) === 1 ? {} : { hostUrl: `https://${host}.example.com` }),
    locale: pick(locales),
    routes: pages.slice(0, count).map(({ pathname, variants }) => ({
      pathname,
      localizedVariants: Object.entries(variants).map(([locale, localized]) => ({
        locale,
        pathname: localized,
      })),
    })),
  };
}

/** Sites of a bakery that grew, as a demonstration has to show something. */
const shops = [
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

const trades = ['Bakery', 'Cafe', 'Catering', 'School'] as const;

const locales = ['en-GB', 'de-DE', 'fr-FR', 'pt-PT', 'es-ES', 'it-IT'] as const;

/** Pathnames, and what they are called in a few locales. */
const pages = [
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
const events = [
  'page.created',
  'page.updated',
  'page.deleted',
  'page.restored',
  'site.published',
] as const satisfies readonly EventType[];
