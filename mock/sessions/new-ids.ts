import type { Parameter } from '../../contract/index.ts';
import type { Schema } from '../../contract/openapi-document.ts';
import { createRandom, deriveSeed, pickFraction } from '../../contract/random.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Pointer, Resource } from '../../contract/resources/model.ts';
import { readTypes, resolveSchema } from '../../contract/schema-fields.ts';
import { findInner } from '../../contract/values-at.ts';
import { createText, type IdForm, readIdForm } from '../behaviours/ids.ts';
import { type StateReader, toRecordSchema } from './state-reader.ts';

/** How often another id is tried. */
const mostAttempts = 50;

/**
 * Creates the ids of records that a state leaves out, in the form of their schemas and examples. An id that was claimed or
 * created is not created again.
 */
export class NewIds {
  readonly #reader: StateReader;
  readonly #taken = new Set<string>();
  readonly #highest = new Map<string, number>();
  readonly #forms = new Map<string, IdForm>();
  readonly #schemas = new Map<string, Schema>();
  #count = 0;

  constructor(reader: StateReader) {
    this.#reader = reader;
  }

  /** Notes an id that a record of the state has. */
  claim({ name }: Resource, pointer: Pointer, id: unknown): void {
    const key = `${name} ${pointer}`;
    this.#taken.add(`${key} ${id}`);
    const number = Number(id);
    const highest = this.#highest.get(key) ?? 0;
    if (Number.isSafeInteger(number) && number > highest) this.#highest.set(key, number);
  }

  /** Creates an id for a field. @returns undefined if its schema has no free one */
  create(resource: Resource, pointer: Pointer): unknown {
    const key = `${resource.name} ${pointer}`;
    const schema = this.#schemas.get(key) ?? this.#readSchema(resource, pointer);
    this.#schemas.set(key, schema);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const candidate = this.#createCandidate(resource, pointer);
      const isValid = candidate !== undefined && this.#reader.values.isValid(schema, candidate);
      this.#count += 1;
      const seed = `${key} ${this.#count}`;
      const id = isValid ? candidate : this.#reader.values.generate(schema, seed, { name: 'id' });
      if (id === undefined || this.#taken.has(`${key} ${id}`)) continue;
      this.claim(resource, pointer, id);
      return id;
    }
    return undefined;
  }

  #createCandidate(resource: Resource, pointer: Pointer): unknown {
    const form = this.#readForm(resource, pointer);
    if (form.kind === 'number') {
      const highest = this.#highest.get(`${resource.name} ${pointer}`) ?? 0;
      const number = Math.max(form.first, highest + 1);
      return form.isText ? String(number) : number;
    }
    const { createUuid } = this.#reader;
    const random = createRandom(deriveSeed(this.#count, createUuid()));
    return createText(form, { createUuid, random: () => pickFraction(random) });
  }

  #readForm(resource: Resource, pointer: Pointer): IdForm {
    const key = `${resource.name} ${pointer}`;
    const storedForm = this.#forms.get(key);
    if (storedForm !== undefined) return storedForm;
    const { document, values } = this.#reader;
    const record = toRecordSchema(resource);
    const schema = findInner(document, record, pointer) ?? {};
    const inRecords = values.listExamples(record).map((example) => readAt(example, pointer));
    const inPaths = this.#findParameter(resource, pointer)?.example;
    const examples = [...values.listExamples(schema), ...inRecords, inPaths];
    const form = readIdForm(
      schema,
      examples.filter((example) => example !== undefined),
    );
    this.#forms.set(key, form);
    return form;
  }

  /** An id is valid in a record, and as a path parameter. */
  #readSchema(resource: Resource, pointer: Pointer): Schema {
    const field = findInner(this.#reader.document, toRecordSchema(resource), pointer) ?? {};
    const parameter = this.#findParameter(resource, pointer);
    if (parameter === undefined) return field;
    // Numbers are compared as texts, so a text in a record may be a number in a path.
    const [fieldType] = readTypes(field);
    const [parameterType] = readTypes(resolveSchema(this.#reader.document, parameter.schema));
    const isSameType = fieldType === undefined || fieldType === parameterType;
    return isSameType ? { allOf: [field, parameter.schema] } : field;
  }

  /** The path parameter that identifies records by a field. */
  #findParameter({ name }: Resource, pointer: Pointer): Parameter | undefined {
    for (const operation of this.#reader.operations) {
      const role = this.#reader.model.operations.get(operation.id);
      const binding = role?.bindings.find(
        ({ resource, field }) => resource === name && field === pointer,
      );
      if (binding === undefined) continue;
      return operation.parameters.find((parameter) => parameter.name === binding.parameter);
    }
    return undefined;
  }
}
