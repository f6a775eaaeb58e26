import { html, noChange, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { live } from 'lit-html/directives/live.js';
import type { Schema } from '../contract/openapi-document.ts';
import { escapePointer, isRecord, parseJson } from '../contract/resolve-reference.ts';
import type { Context } from './actions.ts';
import { isDeep } from './is-deep.ts';
import { type Content, drawMarked, onSubmit, readValue } from './parts.ts';
import { type FinishedRequest, readHeaders } from './request.ts';
import { toWords } from './words.ts';

type Value = Readonly<Record<string, unknown>>;

/** A form for a value with a schema. */
export interface FormOptions {
  /** Identifies the form; another key starts a new one. */
  key: string;
  schema: Schema;
  initial: Value;
  /** The text of the button. */
  label: string;
  /** The request that the mock checks while typing. Default: nothing is checked before it is saved. */
  toRequest?(value: Value): FinishedRequest;
  /** @throws Refused */
  save(value: Value): Promise<void>;
  /** Default: the form cannot be cancelled. */
  cancel?(): void;
}

export function drawForm(options: FormOptions, { model, set, actions }: Context): TemplateResult {
  const { key, schema, initial, label, cancel } = options;
  const { value = initial, faults } = model.form?.key === key ? model.form : {};
  const focusWrong = (form: Element, selector: string) =>
    form.querySelector<HTMLElement>(selector)?.focus();
  const submit = onSubmit(async (form) => {
    // Only text that should be JSON is known to be wrong without asking the mock.
    if (form.querySelector('textarea[aria-invalid="true"]') === null)
      await actions.submitForm({ key, value }, () => options.save(value));
    queueMicrotask(() => focusWrong(form, '[aria-invalid="true"]'));
  });
  const leave = (): void => {
    set({ form: undefined });
    cancel?.();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || cancel === undefined) return;
    event.stopPropagation();
    leave();
  };
  const unshown = new Set(faults);
  const fields = drawFields({
    name: '',
    schema,
    value,
    initial,
    pointer: '',
    isRequired: true,
    takeFaults: (place) => {
      const found = [...unshown].filter(({ pointer }) => pointer === place);
      for (const fault of found) unshown.delete(fault);
      return found.map(({ detail }) => detail).join('; ');
    },
    set: (next) => {
      if (isRecord(next)) actions.setForm(key, next, options.toRequest?.(next));
    },
  });
  const others = [...unshown].map(({ pointer = '', detail }) => `${pointer} ${detail}`);
  // Another form does not keep what was typed into this one.
  return html`${keyed(
    key,
    html`<form class="form" novalidate @submit=${submit} @keydown=${press}>${fields}
    ${others.map((text) => html`<p class="wide wrong" role="alert">${text}</p>`)}
    <p class="wide row end">${cancel === undefined ? null : html`<button type="button" @click=${leave}>Cancel</button>`}<button class="primary">${label}</button></p>
  </form>`,
  )}`;
}

/** A value in a form, and its place. */
export interface Field {
  name: string;
  schema: Schema;
  value: unknown;
  /** Its initial value. */
  initial?: unknown;
  /** Its JSON Pointer in the whole value. */
  pointer: string;
  isRequired: boolean;
  /** Returns what is wrong at a place, which is then shown there. */
  takeFaults(place: string): string;
  set(value: unknown): void;
  /** Suggests values of a property. */
  suggest?: (name: string, schema: Schema) => readonly string[];
}

/** Draws the fields of an object. If it has variants, those of the chosen one. */
export function drawFields(field: Field): Content {
  const { schema, value, initial, pointer } = field;
  const fields = isRecord(value) ? value : {};
  const tag = schema.discriminator?.propertyName ?? '';
  const kinds = schema.oneOf?.map((each) => each.properties?.[tag]?.const) ?? [];
  const variant = schema.oneOf?.[kinds.indexOf(fields[tag])];
  const { properties = {}, required = [], description = '' } = variant ?? schema;
  const names = Object.keys(properties);
  const drawn = names.map((name) => {
    // Another variant has other fields.
    const isTag = name === tag && variant !== undefined;
    const set = (next: unknown): void => {
      // In the order of the schema, so that the body has the same order as in the contract.
      const all: Record<string, unknown> = { ...fields, [name]: next };
      const entries = names.map((each): [string, unknown] => [each, all[each]]);
      field.set(Object.fromEntries(entries.filter(([, each]) => each !== undefined)));
    };
    return drawField({
      ...field,
      name,
      schema: isTag ? { enum: kinds } : (properties[name] ?? {}),
      value: fields[name],
      initial: isRecord(initial) ? initial[name] : undefined,
      pointer: `${pointer}/${escapePointer(name)}`,
      isRequired: required.includes(name),
      set: isTag ? (kind) => field.set({ [tag]: kind }) : set,
    });
  });
  const about = html`<p class="wide quiet">${drawMarked(description)}</p>`;
  return [drawn, variant === undefined ? null : about];
}

