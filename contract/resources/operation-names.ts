import { toVerb, type Verb } from './verbs.ts';
import { normalise, splitWords } from './words.ts';

/** The verb with which a document names an operation. */
export interface NamedVerb {
  verb: Verb;
  /** The word of the document. */
  word: string;
  /** Whether the name starts with it, perhaps after the name of an entity. */
  isFirst: boolean;
  /** Whether it is in the operation id or in the summary. */
  source: 'operation id' | 'summary';
}

/** Whether the operation id starts with one of some verbs, perhaps after the name of an entity. */
export function isNamed(name: NamedVerb | undefined, verbs: readonly Verb[]): boolean {
  return name?.source === 'operation id' && name.isFirst && verbs.includes(name.verb);
}

/** What names an operation. */
interface Named {
  name: string | undefined;
  summary: string;
  method: string;
  path: string;
}

/** The verb of the operation id, or else that of the summary. */
export function readNamedVerb({ name, summary, method, path }: Named): NamedVerb | undefined {
  const named = name === undefined ? undefined : readNameVerb(name, method, path);
  return named ?? readSummaryVerb(summary);
}

/**
 * The verb at the start of an operation id (`listNotes`, `repos/list-for-org`), after an entity (`droplets_list`,
 * `orgListTeams`), at its end (`notes.list`), or else the first one in it.
 */
function readNameVerb(name: string, method: string, path: string): NamedVerb | undefined {
  const baseName = stripPath(name.split('/').at(-1) ?? '', method, path);
  const words = splitWords(baseName);
  // `PostInvoices` and `get_files_id` repeat only the method and the path.
  if (words[0] === method.toLowerCase() && repeatsPath(words.slice(1), path)) return undefined;
  const word = findLeadingVerb(baseName, words) ?? words.find(isVerb);
  const verb = toVerb(word ?? '');
  if (word === undefined || verb === undefined) return undefined;
  const isFirst = findLeadingVerb(baseName, words) !== undefined;
  return { verb, word, isFirst, source: 'operation id' };
}

/** The verb at the start of a name or of one of its parts. */
function findLeadingVerb(name: string, words: readonly string[]): string | undefined {
  const parts = name.split(/[._:]/).map((part) => splitWords(part)[0]);
  const leading = [words[0], parts[1], parts.at(-1), words[1]];
  return leading.find((word) => word !== undefined && isVerb(word));
}

function isVerb(word: string): boolean {
  return toVerb(word) !== undefined;
}

/** FastAPI ends its ids with the path and the method: `read_note_notes__id__get` → `read_note`. */
function stripPath(name: string, method: string, path: string): string {
  const suffix = `_${path.replaceAll(/\W/g, '_')}_${method.toLowerCase()}`.replace(/^_+/, '_');
  if (!name.endsWith(suffix) || name.length === suffix.length) return name;
  return name.slice(0, -suffix.length);
}

function repeatsPath(words: readonly string[], path: string): boolean {
  const text = normalise(path);
  return words.every((word) => text.includes(word) || ['by', 'with', 'id'].includes(word));
}

/** The first word of a summary, also in the third person: `Creates a note`, `Get a list of notes`. */
function readSummaryVerb(summary: string): NamedVerb | undefined {
  const words = splitWords(summary);
  const [first = ''] = words;
  const word = toVerb(first) === undefined ? first.replace(/e?s$/, '') : first;
  const verb = toVerb(word) ?? toVerb(first.replace(/s$/, ''));
  if (verb === undefined) return undefined;
  const isList =
    verb === 'read' && words.slice(1, 4).some((next) => next === 'list' || next === 'all');
  return { verb: isList ? 'list' : verb, word: first, isFirst: true, source: 'summary' };
}
