import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { Schema } from '../contract/openapi-document.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import type { Context } from './actions.ts';
import type { Fault } from './api.ts';
import { drawFields } from './fields.ts';
import { onSubmit } from './parts.ts';
import type { FinishedRequest } from './request.ts';

type Value = Readonly<Record<string, unknown>>;

/** A form for a value with a schema. */
interface FormOptions {
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
  const isOpen = model.form?.key === key;
  const { value = initial, faults = [] } = (isOpen ? model.form : undefined) ?? {};
  const submit = onSubmit(async (form) => {
    // Only text that should be JSON is known to be wrong without asking the mock.
    if (form.querySelector('textarea[aria-invalid="true"]') === null)
      await actions.submitForm({ key, value }, () => options.save(value));
    queueMicrotask(() => focusWrong(form));
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
  const taker = createFaultTaker(faults);
  const fields = drawFields({
    name: '',
    schema,
    value,
    initial,
    pointer: '',
    isRequired: true,
    takeFaults: taker.take,
    set: (next) => {
      if (isRecord(next)) actions.setForm(key, next, options.toRequest?.(next));
    },
  });
  const cancelButton = html`<button type="button" @click=${leave}>Cancel</button>`;
  // Another form does not keep what was typed into this one.
  return html`${keyed(
    key,
    html`<form class="form" novalidate @submit=${submit} @keydown=${press}>
      ${fields} ${taker.listRemaining().map(drawFault)}
      <p class="wide row end">
        ${cancel === undefined ? null : cancelButton}<button class="primary">${label}</button>
      </p>
    </form>`,
  )}`;
}

function focusWrong(form: Element): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Draws a fault that belongs to no field of the form. */
function drawFault({ pointer = '', detail }: Fault): TemplateResult {
  return html`<p class="wide wrong" role="alert">${pointer} ${detail}</p>`;
}

/** Hands out faults to the fields that they belong to, and keeps the others. */
function createFaultTaker(faults: readonly Fault[]) {
  const remaining = new Set(faults);
  const take = (pointer: string): string => {
    const faultsOfField = [...remaining].filter((fault) => fault.pointer === pointer);
    for (const fault of faultsOfField) remaining.delete(fault);
    return faultsOfField.map(({ detail }) => detail).join('; ');
  };
  return { take, listRemaining: () => [...remaining] };
}