function drawField(field: Field): Content {
  const { name, schema, pointer } = field;
  if (hasType(schema, 'array')) return drawList(field);
  if (schema.properties === undefined) return drawValue(field);
  return html`<fieldset class="wide group"><legend>${toWords(name)}</legend>
    <div class="form">${drawFields(field)}</div><p class="wrong">${field.takeFaults(pointer)}</p></fieldset>`;
}

/** Whether a schema allows a type, possibly among others. */
function hasType({ type }: Schema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function drawList({ name, schema, value, pointer, takeFaults, set }: Field): TemplateResult {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = schema.items ?? {};
  const isObject = item.properties !== undefined;
  const one = name.replace(/s$/, '');
  const drawItem = (each: unknown, at: number): Content => {
    const label = `${toWords(one)} ${at + 1}`;
    const place = { pointer: `${pointer}/${at}`, isRequired: true, takeFaults };
    const replace = (next: unknown) => set(items.with(at, next));
    const field = { name: label, schema: item, value: each, ...place, set: replace };
    return html`<div class="item row">${isObject ? drawFields(field) : drawValue(field)}
      <button type="button" aria-label="Remove ${label.toLowerCase()}" @click=${() => set(items.toSpliced(at, 1))}>✕</button></div>
      <p class="wrong">${takeFaults(place.pointer)}</p>`;
  };
  return html`<fieldset class="wide group"><legend>${toWords(name)}</legend>${items.map(drawItem)}
    <p class="row"><button type="button" @click=${() => set([...items, isObject ? {} : ''])}>Add ${toWords(one).toLowerCase()}</button></p>
    <p class="wrong">${takeFaults(pointer)}</p></fieldset>`;
}

/** Draws one value with its label and its faults. */
function drawValue(field: Field): TemplateResult {
  const { name, schema, value, initial, pointer, isRequired, set } = field;
  const suggestions = field.suggest?.(name, schema) ?? [];
  const id = `field${pointer.replaceAll('/', '-')}`;
  const title = schema.description ?? '';
  const isNumeric = hasType(schema, 'number') || hasType(schema, 'integer');
  const isBoolean = hasType(schema, 'boolean');
  const isMap = isRecord(schema.additionalProperties);
  const isAny = !isMap && schema.type === undefined && schema.enum === undefined;
  const choices = schema.enum?.map(String) ?? (isBoolean ? ['true', 'false'] : undefined);
  const text = toText(value, isMap);
  const isBroken = isAny && typeof value === 'string' && /^\s*[[{]/.test(value);
  const wrong = isBroken ? 'is not valid JSON' : field.takeFaults(pointer);
  const read = (event: Event): void => {
    const typed = readValue(event);
    if (typed === '' && (isNumeric || isAny || (!isRequired && initial === undefined)))
      set(undefined);
    else if (isNumeric) set(Number(typed));
    else if (isAny) set(parseJson(typed) ?? typed);
    else if (isMap)
      set(Object.fromEntries(readHeaders(typed).map((each) => [each.name, each.value])));
    else set(isBoolean ? typed === 'true' : typed);
  };
  const drawControl = (): TemplateResult => {
    if (choices !== undefined)
      return html`<select id=${id} name=${name} title=${title} aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}" @change=${read}>
        ${isRequired && text !== '' ? null : html`<option value="" ?selected=${text === ''}>not set</option>`}
        ${choices.map((each) => html`<option value=${each} ?selected=${each === text}>${each}</option>`)}</select>`;
    // What was typed as JSON, lines or a number stays as it is.
    if (isAny || isMap)
      return html`<textarea id=${id} name=${name} title=${title} aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}" rows="3" spellcheck="false"
        placeholder=${isMap ? 'Name: value' : 'JSON or text'} .defaultValue=${toText(initial, isMap)} @input=${read}></textarea>`;
    return html`<input id=${id} name=${name} title=${title} aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}" type=${isNumeric ? 'number' : 'text'} step="any"
        list="values-${id}" dir="auto" placeholder=${isRequired ? '' : (schema.default ?? '')} autocomplete="off" spellcheck="false" .defaultValue=${text} .value=${isNumeric ? noChange : live(text)} @input=${read}>
      <datalist id="values-${id}">${suggestions.map((each) => html`<option value=${each}></option>`)}</datalist>`;
  };
  return html`<div class="field ${isAny || isMap || suggestions.length > 0 ? 'wide' : ''}"><label for=${id}>${toWords(name)} ${isRequired ? html`<small>required</small>` : null}</label>
    ${drawControl()}<span class="wrong" id="wrong-${id}">${wrong}</span></div>`;
}

/** A map is written as lines, and any other object as JSON. */
function toText(value: unknown, isMap: boolean): string {
  if (value === undefined || value === null) return '';
  const lines = isMap ? Object.entries(value).map((entry) => entry.join(': ')) : [];
  if (isMap) return lines.join('\n');
  if (typeof value !== 'object') return String(value);
  // `JSON.stringify` would overflow the stack.
  return isDeep(value) ? 'nested too deeply to be shown here' : JSON.stringify(value, null, 2);
}
