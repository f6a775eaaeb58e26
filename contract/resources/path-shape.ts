/** The segments of a path template, as REST conventions read them. */

import { memoise } from './memoise.ts';

/** A part of a path between slashes: a fixed text, or something with parameters. */
export interface Segment {
  text: string;
  /** The names of its parameters; empty for a fixed text. Usually one, but `{base}...{head}` has two. */
  parameters: readonly string[];
}

export interface PathShape {
  segments: readonly Segment[];
  /** The path with `{}` for each parameter, without a slash at the end: paths that differ only in names are the same. */
  key: string;
  /** The verb of a custom method: `cancel` in `/orders/{id}:cancel`. It is also the last segment. */
  customVerb: string | undefined;
}

/** A path with everything that stands below it on the way: `/a/{}/b` is below `/a/{}`. */
export const parameterKey = '{}';

export function readPathShape(path: string): PathShape {
  const [plain = ''] = path.split(/[?#]/);
  const texts = plain.split('/').filter((text) => text !== '');
  const customVerb = splitCustomVerb(texts);
  const segments = texts.flatMap(toSegments);
  return { segments, key: toKey(segments), customVerb };
}

/** Splits `{id}:cancel` into two texts, in place, and returns the verb. */
function splitCustomVerb(texts: string[]): string | undefined {
  const match = /^(.*\}|[\w-]+):([A-Za-z]\w*)$/.exec(texts.at(-1) ?? '');
  if (match === null) return undefined;
  const [, record = '', verb = ''] = match;
  texts.splice(-1, 1, record, verb);
  return verb;
}

/** One segment, or two for the form of OData: `Products({id})` is `Products/{id}`. */
function toSegments(text: string): Segment[] {
  const keyed = /^([\w.-]+)\(([^)]*\{.+\}[^)]*)\)$/.exec(text);
  if (keyed !== null) {
    const [, entity = '', key = ''] = keyed;
    return [toSegment(entity), toSegment(key)];
  }
  return [toSegment(text.replace(/\.(?:json|xml)$/i, ''))];
}

function toSegment(text: string): Segment {
  const parameters = [...text.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) =>
    name.replace(/[*+]$/, ''),
  );
  // `report-{date}` is a fixed text with a parameter inside, `@{name}` and `({id})` are only a parameter.
  const isParameter = /^[^A-Za-z0-9{]*\{/.test(text);
  return { text, parameters: isParameter ? parameters : [] };
}

export function isParameter(segment: Segment | undefined): boolean {
  return segment !== undefined && segment.parameters.length > 0;
}

/** The parameters of a segment. */
export function listParameters(segment: Segment | undefined): readonly string[] {
  return segment?.parameters ?? [];
}

export function toKey(segments: readonly Segment[]): string {
  const parts = segments.map(toKeyPart);
  return `/${parts.join('/')}`;
}

function toKeyPart(segment: Segment): string {
  return isParameter(segment) ? parameterKey : segment.text;
}

/** The last fixed text of a path key: `/v1/sites/{}` → `sites`. Empty if there is none. */
export const lastNoun = memoise((key) => {
  const fixed = key.split('/').filter((part) => part !== '' && part !== parameterKey);
  return fixed.at(-1) ?? '';
});

/** Without its last segment: `/v1/sites/{}` → `/v1/sites`. */
export function parentKey(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}

/** Whether a path identifies one record: it ends in a parameter. */
export function isItemKey(key: string): boolean {
  return key.endsWith(`/${parameterKey}`);
}

/** The path of one record in a collection. */
export function itemKeyOf(collectionKey: string): string {
  return `${collectionKey}/${parameterKey}`;
}

/** The path without all parameters at its end: `/repos/{}/{}` → `/repos`. */
export function collectionKeyOf(itemKey: string): string {
  return isItemKey(itemKey) ? collectionKeyOf(parentKey(itemKey)) : itemKey;
}
