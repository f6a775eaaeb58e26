/** Another way to write the path of a request, which some routers read as the plain one. */
export interface Spelling {
  /** For a report. */
  title: string;
  /** The path itself, where it cannot be written that way. */
  spell: (path: string) => string;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const words = /(?<=\/)[a-z]+(?=\/|$)/g;

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/**
 * The case of a UUID (RFC 9562, section 4) and an escaped unreserved character (RFC 3986, section 6.2.2.2) make no other
 * address; what the others mean is up to the server.
 */
export const spellings: readonly Spelling[] = [
  {
    title: 'the id in the other case',
    spell: (path) => path.replace(uuid, swapCase),
  },
  {
    title: 'an escaped character in the id',
    spell: (path) => path.replace(uuid, (id) => encode(id.charAt(0)) + id.slice(1)),
  },
  {
    title: 'an escaped character in each word',
    spell: (path) => path.replace(words, (word) => encode(word.charAt(0)) + word.slice(1)),
  },
  { title: 'two slashes at the start', spell: (path) => `/${path}` },
  { title: 'two slashes after the version', spell: (path) => path.replace(/^(\/v\d+)\//, '$1//') },
  { title: 'a slash at the end', spell: (path) => `${path}/` },
  {
    title: 'words in capitals',
    spell: (path) => path.replace(/(?<=\/)(?:v\d+|[a-z]+)(?=\/|$)/g, (word) => word.toUpperCase()),
  },
  {
    title: 'a parameter after the first word',
    spell: (path) => path.replace(/(?<=\/)[a-z]+(?=\/)/, (word) => `${word};a=b`),
  },
];
