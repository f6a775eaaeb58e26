/** Words of paths, operation ids and fields: how they are split, and how singular and plural forms are made. */

import pluralize from 'pluralize';
import { memoise } from './memoise.ts';

/** Splits an identifier into lower-case words: `orderItem_ids` → `order`, `item`, `ids`. */
export const splitWords = memoise((identifier): readonly string[] => {
  const separated = identifier
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  const words = separated.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.toLowerCase());
});

/** One spelling for identifiers that differ only in case and separators: `created_at` and `createdAt`. */
export const normalise = memoise((identifier) => {
  return identifier.replaceAll(/[^A-Za-z0-9]+/g, '').toLowerCase();
});

/** `order`, `item` → `orderItem`. */
export function toCamelCase(words: readonly string[]): string {
  const [first = '', ...later] = words;
  return first + later.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Words of APIs that the rules of `pluralize` get wrong, each with its plural. */
const technicalWords =
  'api apis,uri uris,cpu cpus,gpu gpus,npu npus,tpu tpus,vcpu vcpus,sku skus,cache caches,ache aches,niche niches,' +
  'canvas canvases,lens lenses,bias biases,axis axes,schema schemas,cookie cookies,calorie calories,selfie selfies,' +
  'rookie rookies,hoodie hoodies,brownie brownies,smoothie smoothies,virus viruses,focus focuses,excuse excuses,' +
  'basis bases,base bases,corpus corpora,data data,media media,metadata metadata,info info,staff staff,stuff stuff,dns dns,sms sms,mms mms,' +
  'tls tls,ssl ssl,aws aws,os os,ios ios,gps gps,css css,https https,rss rss,cors cors,sales sales';

const plurals = new Map(
  technicalWords.split(',').map((pair): [string, string] => {
    const [singular = '', plural = ''] = pair.split(' ');
    return [singular, plural];
  }),
);
const singulars = new Map([...plurals].map(([singular, plural]) => [plural, singular]));

/** The singular of an English noun in lower case. Words that are not plurals stay unchanged. */
export function toSingular(word: string): string {
  if (plurals.has(word)) return word;
  return singulars.get(word) ?? singularOf(word);
}

const singularOf = memoise((word) => pluralize.singular(word));

/** The plural of an English noun in lower case. */
function toPlural(word: string): string {
  return plurals.get(word) ?? (toSingular(word) === word ? pluralize.plural(word) : word);
}

/** A name in camel case whose last word is singular: `order-items` → `orderItem`. */
export const toSingularName = memoise((identifier) => {
  const words = splitWords(identifier);
  return toCamelCase([...words.slice(0, -1), toSingular(words.at(-1) ?? '')]);
});

/** A name in camel case whose last word is plural: `orderItem` → `orderItems`. */
export function toPluralName(name: string): string {
  const words = splitWords(name);
  return toCamelCase([...words.slice(0, -1), toPlural(words.at(-1) ?? '')]);
}

/** Whether a normalised name is that of a time: `closedat` or `closeddate` for `closed`. */
export function isTimeNameOf(name: string, state: string): boolean {
  return ['at', 'on', 'date', 'time'].some((ending) => name === state + ending);
}

/** Whether two identifiers name the same thing in singular or plural, in any case. */
export function isSameNoun(first: string, second: string): boolean {
  return toSingularName(first).toLowerCase() === toSingularName(second).toLowerCase();
}
