import path from 'node:path';
import { DocumentError } from '../errors.ts';
import { type JsonObject, toPointer } from '../json.ts';
import { decodePercent } from '../parse-url.ts';
import { createPlaceFinder } from '../read-yaml.ts';
import { splitPointer } from '../resolve-reference.ts';
import { hideSecrets, type Origin, toSafeUrl } from './origins.ts';
import { bundleKey, References, rewriteReference, toReference } from './references.ts';

/** A file of a document. */
interface SourceFile {
  location: string;
  /** Its path from the folder of the document. Empty for the document itself. */
  name: string;
  /** Its path from the working folder, if it is a local file. */
  localName: string | undefined;
  value: unknown;
  /** The pointer of the file in the joined document. */
  prefix: string;
  references: References;
  /** How many of its references and mappings were followed. */
  followed: { references: number; mappings: number };
  /** Finds the line of a place by its keys, or of its nearest parent if it is missing. */
  findLine(keys: readonly string[]): number;
}

type TextParser = (text: string, name: string) => unknown;

/** A text in a file that leads to a part of the document, or to another file. */
interface Link {
  file: SourceFile;
  text: string;
  /** The pointer of its object in the file. */
  pointer: string;
  /** Whether the text may be a name instead of a reference. */
  mayBeName: boolean;
  /** Makes it lead to a pointer of the joined document. */
  rewrite(pointer: string): void;
}

/** Where a part of the joined document was written. */
interface WrittenPlace {
  localName: string | undefined;
  /** The pointer in the file. */
  pointer: string;
  line: number;
}

/** Reads a document and all files that it refers to, and joins them. */
export class SourceFiles {
  readonly #origin: Origin;
  readonly #parse: TextParser;
  readonly #files = new Map<string, SourceFile>();

  /** @param parse parses a file. It gets a name for messages */
  constructor(origin: Origin, parse: TextParser) {
    this.#origin = origin;
    this.#parse = parse;
  }

  /** @throws DocumentError */
  async open(location: string): Promise<SourceFile> {
    const earlier = this.#files.get(location);
    if (earlier !== undefined) return earlier;
    const text = await this.#origin.read(location);
    const localName = this.#origin.toFile(location);
    const value = this.#parse(text, localName ?? toSafeUrl(location));
    const name = this.#files.size === 0 ? '' : this.#toName(location);
    const file: SourceFile = {
      location,
      name,
      localName,
      value,
      prefix: name === '' ? '' : toPointer(bundleKey, name),
      references: new References(Object(value)),
      followed: { references: 0, mappings: 0 },
      findLine: createLineFinder(text),
    };
    this.#files.set(location, file);
    return file;
  }

  /**
   * Returns the document as one that refers only to its own parts, with the other files in it.
   * @throws DocumentError with the place of a reference to a file that cannot be read
   */
  async join(document: JsonObject): Promise<JsonObject> {
    // Following a reference may open a file with further ones.
    for (let links = this.#listNewLinks(); links.length > 0; links = this.#listNewLinks())
      for (const link of links) await this.#follow(link);
    const [, ...further] = this.#files.values();
    if (further.length === 0) return document;
    const entries = further.map((file): [string, unknown] => [file.name, file.value]);
    return { ...document, [bundleKey]: Object.fromEntries(entries) };
  }

  locate(pointer: string): WrittenPlace | undefined {
    const [key, name = ''] = splitPointer(pointer);
    const owner = key === bundleKey ? name : '';
    const file = [...this.#files.values()].find((candidate) => candidate.name === owner);
    if (file === undefined) return undefined;
    const { localName, prefix, findLine } = file;
    const inner = pointer.slice(prefix.length);
    return { localName, pointer: inner, line: findLine(splitPointer(inner)) };
  }

  /** The path from the folder of the document, as in references. Files of a server may differ in their query. */
  #toName(location: string): string {
    const toPath = (file: string): string => this.#origin.toFile(file) ?? new URL(file).pathname;
    const folder = path.posix.dirname(toPath(this.#origin.start));
    const name = path.posix.relative(folder, toPath(location));
    const names = new Set([...this.#files.values()].map((file) => file.name));
    let unique = name;
    for (let count = 2; names.has(unique); count += 1) unique = `${name} (${count})`;
    return unique;
  }

  #listNewLinks(): Link[] {
    const links: Link[] = [];
    for (const file of this.#files.values()) {
      const { references, followed } = file;
      for (const { value, pointer } of references.referring.slice(followed.references)) {
        const rewrite = (target: string): void => rewriteReference(value, target);
        links.push({ file, text: value.$ref, pointer, mayBeName: false, rewrite });
      }
      for (const { value, pointer } of references.mappings.slice(followed.mappings))
        links.push(...listMappingLinks(file, value, pointer));
      followed.references = references.referring.length;
      followed.mappings = references.mappings.length;
    }
    return links;
  }

  async #follow(link: Link): Promise<void> {
    const { file, text } = link;
    const [address = '', fragment = ''] = text.split('#', 2);
    if (isName(address)) return;
    // What the file itself names with `$id` or `$anchor` is not read from elsewhere.
    const local = file.references.resolve(text);
    if (address === '' || local !== undefined) {
      if (file.prefix !== '') link.rewrite(file.prefix + (local ?? decodePercent(fragment)));
      return;
    }
    const target = await this.#openTarget(link, address);
    if (target === undefined) return;
    const pointer = target.references.resolve(`#${fragment}`) ?? decodePercent(fragment);
    target.references.readTarget(pointer);
    link.rewrite(target.prefix + pointer);
  }

  async #openTarget(link: Link, address: string): Promise<SourceFile | undefined> {
    const { file, text, pointer, mayBeName } = link;
    try {
      return await this.open(this.#origin.resolve(address, file.location));
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      if (mayBeName) return undefined;
      const name = file.localName ?? toSafeUrl(file.location);
      const line = file.findLine(splitPointer(pointer));
      throw new DocumentError(`${name}:${line}: $ref "${hideSecrets(text)}": ${error.message}`);
    }
  }
}

/** The values of a mapping that are references to a place or a file. All others are names of schemas. */
function listMappingLinks(file: SourceFile, mapping: JsonObject, pointer: string): Link[] {
  const links: Link[] = [];
  for (const [key, text] of Object.entries(mapping)) {
    if (typeof text !== 'string' || !/[#/]|\.(?:ya?ml|json)$/i.test(text)) continue;
    const rewrite = (target: string): void => {
      mapping[key] = toReference(target);
    };
    links.push({ file, text, pointer, mayBeName: true, rewrite });
  }
  return links;
}

/** Whether an address is a name that cannot be read, such as `urn:pet`. */
function isName(address: string): boolean {
  return /^(?!https?:)[a-z][a-z\d+.-]*:/i.test(address);
}

function createLineFinder(text: string): (keys: readonly string[]) => number {
  let findPlace: ReturnType<typeof createPlaceFinder> | undefined;
  return (keys) => {
    findPlace ??= createPlaceFinder(text);
    // The line of the key, not of its value.
    return findPlace(keys).key.line;
  };
}
