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
  const [town, plainTown] = pick(Object.entries(language.towns));
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
    routes: demoPages.slice(0, pick([2, 3, 4, 5, 6, 7, 8])).map(({ pathname, variants }) => ({
      pathname,
      localizedVariants: Object.entries(variants)
        .map(([locale, localized]) => ({ locale, pathname: encodeURI(localized) }))
        .filter((variant) => !isPlain || !variant.pathname.includes('%')),
    })),
  };
}

const trades = ['bakery', 'cafe', 'catering', 'school'] as const;

/** A kind of shop in one language, and its towns. */
interface DemoLanguage {
  locale: string;
  /** The name of a shop; `*` is replaced by its town. */
  name: string;
  /** Names of towns in the local script, and in plain letters for host names. */
  towns: Readonly<Record<string, string>>;
}

/**
 * Bakeries in many languages, with names like those of real users: accents, right-to-left scripts, scripts without
 * spaces or with characters of several code points, dotted and dotless letters.
 */
const demoLanguages: readonly DemoLanguage[] = [
  {
    locale: 'en-GB',
    name: 'Bakery *',
    towns: { London: 'london', Leeds: 'leeds', Bristol: 'bristol', Cardiff: 'cardiff' },
  },
  {
    locale: 'pt-PT',
    name: 'Pastelaria *',
    towns: { Évora: 'evora', 'São João da Madeira': 'sao-joao-da-madeira', Covilhã: 'covilha' },
  },
  {
    locale: 'ar-EG',
    name: 'مخبز *',
    towns: { القاهرة: 'cairo', الإسكندرية: 'alexandria', الجيزة: 'giza' },
  },
  { locale: 'ja-JP', name: '*のパン屋', towns: { 東京: 'tokyo', 京都: 'kyoto', 札幌: 'sapporo' } },
  {
    locale: 'de-DE',
    name: 'Bäckerei *',
    towns: { München: 'muenchen', Köln: 'koeln', Gießen: 'giessen' },
  },
  {
    locale: 'fr-FR',
    name: 'L’Épi d’Or – *',
    towns: { Nîmes: 'nimes', Besançon: 'besancon', 'L’Haÿ-les-Roses': 'l-hay-les-roses' },
  },
  { locale: 'he-IL', name: 'מאפיית *', towns: { 'תל אביב': 'tel-aviv', חיפה: 'haifa' } },
  { locale: 'zh-CN', name: '*面包店', towns: { 上海: 'shanghai', 成都: 'chengdu' } },
  { locale: 'pl-PL', name: 'Piekarnia *', towns: { Łódź: 'lodz', Gdańsk: 'gdansk' } },
  {
    locale: 'es-ES',
    name: 'Panadería *',
    towns: { Cádiz: 'cadiz', León: 'leon', 'A Coruña': 'a-coruna' },
  },
  { locale: 'ko-KR', name: '* 빵집', towns: { 서울: 'seoul', 부산: 'busan' } },
  { locale: 'tr-TR', name: '* Fırını', towns: { İstanbul: 'istanbul', Iğdır: 'igdir' } },
  { locale: 'hi-IN', name: '* बेकरी', towns: { दिल्ली: 'delhi', मुंबई: 'mumbai' } },
  { locale: 'el-GR', name: 'Φούρνος *', towns: { Αθήνα: 'athina', Θεσσαλονίκη: 'thessaloniki' } },
  { locale: 'uk-UA', name: 'Пекарня «*»', towns: { Київ: 'kyiv', Львів: 'lviv' } },
  {
    locale: 'it-IT',
    name: 'Pasticceria * 🥐',
    towns: { Torino: 'torino', Milano: 'milano', Palermo: 'palermo' },
  },
  { locale: 'zh-TW', name: '*麵包坊', towns: { 臺北: 'taipei', 高雄: 'kaohsiung' } },
  { locale: 'vi-VN', name: 'Tiệm bánh *', towns: { 'Hà Nội': 'ha-noi', 'Đà Nẵng': 'da-nang' } },
  { locale: 'th-TH', name: 'ร้านขนมปัง*', towns: { เชียงใหม่: 'chiang-mai', ภูเก็ต: 'phuket' } },
  { locale: 'sv-SE', name: 'Konditori *', towns: { Malmö: 'malmoe', Örebro: 'oerebro' } },
];

/** The ending of a very long name. */
const longEnding =
  ' – Purveyors of Sourdough, Viennoiserie and Celebration Cakes since 1897, Member of the International Guild of Craft Bakers and Confectioners';

/** Pathnames, and their translations in a few locales. */
const demoPages: readonly {
  pathname: string;
  variants: Readonly<Record<string, string>>;
}[] = [
  { pathname: '/', variants: {} },
  {
    pathname: '/bread',
    variants: {
      'de-DE': '/brot',
      'fr-FR': '/pain',
      'pt-PT': '/pao',
      'es-ES': '/pan',
      'ja-JP': '/パン',
      'ar-EG': '/خبز',
    },
  },
  {
    pathname: '/about-us',
    variants: {
      'de-DE': '/über-uns',
      'fr-FR': '/à-propos',
      'it-IT': '/chi-siamo',
      'he-IL': '/אודות',
    },
  },
  {
    pathname: '/opening-hours',
    variants: { 'de-DE': '/oeffnungszeiten', 'fr-FR': '/horaires', 'zh-CN': '/营业时间' },
  },
  {
    pathname: '/contact',
    variants: { 'de-DE': '/kontakt', 'pt-PT': '/contacto', 'pl-PL': '/kontakt' },
  },
  { pathname: '/jobs', variants: { 'fr-FR': '/emplois', 'sv-SE': '/jobba-hos-oss' } },
  { pathname: '/recipes/sourdough', variants: { 'de-DE': '/rezepte/sauerteig' } },
  { pathname: '/orders', variants: {} },
];
