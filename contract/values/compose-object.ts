import { pick, pickFraction } from '../random.ts';
import { isRecord } from '../resolve-reference.ts';
import type { Keywords } from './keywords.ts';
import { createPatternText } from './pattern-texts.ts';
import type { Shape } from './shapes.ts';
import { mostMembers, mostTries, type PartComposer, type ValueContext } from './value-context.ts';
import { toWord } from './words.ts';

/** Composes an object of a shape. Returns undefined if a required property has no value. */
export function composeObject(
  parts: PartComposer,
  shape: Shape,
  context: ValueContext,
): Record<string, unknown> | undefined {
  return new ObjectComposer(parts, shape, context).compose();
}

class ObjectComposer {
  readonly #parts: PartComposer;
  readonly #shape: Shape;
  readonly #context: ValueContext;
  readonly #properties = new Map<string, unknown>();

  constructor(parts: PartComposer, shape: Shape, context: ValueContext) {
    this.#parts = parts;
    this.#shape = shape;
    this.#context = context;
  }

  compose(): Record<string, unknown> | undefined {
    const least = this.#shape.readLeast(({ minProperties }) => minProperties);
    if (least > mostMembers || !this.#addRequired()) return undefined;
    this.#addOptional();
    this.#addFurther();
    return this.#properties.size < least ? undefined : this.#toObject();
  }

  /** @returns whether all required properties have a value */
  #addRequired(): boolean {
    const names = new Set(this.#shape.required);
    for (const name of names) {
      if (this.#isHidden(name)) continue;
      if (!this.#add(name)) return false;
      for (const dependent of this.#shape.listDependents(name)) names.add(dependent);
    }
    return true;
  }

  #addOptional(): void {
    const most = this.#shape.readMost(({ maxProperties }) => maxProperties);
    for (const name of this.#chooseOptional()) {
      const names = new Set([name, ...this.#shape.listDependents(name)]);
      const missing = [...names].filter((candidate) => !this.#properties.has(candidate));
      if (this.#properties.size + missing.length > most) continue;
      for (const candidate of missing) this.#add(candidate);
    }
  }

  /** The optional properties that the value gets. Those that would repeat the value inside itself are left out. */
  #chooseOptional(): string[] {
    const { optional, samples } = this.#context;
    if (optional === 'none') return [];
    const names = new Set(this.#shape.declared);
    for (const sample of samples)
      if (isRecord(sample)) for (const name of Object.keys(sample)) names.add(name);
    return [...names].filter((name) => {
      if (optional === 'some' && pickFraction(this.#parts.plan.random) < 0.5) return false;
      const schemas = this.#shape.toProperty(name);
      if (schemas.includes(false) || this.#parts.isRepeated(schemas)) return false;
      return !this.#isHidden(name);
    });
  }

  /** Adds properties that are not declared: as many as are needed, and one to a map that would be empty. */
  #addFurther(): void {
    const { declared, parts } = this.#shape;
    const least = this.#shape.readLeast(({ minProperties }) => minProperties);
    const isMap = declared.size === 0 && parts.some(hasEntries);
    const wanted = isMap && this.#context.optional !== 'none' ? Math.max(least, 1) : least;
    // Rules for names may allow fewer properties than are needed.
    let failures = 0;
    for (let attempt = 0; this.#properties.size < wanted; attempt += 1) {
      const name = this.#createName(attempt);
      const isNew = name !== undefined && !this.#properties.has(name);
      const isAdded = isNew && this.#add(name);
      failures = isAdded ? 0 : failures + 1;
      if (failures > mostTries + declared.size) return;
    }
  }

  /** Creates the name of a further property: a declared one, and then by turns for a pattern, for `propertyNames` or a word. */
  #createName(attempt: number): string | undefined {
    const { declared, parts } = this.#shape;
    const { plan } = this.#parts;
    if (attempt < declared.size) return [...declared][attempt];
    const patterns = parts.flatMap(({ patternProperties }) => [...patternProperties.keys()]);
    if (patterns.length > 0 && attempt % 2 === 0)
      return createPatternText(pick(plan.random, patterns), plan.random, isNotEmpty);
    const rules = this.#shape.collect(({ propertyNames }) => propertyNames);
    if (rules.length === 0) return toWord({ ...plan, unique: attempt < 8 ? undefined : attempt });
    const name = this.#parts.compose([...rules, textSchema], nameOfProperty);
    return typeof name === 'string' ? name : undefined;
  }

  /** Adds a property. @returns whether it has a value */
  #add(name: string): boolean {
    const value = this.#readTag(name) ?? this.#composeProperty(name);
    if (value === undefined) return false;
    this.#properties.set(name, value);
    return true;
  }

  /** The value of a property that a discriminator reads. */
  #readTag(name: string): string | undefined {
    const tag = this.#shape.tags.find(({ property }) => property === name);
    if (tag === undefined) return undefined;
    const isAccepted = this.#parts.checker.accepts(this.#shape.toProperty(name), tag.value);
    return isAccepted ? tag.value : undefined;
  }

  #composeProperty(name: string): unknown {
    const samples: unknown[] = [];
    for (const sample of this.#context.samples)
      if (isRecord(sample) && Object.hasOwn(sample, name)) samples.push(sample[name]);
    const levels = this.#context.levels - 1;
    return this.#parts.compose(this.#shape.toProperty(name), {
      ...this.#context,
      name,
      levels,
      samples,
    });
  }

  /** Where one part of a schema hides a property and another one requires it, the one that requires it counts. */
  #isHidden(name: string): boolean {
    const schemas = this.#shape.toProperty(name);
    const isHidden = schemas.some((schema) => this.#parts.checker.isHidden(schema));
    return isHidden && !this.#shape.parts.some((part) => this.#demands(part, name));
  }

  /** Whether a part of a schema requires a property and does not hide it. */
  #demands({ required, properties }: Keywords, name: string): boolean {
    const listed = properties.get(name);
    return listed !== undefined && required.includes(name) && !this.#parts.checker.isHidden(listed);
  }

  /** Creates the object, with declared properties in their order. Also sets properties such as `__proto__`. */
  #toObject(): Record<string, unknown> {
    const entries: [name: string, value: unknown][] = [];
    for (const name of new Set([...this.#shape.declared, ...this.#properties.keys()]))
      if (this.#properties.has(name)) entries.push([name, this.#properties.get(name)]);
    return Object.fromEntries(entries);
  }
}

const textSchema = { type: 'string' };
const nameOfProperty: ValueContext = { name: '', levels: 1, samples: [], optional: 'none' };

function hasEntries({ additionalProperties, patternProperties }: Keywords): boolean {
  return isRecord(additionalProperties) || patternProperties.size > 0;
}

function isNotEmpty(text: string): boolean {
  return text !== '';
}
