import { html, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Schema } from '../../contract/openapi-document.ts';
import { escapePointer, isRecord } from '../../contract/resolve-reference.ts';
import type { Context } from '../actions.ts';
import type { Fault, StateChange } from '../api.ts';
import { type ContractOperation, hasType } from '../contract.ts';
import { toResourceRequest } from '../request-draft.ts';
import { readValue } from './parts.ts';

/** A form for a resource, based on the request body of the operation that adds or changes it. */
export interface ResourceFormOptions {
  /** Identifies the form. */
  key: string;
  operation: ContractOperation;
  /** The path parameters of the operation, by name. */
  ids: Readonly<Record<string, string>>;
  /** The existing resource; undefined for a new one. */
  current: object | undefined;
  label: string;
  /** The notice after saving. */
  done: string;
  /** Saves without the operation. */
  save?(value: Record<string, unknown>): Promise<boolean>;
  saved(change: StateChange | undefined): void;
  cancel(): void;
}

export function drawResourceForm(options: ResourceFormOptions, context: Context): TemplateResult {
  const { key, operation, ids, current, label } = options;
  const { model, actions } = context;
  const schema = operation.body?.schema ?? {};
  const initial = pick(current ?? {}, Object.keys(schema.properties ?? {}));
  const isOpen = model.form?.key === key;
  const value = isOpen && isRecord(model.form?.value) ? model.form.value : initial;
  const faults = (isOpen ? model.form?.check?.faults : undefined) ?? [];
  const apiKey = model.info?.apiKeys[0] ?? '';
  // Unchanged fields need not be sent.
  const isPartial =
    current !== undefined && options.save === undefined && operation.method === 'PATCH';
  const toRequest = (whole: Record<string, unknown>) =>
    toResourceRequest(operation, ids, isPartial ? findChanges(initial, whole) : whole, apiKey);
  const change = (next: unknown): void => {
    if (isRecord(next)) actions.setForm(key, next, toRequest(next));
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isPartial && Object.keys(findChanges(initial, value)).length === 0) {
      options.cancel();
      return;
    }
    if (!(await actions.checkForm(key, value, toRequest(value)))) {
      document.querySelector<HTMLElement>('.resource-form [aria-invalid="true"]')?.focus();
      return;
    }
    if (options.save !== undefined) {
      if (await options.save(value)) finish(undefined);
      return;
    }
    const changed = await actions.changeState(options.done, toRequest(value));
    if (changed !== undefined) finish(changed);
  };
  const finish = (changed: StateChange | undefined): void => {
    actions.closeForm();
    options.saved(changed);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    actions.closeForm();
    options.cancel();
  };
  const shown = new Set(listPlaces(schema, value));
  const others = faults.filter(({ pointer }) => pointer === undefined || !shown.has(pointer));
  const hasOnlyDetail = isOpen && faults.length === 0 && model.form?.check?.status !== undefined;
  return html`<form class="form resource-form ${isPartial ? 'is-partial' : ''}" novalidate @submit=${submit} @keydown=${leave}>
    ${drawFields(schema, value, faults, change, initial)}
    ${others.map(({ pointer = '', detail }) => html`<p class="wide wrong" role="alert">${pointer} ${detail}</p>`)}
    ${hasOnlyDetail ? html`<p class="wide wrong" role="alert">${model.form?.check?.detail}</p>` : null}
    <p class="row end"><button type="button" @click=${() => {
      actions.closeForm();
      options.cancel();
    }}>Cancel</button><button class="primary">${label}</button></p>
  </form>`;
}

function pick(resource: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource).filter(([name, value]) => names.includes(name) && value !== null),
  );
}

function findChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
    ),
  );
}

/** A value in a form, and its place. */
interface Field {
  name: string;
  schema: Schema;
  value: unknown;
  /** Its initial value. */
  initial: unknown;
  /** Its JSON Pointer in the whole value. */
  pointer: string;
  isRequired: boolean;
  faults: readonly Fault[];
  set(value: unknown): void;
}

/**
 * Draws the fields of an object according to its schema, each with its faults. An empty optional text is omitted from
 * the value, unless it was there initially.
 */
function drawFields(
  schema: Schema,
  value: unknown,
  faults: readonly Fault[],
  set: (value: unknown) => void,
  initial: unknown = undefined,
  pointer = '',
): TemplateResult[] {
  const fields = isRecord(value) ? value : {};
  const before = isRecord(initial) ? initial : {};
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    drawField({
      name,
      schema: property,
      value: fields[name],
      initial: before[name],
      pointer: `${pointer}/${escapePointer(name)}`,
      isRequired: schema.required?.includes(name) ?? false,
      faults,
      set: (next) => {
        const { [name]: _, ...others } = fields;
        // In the order of the schema, so that the body has the same order as in the contract.
        const all = next === undefined ? others : { ...others, [name]: next };
        const order = Object.keys(schema.properties ?? {});
        set(
          Object.fromEntries(
            Object.entries(all).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
          ),
        );
      },
    }),
  );
}

