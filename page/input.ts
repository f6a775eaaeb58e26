import { html, noChange, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Schema } from '../contract/openapi-document.ts';
import { isRecord, parseJson } from '../contract/resolve-reference.ts';
import { type Field, hasType } from './field.ts';
import { isDeep } from './is-deep.ts';
import { readValue } from './parts.ts';
import { readHeaders } from './request.ts';
import { toLabel } from './words.ts';

/** What the text of an input means. A map is written as lines, and a value of any type as JSON. */
type InputType = 'number' | 'boolean' | 'map' | 'any' | 'text';

/** An input with what its element needs. */
interface Input extends Field {
  id: string;
  type: InputType;
  /** What is wrong with the value. */
  wrong: string;
  read(event: Event): void;
}

/** Draws one value with its label and its faults. */
export function drawInput(field: Field): TemplateResult {
  const { name, schema, value, pointer, isRequired } = field;
  const id = `field${pointer.replaceAll('/', '-')}`;
  const type = toInputType(schema);
  const isBroken = type === 'any' && typeof value === 'string' && /^\s*[[{]/.test(value);
  const wrong = isBroken ? 'is not valid JSON' : field.takeFaults(pointer);
  const read = (event: Event): void => field.set(parseInput(readValue(event), type, field));
  const suggestions = field.suggest?.(name, schema) ?? [];
  const isWide = type === 'any' || type === 'map' || suggestions.length > 0;
  const required = isRequired ? html`<small>required</small>` : null;
  return html`<div class="field ${isWide ? 'wide' : ''}">
    <label for=${id}>${toLabel(name, schema)} ${required}</label>
    ${drawControl({ ...field, id, type, wrong, read }, suggestions)}
    <span class="wrong" id="wrong-${id}">${wrong}</span>
  </div>`;
}

function toInputType(schema: Schema): InputType {
  if (isRecord(schema.additionalProperties)) return 'map';
  if (hasType(schema, 'number') || hasType(schema, 'integer')) return 'number';
  if (hasType(schema, 'boolean')) return 'boolean';
  return schema.type === undefined && schema.enum === undefined ? 'any' : 'text';
}

/** The value of a text, or undefined if the field is not set. */
function parseInput(text: string, type: InputType, { isRequired, initial }: Field): unknown {
  const isOptional = !isRequired && initial === undefined;
  const hasEmptyText = type !== 'number' && type !== 'any';
  if (text === '' && (isOptional || !hasEmptyText)) return undefined;
  switch (type) {
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true';
    case 'any':
      return parseJson(text) ?? text;
    case 'map':
      return toMap(text);
    case 'text':
      return text;
  }
}

function toMap(lines: string): Record<string, string> {
  const map: Record<string, string> = {};
  for (const { name, value } of readHeaders(lines)) map[name] = value;
  return map;
}

function drawControl(input: Input, suggestions: readonly string[]): TemplateResult {
  const { schema, type } = input;
  if (schema.enum !== undefined) return drawChoices(input, schema.enum.map(String));
  if (type === 'boolean') return drawChoices(input, ['true', 'false']);
  if (type === 'any' || type === 'map') return drawLines(input);
  return drawLine(input, suggestions);
}

function drawChoices(input: Input, choices: readonly string[]): TemplateResult {
  const { id, name, schema, value, wrong, isRequired } = input;
  const text = toInputText(value, input.type);
  const unset = html`<option value="" ?selected=${text === ''}>not set</option>`;
  return html`<select id=${id} name=${name} title=${schema.description ?? ''}
    aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}" @change=${input.read}>
    ${isRequired && text !== '' ? null : unset}
    ${choices.map(
      (choice) => html`<option value=${choice} ?selected=${choice === text}>${choice}</option>`,
    )}</select>`;
}

/** Draws a text area. What was typed as JSON or lines stays as it is. */
function drawLines({ id, name, schema, initial, type, wrong, read }: Input): TemplateResult {
  return html`<textarea id=${id} name=${name} title=${schema.description ?? ''}
    aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}" rows="3" spellcheck="false"
    placeholder=${type === 'map' ? 'Name: value' : 'JSON or text'}
    .defaultValue=${toInputText(initial, type)} @input=${read}></textarea>`;
}

function drawLine(input: Input, suggestions: readonly string[]): TemplateResult {
  const { id, name, schema, value, type, wrong, isRequired } = input;
  const text = toInputText(value, type);
  const isNumeric = type === 'number';
  // What was typed as a number stays as it is: `1.` becomes `1.5`.
  return html`<input id=${id} name=${name} title=${schema.description ?? ''}
      aria-invalid=${wrong !== ''} aria-describedby="wrong-${id}"
      type=${isNumeric ? 'number' : 'text'} step="any" list="values-${id}" dir="auto"
      placeholder=${isRequired ? '' : (schema.default ?? '')} autocomplete="off"
      spellcheck="false" .defaultValue=${text} .value=${isNumeric ? noChange : live(text)}
      @input=${input.read}>
    <datalist id="values-${id}">
      ${suggestions.map((suggestion) => html`<option value=${suggestion}></option>`)}
    </datalist>`;
}

function toInputText(value: unknown, type: InputType): string {
  if (value === undefined || value === null) return '';
  if (type === 'map') return toLines(value);
  if (typeof value !== 'object') return String(value);
  // `JSON.stringify` would overflow the stack.
  return isDeep(value) ? 'nested too deeply to be shown here' : JSON.stringify(value, null, 2);
}

function toLines(map: object): string {
  const lines = Object.entries(map).map(([name, value]) => `${name}: ${value}`);
  return lines.join('\n');
}
