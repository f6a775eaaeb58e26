import { DocumentError } from '../errors.ts';
import { suggest } from '../match-nearest.ts';
import { isRecord } from '../resolve-reference.ts';
import type { Pointer } from './model.ts';

/** More names than these would not be read. */
const mostListed = 12;

/** A value under `x-resources` or `x-resource`, with its place for messages. */
export class DeclaredValue {
  readonly value: unknown;
  readonly location: string;

  constructor(value: unknown, location: string) {
    this.value = value;
    this.location = location;
  }

  /** @throws DocumentError with the place */
  refuse(reason: string): never {
    throw new DocumentError(`${this.location}: ${reason}`);
  }

  /** The values of an object. Refuses keys that are not in the list, if there is one. */
  entries(keys?: readonly string[]): [string, DeclaredValue][] {
    if (!isRecord(this.value)) return this.refuse('must be an object');
    return Object.entries(this.value).map(([key, value]) => {
      const entry = new DeclaredValue(value, `${this.location}/${key}`);
      if (keys !== undefined && !keys.includes(key)) {
        this.refuse(`unknown key "${key}"${suggest(key, keys)}`);
      }
      return [key, entry];
    });
  }

  /** The place of one of its keys. */
  at(key: string): DeclaredValue {
    return new DeclaredValue(undefined, `${this.location}/${key}`);
  }

  /** Another value at the same place. */
  with(value: unknown): DeclaredValue {
    return new DeclaredValue(value, this.location);
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('must be a text');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.refuse('must be true or false');
  }

  /** A text, or a list of texts. */
  texts(): string[] {
    const values: unknown[] = Array.isArray(this.value) ? this.value : [this.value];
    return values.map((value, index) => {
      const location = Array.isArray(this.value) ? `${this.location}/${index}` : this.location;
      return new DeclaredValue(value, location).text();
    });
  }

  /** A list of values. */
  list(): DeclaredValue[] {
    if (!Array.isArray(this.value)) return this.refuse('must be a list');
    return this.value.map((value, index) => new DeclaredValue(value, `${this.location}/${index}`));
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const text = this.text();
    const word = words.find((candidate) => candidate === text);
    if (word !== undefined) return word;
    const hint = suggest(text, words) || `; use one of ${words.join(', ')}`;
    return this.refuse(`unknown value "${text}"${hint}`);
  }

  /** One of the names that a document defines, such as its operations. */
  name(kind: string, names: readonly string[]): string {
    const text = this.text();
    if (names.includes(text)) return text;
    const choices = [...new Set(names)];
    const isShort = choices.length > 0 && choices.length <= mostListed;
    const hint = isShort ? `; use one of ${choices.join(', ')}` : '';
    return this.refuse(`unknown ${kind} "${text}"${suggest(text, names) || hint}`);
  }

  /** A JSON Pointer, or the name of a field. */
  pointer(): Pointer {
    return toPointer(this.text());
  }

  pointers(): Pointer[] {
    return this.texts().map(toPointer);
  }

  /** An object with a pointer for each key. */
  pointersByKey(): Map<string, Pointer> {
    return new Map(this.entries().map(([key, entry]) => [key, entry.pointer()]));
  }
}

function toPointer(text: string): Pointer {
  return text === '' || text.startsWith('/') ? text : `/${text}`;
}
