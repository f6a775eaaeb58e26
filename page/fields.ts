import { html, type TemplateResult } from 'lit-html';
import type { Schema } from '../contract/openapi-document.ts';
import { escapePointer, isRecord } from '../contract/resolve-reference.ts';
import { type Field, hasType } from './field.ts';
import { drawInput } from './input.ts';
import { type Content, drawMarked } from './parts.ts';
import { toLabel, toWords } from './words.ts';

/** The alternatives of a schema with a discriminator, and the one that a value has. */
interface Variants {
  /** The property that names the variant. */
  tag: string;
  /** The values of that property. */
  names: unknown[];
  current: Schema | undefined;
}

/** Draws the fields of an object. If it has variants, those of the chosen one. */
export function drawFields(field: Field): Content {
  const variants = readVariants(field);
  const { properties = {}, description = '' } = variants.current ?? field.schema;
  const names = Object.keys(properties);
  const inputs = names.map((name) => drawField(toProperty(name, field, variants)));
  if (variants.current === undefined) return inputs;
  return [inputs, html`<p class="wide quiet">${drawMarked(description)}</p>`];
}

function readVariants({ schema, value }: Field): Variants {
  const tag = schema.discriminator?.propertyName ?? '';
  const alternatives = schema.oneOf ?? [];
  const names = alternatives.map((alternative) => {
    const { properties = {} } = alternative;
    return properties[tag]?.const;
  });
  const current = isRecord(value) ? alternatives[names.indexOf(value[tag])] : undefined;
  return { tag, names, current };
}

/** The field of a property. */
function toProperty(name: string, field: Field, { tag, names, current }: Variants): Field {
  const { value, initial, pointer } = field;
  const { properties = {}, required = [] } = current ?? field.schema;
  const values = isRecord(value) ? value : {};
  const property = {
    ...field,
    name,
    value: values[name],
    initial: isRecord(initial) ? initial[name] : undefined,
    pointer: `${pointer}/${escapePointer(name)}`,
    isRequired: required.includes(name),
  };
  if (name === tag && current !== undefined) {
    // Another variant has other fields.
    const chooseVariant = (variant: unknown): void => field.set({ [tag]: variant });
    return { ...property, schema: { enum: names }, set: chooseVariant };
  }
  const set = (next: unknown): void => {
    const changed = { ...values, [name]: next };
    field.set(inOrder(changed, Object.keys(properties)));
  };
  return { ...property, schema: properties[name] ?? {}, set };
}

/** The fields that are set, in the order of the schema, so that the body has the same order as in the contract. */
function inOrder(value: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const ordered: Record<string, unknown> = {};
  for (const name of names) {
    if (value[name] !== undefined) ordered[name] = value[name];
  }
  return ordered;
}

function drawField(field: Field): Content {
  const { name, schema, pointer } = field;
  if (hasType(schema, 'array')) return drawList(field);
  if (schema.properties === undefined) return drawInput(field);
  return html`<fieldset class="wide group">
    <legend>${toLabel(name, schema)}</legend>
    <div class="form">${drawFields(field)}</div>
    <p class="wrong">${field.takeFaults(pointer)}</p>
  </fieldset>`;
}

function drawList(field: Field): TemplateResult {
  const { name, schema, value, pointer, takeFaults, set } = field;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const isOfObjects = schema.items?.properties !== undefined;
  const add = () => set([...items, isOfObjects ? {} : '']);
  const label = `Add ${toSingular(name).toLowerCase()}`;
  return html`<fieldset class="wide group">
    <legend>${toLabel(name, schema)}</legend>
    ${items.map((_item, index) => drawItem(field, items, index))}
    <p class="row"><button type="button" @click=${add}>${label}</button></p>
    <p class="wrong">${takeFaults(pointer)}</p>
  </fieldset>`;
}

function drawItem(list: Field, items: readonly unknown[], index: number): Content {
  const { name, schema, takeFaults, set } = list;
  const label = `${toSingular(name)} ${index + 1}`;
  const pointer = `${list.pointer}/${index}`;
  const item = {
    name: label,
    schema: schema.items ?? {},
    value: items[index],
    pointer,
    isRequired: true,
    takeFaults,
    set: (next: unknown) => set(items.with(index, next)),
  };
  const remove = () => set(items.toSpliced(index, 1));
  return html`<div class="item row">
      ${item.schema.properties === undefined ? drawInput(item) : drawFields(item)}
      <button type="button" aria-label="Remove ${label.toLowerCase()}" @click=${remove}>✕</button>
    </div>
    <p class="wrong">${takeFaults(pointer)}</p>`;
}

/** The name of one item of a list: `siteRoutes` → `Site route`. */
function toSingular(name: string): string {
  return toWords(name.replace(/s$/, ''));
}
