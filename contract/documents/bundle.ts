import path from 'node:path';
import { DocumentError } from '../errors.ts';
import { decodePercent } from '../parse-url.ts';
import { parseDocumentText } from '../read-document-file.ts';
import {
  isRecord,
  parseJson,
  readAt,
  splitPointer,
  toPointer,
  toReference,
} from '../resolve-reference.ts';
import { findLine } from './lines.ts';
import { type Origin, toSafeUrl } from './origins.ts';
import {
  listChildren,
  type Part,
  type PartKind,
  tidyFields,
  toPartPointer,
  toRoot,
} from './parts.ts';
import { scanJson } from './scan-json.ts';

type Json = Record<string, unknown>;

/** A document in one piece: every reference is a JSON Pointer (`#/…`) whose target exists. */
export interface Bundle {
  document: Json;
  /** The names of the files without their ending, by the key under which the document contains them. */
  fileNames: readonly string[];
  /** Where a value of the document was written: `openapi.yaml:12: #/paths/~1sites`. */
  describePlace(pointer: string): string;
}

/** The key for the other files that a document refers to. */
export const bundleKey = 'x-bundled';

interface SourceFile {
  location: string;
  /** Its name in messages. */
  name: string;
  text: string;
  value: Json;
  /** The JSON Pointer of the file in the bundle. */
  prefix: string;
  /** The references of the file so far, as written and as pointers into the bundle. */
  resolved: Map<string, string>;
  /** Parts that the file names with `$id` or `$anchor`, by this name; read when it is needed. */
  identified?: ReadonlyMap<string, string>;
}

/** A part whose references are to be followed, and its file. */
interface WaitingPart {
  part: Part;
  file: SourceFile;
}

/**
 * Reads a document with all files and URLs that it refers to. References in values and in extensions are left as they are.
 * @param prepare is called with the document before references are followed
 * @throws DocumentError with file, line and pointer of a reference that leads nowhere
 */
export async function readBundle(
  origin: Origin,
  prepare: (document: Json) => Promise<Json>,
): Promise<Bundle> {
  const bundler = new Bundler(origin);
  const root = await bundler.open(origin.start);
  root.value = await prepare(root.value);
  await bundler.follow({ part: toRoot(root.value), file: root });
  const further = bundler.files.slice(1).map((file, index) => [index + 1, file.value]);
  if (further.length > 0) root.value[bundleKey] = Object.fromEntries(further);
  bundler.assertTargets(root.value);
  return {
    document: root.value,
    fileNames: bundler.files.map(({ name }) => path.posix.parse(name).name),
    describePlace: (pointer) => bundler.describePlace(pointer),
  };
}

export const notOpenApi =
  'not an OpenAPI document, which starts with "openapi: 3.1.0" or "swagger: \'2.0\'"';

class Bundler {
  readonly files: SourceFile[] = [];
  readonly #origin: Origin;
  readonly #visited = new Set<object>();
  /** The parts with references, and the references as written. */
  readonly #followed: { from: WaitingPart; written: string }[] = [];

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  /** Returns a file, which is read only once. */
  async open(location: string): Promise<SourceFile> {
    const earlier = this.files.find((file) => file.location === location);
    if (earlier !== undefined) return earlier;
    const text = await this.#origin.read(location);
    const name = this.#origin.toFile(location) ?? toSafeUrl(location);
    const value = await parseFile(text, name);
    if (!isRecord(value)) {
      const reason = this.files.length === 0 ? notOpenApi : 'must contain an object';
      throw new DocumentError(`${name}: ${reason}`);
    }
    const prefix = this.files.length === 0 ? '' : `/${bundleKey}/${this.files.length}`;
    const file = { location, name, text, value, prefix, resolved: new Map() };
    this.files.push(file);
    return file;
  }

