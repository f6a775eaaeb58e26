import { includes } from './check.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Keywords } from './keywords.ts';
import type { Shape } from './shapes.ts';
import { mostMembers, mostTries, type PartComposer, type ValueContext } from './value-context.ts';

/** Composes an array of a shape. Returns undefined if there are too few valid items. */
export function composeArray(
  parts: PartComposer,
  shape: Shape,
  context: ValueContext,
): unknown[] | undefined {
  return new ArrayComposer(parts, shape, context).compose();
}

class ArrayComposer {
  readonly #parts: PartComposer;
  readonly #shape: Shape;
  readonly #context: ValueContext;
  readonly #most: number;
  readonly #isUnique: boolean;
  readonly #items: unknown[] = [];

  constructor(parts: PartComposer, shape: Shape, context: ValueContext) {
    this.#parts = parts;
    this.#shape = shape;
    this.#context = context;
    this.#most = shape.readMost(({ maxItems }) => maxItems);
    this.#isUnique = shape.parts.some(({ uniqueItems }) => uniqueItems);
  }

  compose(): unknown[] | undefined {
    const least = this.#shape.readLeast(({ minItems }) => minItems);
    const leastContained = this.#shape.readLeast(toLeastContained);
    if (Math.max(least, leastContained) > mostMembers) return undefined;
    this.#fill(Math.min(this.#most, Math.max(least, this.#toUsualCount())));
    for (const part of this.#shape.parts)
      if (part.contains !== undefined) this.#adjust(part.contains, part);
    return this.#items.length >= least ? this.#items : undefined;
  }

  #fill(count: number): void {
    while (this.#items.length < count) {
      const item = this.#composeItem(this.#items.length, []);
      if (item === undefined) return;
      this.#items.push(item);
    }
  }

  /** A list has one item, if its items would not repeat the value that contains the list. */
  #toUsualCount(): number {
    const { samples, optional } = this.#context;
    if (optional === 'none') return 0;
    const sample = samples.find((candidate) => Array.isArray(candidate));
    if (Array.isArray(sample)) return sample.length;
    const prefix = this.#shape.readLeast(({ prefixItems }) => prefixItems.length);
    if (prefix > 0) return prefix;
    const schemas = this.#shape.toItem(0);
    return schemas.includes(false) || this.#parts.isRepeated(schemas) ? 0 : 1;
  }

  /** Replaces or appends items until enough of them, and not too many, meet `contains`. */
  #adjust(contains: JsonSchema, { minContains, maxContains = mostMembers }: Keywords): void {
    let count = this.#items.filter((item) => this.#meets(contains, item)).length;
    for (const index of this.#listIndexes(contains, minContains)) {
      const isTooFew = count < minContains;
      if (!isTooFew && count <= maxContains) return;
      if (this.#meets(contains, this.#items[index]) === isTooFew) continue;
      const wanted = isTooFew ? contains : { not: contains };
      const item = this.#composeItem(index, [wanted, ...this.#listDemands(contains, index)]);
      if (item === undefined || index > this.#items.length) continue;
      this.#items[index] = item;
      count += isTooFew ? 1 : -1;
    }
  }

  /** The indexes of items that may change, those that no other `contains` needs first. */
  #listIndexes(contains: JsonSchema, further: number): number[] {
    const count = Math.min(this.#most, this.#items.length + further, mostMembers);
    const indexes = [...Array(count).keys()];
    const free = indexes.filter((index) => this.#listDemands(contains, index).length === 0);
    const demanded = indexes.filter((index) => !free.includes(index));
    return [...free, ...demanded];
  }

  /** The schemas of other `contains` that an item meets. */
  #listDemands(contains: JsonSchema, index: number): JsonSchema[] {
    const schemas = this.#shape.collect((part) => part.contains);
    return schemas.filter(
      (schema) => schema !== contains && this.#meets(schema, this.#items[index]),
    );
  }

  #meets(schema: JsonSchema, item: unknown): boolean {
    return item !== undefined && this.#parts.checker.accepts([schema], item);
  }

  /** Composes an item that also meets further schemas. */
  #composeItem(index: number, further: readonly JsonSchema[]): unknown {
    const schemas = [...this.#shape.toItem(index), ...further];
    const siblings = this.#items.filter((_, position) => position !== index);
    const tries = this.#isUnique ? mostTries : 1;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const samples = attempt === 0 && further.length === 0 ? this.#listSamples(index) : [];
      const levels = this.#context.levels - 1;
      const item = this.#parts.compose(schemas, { ...this.#context, levels, samples });
      if (item === undefined) return undefined;
      if (!this.#isUnique || !includes(siblings, item)) return item;
    }
    return undefined;
  }

  #listSamples(index: number): unknown[] {
    const samples: unknown[] = [];
    for (const sample of this.#context.samples)
      if (Array.isArray(sample) && index < sample.length) samples.push(sample[index]);
    return samples;
  }
}

function toLeastContained({ contains, minContains }: Keywords): number | undefined {
  return contains === undefined ? undefined : minContains;
}
