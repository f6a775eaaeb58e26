import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { RegisteredWebhook, RequestEntry } from '../api.ts';

const marks: Readonly<Record<number, string>> = { 2: '✓', 3: '↪', 4: '✕', 5: '!' };

/** Draws a status as a number and a mark, never only by colour. */
export function drawStatus(status: number): TemplateResult {
  const kind = Math.floor(status / 100);
  const text = status === 0 ? 'no response' : String(status);
  return html`<span class="status is-${kind}xx"><span aria-hidden="true">${marks[kind] ?? '–'}</span> ${text}</span>`;
}

export function toDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Created once: creating it takes longer than drawing the rest of a row. */
const timeOfDay = new Intl.DateTimeFormat([], { timeStyle: 'medium', hourCycle: 'h23' });

export function toTime(time: string): string {
  return timeOfDay.format(new Date(time));
}

/** Formats a time of the mock in the same way as its clock on the page. */
export function toMockTime(time: string): string {
  return `${new Date(time).toISOString().slice(11, 19)} UTC`;
}

export function isRefused({ status }: RequestEntry): boolean {
  return status === 0 || status >= 400;
}

/** Draws a choice of several values as buttons. */
export function drawChips<Value>(
  name: string,
  legend: { text: string; style: 'visually-hidden' | 'label' },
  choices: readonly (readonly [value: Value, text: unknown])[],
  current: Value,
  choose: (value: Value) => unknown,
): TemplateResult {
  const drawChip = (value: Value, text: unknown): TemplateResult =>
    html`<label class="chip"><input type="radio" name=${name} value=${String(value)} .checked=${current === value}
      @change=${() => choose(value)}><span>${text}</span></label>`;
  return html`<fieldset class="chips"><legend class=${legend.style}>${legend.text}</legend>${choices.map(
    ([value, text]) => drawChip(value, text),
  )}</fieldset>`;
}

/** Handles a submitted form instead of the browser. */
export function onSubmit(take: (form: HTMLFormElement) => unknown): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void take(event.target);
  };
}

/** Returns the value of the field of an event. */
export function readValue({ target }: Event): string {
  return target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
    ? target.value
    : '';
}

/** Draws a shortened value that can be copied completely. */
export function drawSecret(
  value: string,
  what: string,
  { actions }: Context,
  shownLength = 4,
): TemplateResult {
  return html`<span class="secret"><code>${value.slice(0, shownLength)}…</code>
    <button class="small" aria-label="Copy the ${what}" @click=${() => actions.copy(value, what)}>Copy</button></span>`;
}

/** Draws a shortened id that can be copied completely. */
export function drawId(value: string, what: string, { actions }: Context): TemplateResult {
  return html`<button class="id" title="${value}: copy" aria-label="Copy the ${what} ${value}"
    @click=${() => actions.copy(value, what)}><code>${value.slice(0, 8)}…</code></button>`;
}

export function drawWebhookState(
  { secret, disabled }: RegisteredWebhook,
  context: Context,
): TemplateResult {
  return html`<span class="row small-text">${disabled ? html`<span class="tag is-bad">disabled (410)</span>` : null}
    <span>signed with</span> ${drawSecret(secret, 'signing secret', context, 10)}</span>`;
}

/** Draws actions in a menu, where a button for each would not fit. */
export function drawMenu(
  label: string,
  entries: readonly { label: string; act(): void }[],
): TemplateResult {
  const close = (event: Event): void => {
    const menu =
      event.currentTarget instanceof Element ? event.currentTarget.closest('details') : null;
    if (menu === null) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !(event.currentTarget instanceof HTMLDetailsElement)) return;
    if (!event.currentTarget.open) return;
    event.stopPropagation();
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary')?.focus();
  };
  const blur = (event: FocusEvent): void => {
    const { currentTarget: menu, relatedTarget: next } = event;
    if (menu instanceof HTMLDetailsElement && next instanceof Node && !menu.contains(next))
      menu.open = false;
  };
  return html`<details class="menu" @keydown=${leave} @focusout=${blur}><summary class="button">${label}</summary>
    <ul>${entries.map(
      (entry) =>
        html`<li><button type="button" @click=${(event: Event) => {
          close(event);
          entry.act();
        }}>${entry.label}</button></li>`,
    )}</ul></details>`;
}

/** Asks for the admin token, and explains why the previous one is not valid. */
export function drawLock(because: string, unlock: (token: string) => void): TemplateResult {
  const submit = onSubmit((form) => unlock(String(new FormData(form).get('token') ?? '')));
  return html`<main class="lock" id="main" tabindex="-1">
    <h1>This page needs the admin token</h1>
    <p>The mock printed a link with the token when it started. Open that link, or paste the token here.
      The token changes each time the mock starts, unless you choose one.</p>
    ${because === '' ? null : html`<p class="problem" role="alert">${because}</p>`}
    <form @submit=${submit}>
      <label>Admin token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
      <button class="primary">Open</button>
    </form>
  </main>`;
}