function drawField(field: Field): TemplateResult {
  const { schema, value, pointer, faults } = field;
  if (hasType(schema, 'array')) return drawList(field);
  if (schema.properties !== undefined)
    return html`<fieldset class="wide group"><legend>${field.name}</legend>
      <div class="form">${drawFields(schema, value, faults, field.set, field.initial, pointer)}</div></fieldset>`;
  return drawValue(field);
}

function drawList({ name, schema, value, pointer, faults, set }: Field): TemplateResult {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = schema.items ?? {};
  const replace = (at: number, next: unknown) =>
    set(items.map((each, index) => (index === at ? next : each)));
  const remove = (at: number) => set(items.filter((_, index) => index !== at));
  const one = name.replace(/s$/, '');
  return html`<fieldset class="wide group"><legend>${name}</legend>
    ${items.map(
      (each, at) => html`<div class="item row">${
        item.properties === undefined
          ? drawValue({
              name: `${one} ${at + 1}`,
              schema: item,
              value: each,
              initial: undefined,
              pointer: `${pointer}/${at}`,
              isRequired: true,
              faults,
              set: (next) => replace(at, next),
            })
          : drawFields(
              item,
              each,
              faults,
              (next) => replace(at, next),
              undefined,
              `${pointer}/${at}`,
            )
      }<button type="button" aria-label="Remove ${one} ${at + 1}" @click=${() => remove(at)}>✕</button></div>
      ${drawFaults(`${pointer}/${at}`, faults)}`,
    )}
    <p class="row"><button type="button" @click=${() => set([...items, item.properties === undefined ? '' : {}])}>Add ${one}</button></p>
    ${drawFaults(pointer, faults)}</fieldset>`;
}

function drawValue({
  name,
  schema,
  value,
  initial,
  pointer,
  isRequired,
  faults,
  set,
}: Field): TemplateResult {
  const id = `field${pointer}`;
  const isWrong = faults.some((fault) => fault.pointer === pointer);
  const isNumeric = hasType(schema, 'number') || hasType(schema, 'integer');
  const isBoolean = hasType(schema, 'boolean');
  const choices = schema.enum?.map(String) ?? (isBoolean ? ['true', 'false'] : undefined);
  const text = value === undefined || value === null ? '' : String(value);
  const read = (event: Event): void => {
    const written = readValue(event);
    if (written === '' && !isRequired && initial === undefined) set(undefined);
    else if (isNumeric && written.trim() !== '' && Number.isFinite(Number(written)))
      set(Number(written));
    else set(isBoolean ? written === 'true' : written);
  };
  return html`<div class="field"><label for=${id}>${name} ${isRequired ? null : html`<small>optional</small>`}</label>
    ${
      choices === undefined
        ? html`<input id=${id} type="text" name=${name} dir="auto" title=${schema.description ?? ''} autocomplete="off" spellcheck="false"
            aria-invalid=${isWrong} aria-describedby="wrong${pointer}" .value=${live(text)} @input=${read}>`
        : html`<select id=${id} name=${name} title=${schema.description ?? ''} aria-invalid=${isWrong} aria-describedby="wrong${pointer}" @change=${read}>
            ${isRequired && value !== undefined ? null : html`<option value="" ?selected=${value === undefined}></option>`}
            ${choices.map((each) => html`<option value=${each} ?selected=${each === text}>${each}</option>`)}</select>`
    }${drawFaults(pointer, faults)}</div>`;
}

function drawFaults(pointer: string, faults: readonly Fault[]): TemplateResult {
  const found = faults.filter((fault) => fault.pointer === pointer).map(({ detail }) => detail);
  return html`<span class="wrong" id="wrong${pointer}">${found.join('; ')}</span>`;
}

/** Lists the places that have a field or a list in the form, where errors can be shown. */
function listPlaces(schema: Schema, value: unknown, pointer = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const place = `${pointer}/${escapePointer(name)}`;
    const inner = isRecord(value) ? value[name] : undefined;
    const items = Array.isArray(inner)
      ? inner.flatMap((item, at) => [
          `${place}/${at}`,
          ...listPlaces(property.items ?? {}, item, `${place}/${at}`),
        ])
      : [];
    return [place, ...items, ...listPlaces(property, inner, place)];
  });
}