  /** Visits all parts inside a part, and the targets of their references, which it makes pointers into the bundle. */
  async follow(start: WaitingPart): Promise<void> {
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { part, file } = next;
      if (this.#visited.has(part.value)) continue;
      this.#visited.add(part.value);
      const wrong = tidyFields(part);
      if (wrong !== undefined) {
        const address = this.describePlace(`${file.prefix}${toPartPointer(part)}/${wrong.name}`);
        throw new DocumentError(`${address} ${wrong.must}`);
      }
      resolveStatically(part);
      if (typeof part.value['$ref'] === 'string') {
        const target = await this.#resolve(next, part.value['$ref']);
        if (target !== undefined) waiting.push(target);
      }
      for (const child of listChildren(part).reverse()) waiting.push({ part: child, file });
    }
  }

  /** @throws DocumentError for references that only lead to each other */
  assertTargets(document: Json): void {
    const checked = new Set<string>();
    for (const { from, written } of this.#followed) {
      const chain = new Set<string>();
      let target: unknown = from.part.value;
      while (isRecord(target) && typeof target['$ref'] === 'string') {
        const pointer = toPointer(target['$ref']);
        if (checked.has(pointer)) break;
        if (chain.has(pointer)) throw this.#refuse(from, written, 'leads to itself; correct it');
        chain.add(pointer);
        target = readAt(document, pointer);
      }
      for (const pointer of chain) checked.add(pointer);
    }
  }

  /** Makes a reference a pointer into the bundle. Returns its target, unless the same reference was resolved before. */
  async #resolve(from: WaitingPart, reference: string): Promise<WaitingPart | undefined> {
    const { part, file } = from;
    const earlier = file.resolved.get(reference);
    if (earlier !== undefined) {
      part.value['$ref'] = earlier;
      return undefined;
    }
    const target = await this.#findTarget(from, reference);
    if (target === undefined) {
      delete part.value['$ref'];
      return undefined;
    }
    const resolved = toReference(target.file.prefix + toPartPointer(target.part));
    // What a reference means depends on the schemas around it only where they have ids.
    if (findBase(part) === '') file.resolved.set(reference, resolved);
    this.#followed.push({ from, written: reference });
    part.value['$ref'] = resolved;
    return target;
  }

  /**
   * Returns undefined for the schema `true`, which is as good as none.
   * @throws DocumentError if the reference leads nowhere
   */
  async #findTarget(from: WaitingPart, reference: string): Promise<WaitingPart | undefined> {
    const [address = '', fragment = ''] = reference.split('#', 2);
    const { kind } = from.part;
    const identified = findIdentified(from.file, address, fragment);
    if (identified !== undefined) return toTarget(from.file, identified, kind);
    const isElsewhere = address !== '' && !isName(address);
    const file = isElsewhere ? await this.#openTarget(from, reference, address) : from.file;
    const base = isElsewhere ? '' : findBase(from.part);
    for (const pointer of listPointers(file, base, fragment)) {
      const value = readAt(file.value, pointer);
      if (kind === 'schema' && value === true) return undefined;
      if (isRecord(value) && value !== from.part.value) return toTarget(file, pointer, kind);
    }
    throw this.#refuse(from, reference, 'leads nowhere; correct it');
  }

  async #openTarget(from: WaitingPart, reference: string, address: string): Promise<SourceFile> {
    try {
      return await this.open(this.#origin.resolve(address, from.file.location));
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw this.#refuse(from, reference, `leads nowhere: ${error.message}`);
    }
  }

  #refuse({ part, file }: WaitingPart, reference: string, reason: string): DocumentError {
    const address = this.describePlace(file.prefix + toPartPointer(part));
    return new DocumentError(`${address}: $ref "${reference}" ${reason}`);
  }

  describePlace(pointer: string): string {
    // The prefix of the first file is empty.
    const file = this.files.findLast(({ prefix }) => `${pointer}/`.startsWith(`${prefix}/`));
    if (file === undefined) return `#${pointer}`;
    const inside = pointer.slice(file.prefix.length);
    const line = findLine(file.text, splitPointer(inside));
    return `${file.name}:${line}: #${inside}`;
  }
}

