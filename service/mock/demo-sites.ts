import { DocumentError } from '../../contract/errors.ts';
import type { Contract } from '../../contract/index.ts';
import { createRandom } from '../../contract/random.ts';
import { createIdsFrom, toSentence } from '../../mock/features/data/fixture-ids.ts';
import { stateFormatVersion } from '../../mock/sessions/state-format.ts';
import type { StoreContents } from '../../mock/store/records.ts';
import { readState, type StateReplacement } from './state.ts';
import { listWorkspaces } from './workspaces.ts';

/** Default number of sites in the first workspace. */
const usualSites = 24;

/** Number of sites in each further workspace. */
const furtherSites = 5;

/** The options of the demo data of the service. */
export interface DemoOptions {
  /** The workspaces to fill; the first one gets most sites. Default: the example workspace of the contract. */
  workspaces?: readonly string[] | undefined;
  /** The number of sites in the first workspace. Default: 24. */
  sites?: number | undefined;
  /** The same, as other contracts call it. */
  records?: number | undefined;
}

type Workspace = StateReplacement['workspaces'][number];
type Site = NonNullable<Workspace['sites']>[number];

/**
 * Creates example data: more sites than fit on one page, with names in many scripts, with and without hosts, with
 * routes and localized variants. It has no webhooks, so that triggered events only reach the receivers of the user.
 * @throws DocumentError when the contract does not allow it
 */
export function createDemoSites(
  contract: Contract,
  seed: number,
  options: DemoOptions,
): StoreContents {
  const { assumptions } = contract;
  const { records = usualSites, sites = records } = options;
  // A stricter contract may allow only plain letters in names and pathnames.
  const isPlain =
    assumptions['name-form'] === 'plain' ||
    assumptions['name-max-length'] !== null ||
    assumptions['pathname-form'] === 'lower-case';
  const create = createSites(seed, isPlain);
  const workspaces = listWorkspaces(contract, options.workspaces).map((id, at) => {
    return { id, sites: create(at === 0 ? sites : furtherSites) };
  });
  const tree = { formatVersion: stateFormatVersion, workspaces };
  return readFixture(contract, 'demo', tree, seed);
}

/**
 * Reads the records that the examples of the document show. No response shows a workspace, so its id is the one that the
 * document has as an example.
 * @throws DocumentError when they do not match the contract
 */
export function readExampleSites(
  contract: Contract,
  { workspaces = [] }: { workspaces?: unknown },
  seed: number,
): StoreContents {
  const [id] = listWorkspaces(contract, undefined);
  const named = [workspaces].flat().map((workspace) => Object.assign({ id }, workspace));
  const tree = { formatVersion: stateFormatVersion, workspaces: named };
  return readFixture(contract, 'examples', tree, seed);
}

function readFixture(contract: Contract, name: string, tree: object, seed: number): StoreContents {
  const state = readState(contract, tree, createIdsFrom(seed, contract.assumptions));
  if (state.faults === undefined) return state.contents;
  throw new DocumentError(
    `the fixture ${name} does not match the contract: ${toSentence(state.faults)}; write your own fixture`,
  );
}

/**
 * Returns a function that creates so many further sites. Each has its own name and host.
 * @param isPlain whether names and pathnames contain only ASCII
 */
function createSites(seed: number, isPlain: boolean): (count: number) => Site[] {
  const random = createRandom(seed);
  const first = random.next() % shops.length;
  let count = 0;
  const create = (): Site => {
    const [locale = '', name = '', plainName = ''] = shops[(first + count) % shops.length] ?? [];
    const round = Math.floor(count / shops.length) + 1;
    count += 1;
    const host = round === 1 ? plainName : `${plainName}-${round}`;
    const ending = `${round === 1 ? '' : ` ${round}`}${count % 9 === 0 ? longEnding : ''}`;
    return {
      name: isPlain ? host : `${name}${ending}`,
      // Some sites have no host yet.
      ...(random.next() % 4 === 0 ? {} : { hostUrl: `https://${host}.example.com` }),
      locale,
      routes: pages
        .slice(0, 2 + (random.next() % (pages.length - 1)))
        .map(({ pathname, localizedVariants }) => ({
          pathname,
          localizedVariants: localizedVariants.filter(
            (variant) => !isPlain || !variant.pathname.includes('%'),
          ),
        })),
    };
  };
  return (count) => Array.from({ length: count }, create);
}

/**
 * Bakeries in many languages, with names like those of real users: accents, right-to-left scripts, scripts without
 * spaces or with characters of several code points, dotted and dotless letters.
 */
const shops = `
en-GB | Bakery London | bakery-london
pt-PT | Pastelaria São João da Madeira | pastelaria-sao-joao
ar-EG | مخبز الإسكندرية | bakery-alexandria
ja-JP | 東京のパン屋 | bakery-tokyo
de-DE | Bäckerei Gießen | baeckerei-giessen
fr-FR | L’Épi d’Or – L’Haÿ-les-Roses | epi-d-or
he-IL | מאפיית תל אביב | bakery-tel-aviv
zh-CN | 上海面包店 | bakery-shanghai
pl-PL | Piekarnia Łódź | piekarnia-lodz
es-ES | Panadería A Coruña | panaderia-a-coruna
ko-KR | 서울 빵집 | bakery-seoul
tr-TR | Iğdır Fırını | firin-igdir
hi-IN | दिल्ली बेकरी | bakery-delhi
el-GR | Φούρνος Αθήνα | fournos-athina
uk-UA | Пекарня «Львів» | pekarnia-lviv
it-IT | Pasticceria Torino 🥐 | pasticceria-torino
zh-TW | 臺北麵包坊 | bakery-taipei
vi-VN | Tiệm bánh Đà Nẵng | bakery-da-nang
th-TH | ร้านขนมปังเชียงใหม่ | bakery-chiang-mai
sv-SE | Konditori Örebro | konditori-oerebro`
  .trim()
  .split('\n')
  .map((row) => row.split(' | '));

/** The ending of a very long name. */
const longEnding =
  ' – Purveyors of Sourdough, Viennoiserie and Celebration Cakes since 1897, Member of the International Guild of Craft Bakers and Confectioners';

/** Pathnames, and their translations in a few locales. */
const pages = `
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
