import { listUnusable } from '../schemas/copy-schema.ts';
import { toRegExp } from '../values/regular-expression.ts';
import { type Part, toPartPointer } from './parts.ts';

/** Fields that are new in OpenAPI 3.2, by the kind of part. */
const news: Readonly<Record<string, readonly string[]>> = {
  document: ['$self'],
  components: ['mediaTypes'],
  pathItem: ['query', 'additionalOperations'],
  mediaType: ['itemSchema', 'itemEncoding', 'prefixEncoding'],
  example: ['dataValue', 'serializedValue'],
};

/** Collects what a document contains that this package does not use. */
export class Remarks {
  /** The pointers of the places that each fact is true of. */
  readonly #places = new Map<string, string[]>();
  #isVersion32 = false;

  addVersion(): void {
    this.#isVersion32 = true;
  }

  visit(part: Part): void {
    const { kind, value } = part;
    for (const field of news[kind] ?? [])
      if (value[field] !== undefined)
        this.#add(`"${field}" is new in OpenAPI 3.2, and not used`, part);
    if (kind === 'parameter' && value['in'] === 'querystring')
      this.#add('a parameter in "querystring" is new in OpenAPI 3.2, and not used', part);
    if (kind !== 'schema') return;
    for (const keyword of listUnusable(value))
      this.#add(`the value of "${keyword}" is not one that it can have, and not used`, part);
    const { pattern, patternProperties } = value;
    const patterns = [pattern, ...Object.keys(Object(patternProperties))];
    for (const text of patterns)
      if (typeof text === 'string' && toRegExp(text) === undefined)
        this.#add(
          `the pattern ${JSON.stringify(text)} is not a regular expression of JavaScript, so no value is judged by it`,
          part,
        );
  }

  #add(fact: string, part: Part): void {
    const pointers = this.#places.get(fact) ?? [];
    this.#places.set(fact, [...pointers, toPartPointer(part)]);
  }

  /** One sentence for each fact, with the first place. */
  list(): string[] {
    const first = this.#isVersion32 ? ['The document is OpenAPI 3.2, and is read as 3.1.'] : [];
    const facts = [...this.#places].map(([fact, [pointer, ...more]]) => {
      const further = more.length === 0 ? '' : ` and ${more.length} more`;
      return `#${pointer}${further}: ${fact}.`;
    });
    return [...first, ...facts];
  }
}