function toTarget(file: SourceFile, pointer: string, kind: PartKind): WaitingPart {
  const value = readAt(file.value, pointer);
  return { part: toRoot(isRecord(value) ? value : {}, kind, pointer), file };
}

/** Without a caller that extends a schema, a dynamic reference is one to its anchor (JSON Schema, section 8.2.3.2). */
function resolveStatically({ kind, value }: Part): void {
  if (kind !== 'schema' || typeof value['$dynamicRef'] !== 'string') return;
  value['$ref'] ??= value['$dynamicRef'];
  delete value['$dynamicRef'];
}

/** Names such as `urn:pet` cannot be read. */
function isName(address: string): boolean {
  return /^(?!https?:|file:)[a-z][a-z\d+.-]+:/i.test(address);
}

/** The pointers that a fragment can mean. Schemas with an `$id` are documents of their own (JSON Schema, section 8.2). */
function listPointers(file: SourceFile, base: string, fragment: string): string[] {
  if (fragment === '') return [base, ''];
  if (fragment.startsWith('/')) {
    const decoded = decodePercent(fragment);
    return [base + decoded, base + fragment, decoded, fragment];
  }
  const anchored = readIdentified(file).get(`#${fragment}`);
  return anchored === undefined ? [] : [anchored];
}

/** The pointer of the nearest schema around a part that has an `$id`. */
function findBase(part: Part): string {
  for (let at: Part | undefined = part; at !== undefined; at = at.parent)
    if (at.kind === 'schema' && typeof at.value['$id'] === 'string') return toPartPointer(at);
  return '';
}

/** Finds the target of a reference to an `$id` of the same file. */
function findIdentified(file: SourceFile, address: string, fragment: string): string | undefined {
  if (address === '') return undefined;
  const identified = readIdentified(file);
  const base = identified.get(address);
  if (base === undefined) return undefined;
  if (fragment === '') return base;
  return fragment.startsWith('/') ? base + decodePercent(fragment) : identified.get(`#${fragment}`);
}

function readIdentified(file: SourceFile): ReadonlyMap<string, string> {
  file.identified ??= listIdentified(file);
  return file.identified;
}

function listIdentified({ text, value }: SourceFile): ReadonlyMap<string, string> {
  const identified = new Map<string, string>();
  if (!/\$(?:id|anchor|dynamicAnchor)\b/.test(text)) return identified;
  const waiting = [toAny(value, undefined, [])];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { $id, $anchor, $dynamicAnchor } = part.value;
    const names = [$id, ...[$anchor, $dynamicAnchor].map((anchor) => anchor && `#${anchor}`)];
    for (const name of names)
      if (typeof name === 'string' && !identified.has(name))
        identified.set(name, toPartPointer(part));
    for (const [key, child] of Object.entries(part.value))
      if (typeof child === 'object' && child !== null)
        waiting.push(toAny({ ...child }, part, [key]));
  }
  return identified;
}

function toAny(value: Json, parent: Part | undefined, keys: readonly string[]): Part {
  return { kind: 'schema', value, parent, keys };
}

const tooDeep = 'is nested too deeply, or a YAML anchor contains itself; use a flatter document';

/** Recursive functions of Node reach their limit somewhat later. */
const deepest = 1000;

async function parseFile(text: string, name: string): Promise<unknown> {
  const json = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  if (json === undefined) return parseYaml(text, name);
  const { repeated, depth } = scanJson(text);
  if (depth > deepest) throw new DocumentError(`${name}: ${tooDeep}`);
  if (repeated !== undefined) {
    const line = findLine(text, splitPointer(repeated));
    throw new DocumentError(`${name}:${line}: #${repeated} is in its object twice; remove one`);
  }
  return json;
}

async function parseYaml(text: string, name: string): Promise<unknown> {
  const value = await parseDocumentText(text, name);
  try {
    JSON.stringify(value);
  } catch {
    throw new DocumentError(`${name}: ${tooDeep}`);
  }
  return value;
}
