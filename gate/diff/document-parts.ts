import { follow, type Part } from '../../contract/documents/references.ts';
import { type JsonObject, toPointer } from '../../contract/json.ts';
import { isRecord, isReference, readAt } from '../../contract/resolve-reference.ts';
import type { Schema, Way } from './schemas.ts';

export interface NamedPart extends Part {
  name: string;
}

/** The parts of a document, with references resolved. */
export class DocumentParts {
  readonly root: Part;
  /** Finds the schema at a pointer. */
  readonly readSchema: (pointer: string, way: Way) => Schema;
  readonly #document: JsonObject;

  constructor(document: JsonObject, readSchema: (pointer: string, way: Way) => Schema) {
    this.#document = document;
    this.root = { value: document, pointer: '' };
    this.readSchema = readSchema;
  }

  /** A part of a part. Empty if it does not exist. */
  find({ value, pointer }: Part, ...keys: string[]): Part {
    return follow(this.#document, readAt(value, keys), pointer + toPointer(...keys));
  }

  /** The entries of a map or a list in a part. The whole map may be a reference. */
  list(part: Part, ...keys: string[]): NamedPart[] {
    const entries = readAt(part.value, keys);
    const isElsewhere = isRecord(entries) && isReference(entries);
    const owner = isElsewhere ? this.find(part, ...keys) : part;
    const path = isElsewhere ? [] : keys;
    const names = Object.keys(Object(readAt(owner.value, path)));
    return names.map((name) => {
      const entry = this.find(owner, ...path, name);
      return { name, ...entry };
    });
  }
}
