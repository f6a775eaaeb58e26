import { pick, pickInteger } from '../random.ts';
import { createFormatText } from './format-texts.ts';
import {
  type TextContext,
  toFirstName,
  toFullName,
  toInstant,
  toLastName,
  toSentence,
  toSlug,
  toTitle,
  toToken,
  toUserName,
  toWord,
} from './words.ts';

type WriteText = (context: TextContext) => string;
type WriteNumber = (context: TextContext) => number;

/** A rule for the fields whose names end with one of some words. */
interface Rule<Write> {
  words: ReadonlySet<string>;
  write: Write;
}

function toRule<Write>(words: string, write: Write): Rule<Write> {
  return { words: new Set(words.split(' ')), write };
}

function ofFormat(format: string): WriteText {
  return (context) => createFormatText(format, context) ?? toWord(context);
}

function oneOf(...texts: readonly string[]): WriteText {
  return ({ random }) => pick(random, texts);
}

/** The first rule that fits the last words of a name applies. Words are joined without separators: `firstname`. */
const textRules: readonly Rule<WriteText>[] = [
  toRule('email mail emailaddress', ofFormat('email')),
  toRule('firstname givenname', toFirstName),
  toRule('lastname familyname surname', toLastName),
  toRule('fullname author owner assignee contact customername', toFullName),
  toRule('username login nickname handle', toUserName),
  toRule('hostname host domain fqdn', ofFormat('hostname')),
  toRule('url uri link href website homepage webhook callback avatar', ofFormat('uri')),
  toRule('path pathname route', ofFormat('path')),
  toRule('phone telephone mobile phonenumber', ofFormat('phone')),
  toRule(
    'street address addressline line1',
    ({ random }) => `${pickInteger(random, 1, 99)} Quay Street`,
  ),
  toRule('line2', oneOf('Second floor', 'Unit 4')),
  toRule('city town', oneOf('Lisbon', 'Kyoto', 'Bergen', 'Montreal')),
  toRule('region province county', oneOf('Kent', 'Bavaria', 'Ontario')),
  toRule('postcode postalcode zip zipcode', oneOf('10115', '94110', '75001')),
  toRule('country countrycode', ofFormat('country')),
  toRule('currency currencycode', ofFormat('currency')),
  toRule('locale', ofFormat('locale')),
  toRule('language lang', ofFormat('language')),
  toRule('timezone tz', ofFormat('timezone')),
  toRule('price amount cost total fee', ofFormat('decimal')),
  toRule('company organization organisation employer', toTitle),
  toRule('description summary bio about body text content message comment notes note', toSentence),
  toRule('color colour', ofFormat('color')),
  toRule('slug permalink alias', toSlug),
  toRule('key code tag label category kind type group role status state', toWord),
  toRule('title headline subject name displayname label', toTitle),
  toRule('date day birthday', ofFormat('date')),
  toRule('createdat updatedat deletedat timestamp datetime at', ofFormat('date-time')),
  toRule('time', ofFormat('time')),
  toRule('version', ofFormat('semver')),
  toRule('ip ipaddress', ofFormat('ipv4')),
  toRule('password secret', ofFormat('password')),
  toRule('sha', ofFormat('sha1')),
  toRule('uuid guid', ofFormat('uuid')),
  toRule('id token hash cursor reference', toToken),
];

function between(low: number, high: number): WriteNumber {
  return ({ random }) => pickInteger(random, low, high);
}

const toSeconds: WriteNumber = (context) => toInstant(context).getTime() / 1000;

const numberRules: readonly Rule<WriteNumber>[] = [
  toRule('price amount cost total fee', ({ random }) => pickInteger(random, 4, 400) / 2),
  toRule('latitude lat', ({ random }) => pickInteger(random, -120, 120) / 2),
  toRule('longitude lon lng', ({ random }) => pickInteger(random, -350, 350) / 2),
  toRule('age', between(18, 80)),
  toRule('year', ({ now }) => new Date(now).getUTCFullYear()),
  toRule('month', between(1, 12)),
  toRule('day', between(1, 28)),
  toRule('hour', between(0, 23)),
  toRule('minute second', between(0, 59)),
  toRule('port', between(1024, 49_151)),
  toRule('percent percentage progress', between(0, 100)),
  toRule('rating stars', between(1, 5)),
  toRule('quantity count', between(1, 20)),
  toRule('page', () => 1),
  toRule('created updated timestamp createdat updatedat at', toSeconds),
];

const rulesByName = new Map<string, Rule<WriteText> | undefined>();

/** Returns a text that a person would expect in a field with this name, or undefined. */
export function createPlausibleText(name: string, context: TextContext): string | undefined {
  return findTextRule(name)?.write(context);
}

/** Documents repeat the same names often. */
function findTextRule(name: string): Rule<WriteText> | undefined {
  if (!rulesByName.has(name)) rulesByName.set(name, findRule(textRules, name));
  return rulesByName.get(name);
}

/** Returns a number that a person would expect in a field with this name, or undefined. */
export function createPlausibleNumber(name: string, context: TextContext): number | undefined {
  return findRule(numberRules, name)?.write(context);
}

function findRule<Write>(rules: readonly Rule<Write>[], name: string): Rule<Write> | undefined {
  const endings = listEndings(name);
  for (const ending of endings) {
    const rule = rules.find(({ words }) => words.has(ending));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** The endings of a name in words, longest first: `billingPostalCode` → billingpostalcode, postalcode, code. */
function listEndings(name: string): string[] {
  const separated = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const words = separated.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const endings = words.map((_, index) => words.slice(index).join(''));
  // The items of `emails` are named after the list.
  return endings.flatMap((ending) => [ending, ending.replace(/s$/, '')]);
}
