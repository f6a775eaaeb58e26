import { DocumentError } from '../../../contract/errors.ts';
import { contract as shipped } from '../../../contract/index.ts';
import { listWorkspaces } from '../../http/steps.ts';
import { createRandom } from '../../sessions/random-ids.ts';
import type { ReadState, StateReplacement } from '../../sessions/state.ts';
import type { StoreContents } from '../../store/contents.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

/** Default number of sites in the first workspace. */
const usualSites = 24;

/** Number of sites in each further workspace. */
const furtherSites = 5;

/** The options of the demo data. */
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
 * routes and localized variants. It has no webhooks, so that triggered events only reach the receivers of the user. The
 * same seed always creates the same data.
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
  // A stricter contract may allow only plain letters in names and pathnames.
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
  /** Whether names and pathnames contain only ASCII. */
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
    })),
  };
}

interface Making {
  isPlain: boolean;
  pick: Pick;
  /** Number of shops in each town, so that each gets its own name and host. */
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
    // Some sites have no host yet.
    ...(pick([1, 2, 3, 4]) === 1 ? {} : { hostUrl: `https://${unique}.example.com` }),
    locale: language.locale,
    routes: demoPages
      .slice(0, pick([2, 3, 4, 5, 6, 7, 8]))
      .map(({ pathname, localizedVariants }) => ({
        pathname,
        localizedVariants: localizedVariants.filter(
          (variant) => !isPlain || !variant.pathname.includes('%'),
        ),
      })),
  };
}

const trades = ['bakery', 'cafe', 'catering', 'school'] as const;

/**
 * Bakeries in many languages, with names like those of real users: accents, right-to-left scripts, scripts without
 * spaces or with characters of several code points, dotted and dotless letters. Each row has a locale, the name of a shop
 * with `*` for its town, and towns with their names in plain letters, for hosts.
 */
const demoLanguages = `
en-GB | Bakery * | London london, Leeds leeds, Bristol bristol, Cardiff cardiff
pt-PT | Pastelaria * | Évora evora, São João da Madeira sao-joao-da-madeira, Covilhã covilha
ar-EG | مخبز * | القاهرة cairo, الإسكندرية alexandria, الجيزة giza
ja-JP | *のパン屋 | 東京 tokyo, 京都 kyoto, 札幌 sapporo
de-DE | Bäckerei * | München muenchen, Köln koeln, Gießen giessen
fr-FR | L’Épi d’Or – * | Nîmes nimes, Besançon besancon, L’Haÿ-les-Roses l-hay-les-roses
he-IL | מאפיית * | תל אביב tel-aviv, חיפה haifa
zh-CN | *面包店 | 上海 shanghai, 成都 chengdu
pl-PL | Piekarnia * | Łódź lodz, Gdańsk gdansk
es-ES | Panadería * | Cádiz cadiz, León leon, A Coruña a-coruna
ko-KR | * 빵집 | 서울 seoul, 부산 busan
tr-TR | * Fırını | İstanbul istanbul, Iğdır igdir
hi-IN | * बेकरी | दिल्ली delhi, मुंबई mumbai
el-GR | Φούρνος * | Αθήνα athina, Θεσσαλονίκη thessaloniki
uk-UA | Пекарня «*» | Київ kyiv, Львів lviv
it-IT | Pasticceria * 🥐 | Torino torino, Milano milano, Palermo palermo
zh-TW | *麵包坊 | 臺北 taipei, 高雄 kaohsiung
vi-VN | Tiệm bánh * | Hà Nội ha-noi, Đà Nẵng da-nang
th-TH | ร้านขนมปัง* | เชียงใหม่ chiang-mai, ภูเก็ต phuket
sv-SE | Konditori * | Malmö malmoe, Örebro oerebro`
  .trim()
  .split('\n')
  .map((row) => {
    const [locale = '', name = '', towns = ''] = row.split(' | ');
    return { locale, name, towns: towns.split(', ').map(splitLast) };
  });

/** Splits a text at its last space. */
function splitLast(text: string): [string, string] {
  const at = text.lastIndexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The ending of a very long name. */
const longEnding =
  ' – Purveyors of Sourdough, Viennoiserie and Celebration Cakes since 1897, Member of the International Guild of Craft Bakers and Confectioners';

/** Pathnames, and their translations in a few locales. */
const demoPages = `
/
/bread de-DE /brot fr-FR /pain pt-PT /pao es-ES /pan ja-JP /パン ar-EG /خبز
/about-us de-DE /über-uns fr-FR /à-propos it-IT /chi-siamo he-IL /אודות
/opening-hours de-DE /oeffnungszeiten fr-FR /horaires zh-CN /营业时间
/contact de-DE /kontakt pt-PT /contacto pl-PL /kontakt
/jobs fr-FR /emplois sv-SE /jobba-hos-oss
/recipes/sourdough de-DE /rezepte/sauerteig
/orders`
  .trim()
  .split('\n')
  .map((row) => {
    const [pathname = '', ...variants] = row.split(' ');
    const localizedVariants = variants.flatMap((locale, at) =>
      at % 2 === 0 ? [{ locale, pathname: encodeURI(variants[at + 1] ?? '') }] : [],
    );
    return { pathname, localizedVariants };
  });
