import { DocumentError } from '../../../contract/errors.ts';
import { type EventType, contract as shipped } from '../../../contract/index.ts';
import { listWorkspaces } from '../../http/check-head.ts';
import { createRandom } from '../../sessions/seeded.ts';
import type { ReadState, StateReplacement } from '../../sessions/state.ts';
import type { StoreContents } from '../../store/store.ts';
import { demoLanguages, demoPages, longEnding } from './demo-places.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

/** How many sites the first workspace has, unless another number is given. */
const usualSites = 24;

/** How many sites each further workspace has. */
const furtherSites = 5;

export interface DemoOptions extends Omit<FixtureOptions, 'seed'> {
  /** The workspaces to fill; the first one gets most sites. Default: the example workspace of the contract. */
  workspaces?: readonly string[];
  /** The number of sites in the first workspace. Default: 24. */
  sites?: number;
}

type Pick = <T>(items: readonly T[]) => T;
type Workspace = StateReplacement['workspaces'][number];
type Site = NonNullable<Workspace['sites']>[number];

/**
 * Creates example data: more sites than fit on one page, with names in many scripts, with and without hosts, with
 * routes, localized variants and webhooks. The same seed always creates the same data.
 *
 * @example const mock = createMock({ contents: createDemoFixture(7) });
 * @throws DocumentError when the contract does not allow it
 */
export function createDemoFixture(seed = 0, options: DemoOptions = {}): StoreContents {
  const { contract = shipped, sites = usualSites } = options;
  const workspaces = listWorkspaces(contract, options.workspaces);
  const read = (isPlain: boolean): ReadState =>
    toContents(toDemoState({ seed, workspaces, sites, isPlain }), { contract, seed });
  const { assumptions } = contract;
  // A stricter contract may have names and pathnames in plain letters only.
  const isStrict =
    assumptions['name-form'] === 'plain' ||
    assumptions['name-max-length'] !== null ||
    assumptions['pathname-form'] === 'lower-case';
  let state = read(isStrict);
  if (state.faults !== undefined) state = read(true);
  if (state.faults === undefined) return state.contents;
  throw new DocumentError(
    `the fixture demo does not match the contract: ${toSentence(state.faults)}; write your own fixture`,
  );
}

interface Demo {
  seed: number;
  workspaces: readonly string[];
  sites: number;
  /** Whether names and pathnames are made of ASCII. */
  isPlain: boolean;
}

function toDemoState({ seed, workspaces, sites, isPlain }: Demo): StateReplacement {
  const random = createRandom(seed);
  const pick: Pick = (items) => {
    const item = items[random.next() % items.length];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };
  const taken = new Map<string, number>();
  const createSites = (count: number): Site[] =>
    Array.from({ length: count }, (_, at) => createSite(at, { isPlain, pick, taken }));
  return {
    formatVersion: 1,
    workspaces: workspaces.map((id, at) => ({
      id,
      sites: createSites(at === 0 ? sites : furtherSites),
      webhooks: events.slice(0, at === 0 ? events.length : 1).map((eventType, number) => ({
        url: `https://hooks.example.com/${number + 1}/${eventType.replace('.', '-')}`,
        eventType,
      })),
    })),
  };
}

interface Making {
  isPlain: boolean;
  pick: Pick;
  /** How many shops a town has, so that each gets a name and a host of its own. */
  taken: Map<string, number>;
}

function createSite(at: number, { isPlain, pick, taken }: Making): Site {
  const language = demoLanguages[at % demoLanguages.length] ?? pick(demoLanguages);
  const [town, plainTown] = pick(language.towns);
  const times = (taken.get(plainTown) ?? 0) + 1;
  taken.set(plainTown, times);
  const unique = `${pick(trades)}-${plainTown}${times === 1 ? '' : `-${times}`}`;
  const name = `${language.name.replace('*', town)}${times === 1 ? '' : ` ${times}`}`;
  const isLong = at % 9 === 8;
  return {
    name: isPlain ? unique : `${name}${isLong ? longEnding : ''}`,
    // Some sites have none yet.
    ...(pick([1, 2, 3, 4]) === 1 ? {} : { hostUrl: `https://${unique}.example.com` }),
    locale: language.locale,
    routes: demoPages.slice(0, pick([2, 3, 4, 5, 6, 7, 8])).map(({ pathname, variants }) => ({
      pathname,
      localizedVariants: Object.entries(variants)
        .map(([locale, localized]) => ({ locale, pathname: encodeURI(localized) }))
        .filter((variant) => !isPlain || !variant.pathname.includes('%')),
    })),
  };
}

const trades = ['bakery', 'cafe', 'catering', 'school'] as const;

/** The order in which a demonstration registers for events. */
const events = [
  'page.created',
  'page.updated',
  'page.deleted',
  'page.restored',
  'site.published',
] as const satisfies readonly EventType[];
