import { html, type TemplateResult } from 'lit-html';
import { toResourceRequest } from '../actions/edit.ts';
import { type ContractOperation, isRecord } from '../contract.ts';
import type { StateChange } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawFields, listPlaces } from './fields.ts';

/** A form for a resource, by the body of the operation that adds or changes it. */
export interface ResourceFormOptions {
  /** Which form it is. */
  key: string;
  operation: ContractOperation;
  /** Of the operation's path, by name. */
  ids: Readonly<Record<string, string>>;
  /** The resource as it is; undefined for one that is added. */
  current: object | undefined;
  label: string;
  /** What is said when it was saved. */
  done: string;
  /** Saves in another way than by the operation. */
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
