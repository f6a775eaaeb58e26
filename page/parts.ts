import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { escapePointer, parseJson, readAt } from '../contract/resolve-reference.ts';
import { toCount } from '../writers/terminal-text.ts';
import type { Context } from './actions.ts';
import { type Fault, locateFault, type Schemas } from './api.ts';
import { isDeep } from './is-deep.ts';

/** Whatever a template can contain. */
export type Content = TemplateResult | string | null | readonly Content[];

/** Draws a time in the time zone of the browser; the day only if it is not today. UTC is its tooltip. */
export function drawTime(time: string | number): TemplateResult {
  const date = new Date(time);
  const { day, clock } = toLocal(date);
  const isToday = day === toLocal(new Date()).day;
  const utc = date.toISOString();
  return html`<time datetime=${utc} title=${utc}>${isToday ? '' : `${day} `}${clock}</time>`;
}

/** The day and time of the clock on the wall, as in ISO 8601: `2030-05-06` and `07:08:09`. */
function toLocal(date: Date): { day: string; clock: string } {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  const [day = '', clock = ''] = local.toISOString().split('T');
  return { day, clock: clock.slice(0, 8) };
}

const marks: Readonly<Record<number, string>> = { 2: '✓', 3: '↪', 4: '✕', 5: '!' };

/** Draws a status as a number and a mark, never only by colour. */
export function drawStatus(status: number): TemplateResult {
  const kind = Math.floor(status / 100);
  const text = status === 0 ? 'no response' : String(status);
  return html`<span class="status is-${kind}xx"><span aria-hidden="true">${marks[kind] ?? '–'}</span> ${text}</span>`;
}

/** Draws a choice of several values: one stop of the Tab key, because all have the same name. */
export function drawChoice<Value>(
  legend: string,
  choices: readonly (readonly [value: Value, text: string])[],
  current: Value,
  choose: (value: Value) => unknown,
  legendClass = 'visually-hidden',
): TemplateResult {
  return html`<fieldset class="row"><legend class=${legendClass}><strong>${legend}</strong></legend>${choices.map(
    ([value, text]) =>
      html`<label><input type="radio" name=${legend} .checked=${current === value} @change=${() => choose(value)}> ${text}</label>`,
  )}</fieldset>`;
}

/** Draws a switch. It shows what was chosen while the change is made, and goes back if that fails. */
export function drawSwitch(
  label: Content,
  isOn: boolean,
  toggle: () => Promise<boolean>,
): TemplateResult {
  const change = async ({ target }: Event): Promise<void> => {
    if (!(await toggle()) && target instanceof HTMLInputElement) target.checked = isOn;
  };
  return html`<label><input type="checkbox" role="switch" .checked=${isOn} @change=${change}> ${label}</label>`;
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

/** Opens the form of the detail, and moves the focus to its first field. */
export function openForm(key: string, { set }: Pick<Context, 'set'>): void {
  set({ form: { key } });
  queueMicrotask(() => {
    document.querySelector<HTMLElement>('#detail form :is(input, select)')?.focus();
  });
}

/** The fields of a record that have these names. */
export function pick(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(record, name)) fields[name] = record[name];
  }
  return fields;
}

/** Draws a shortened value that can be copied completely. */
export function drawId(
  value: string,
  what: string,
  { actions }: Pick<Context, 'actions'>,
  visibleLength = 8,
): TemplateResult {
  const start = `${value.slice(0, visibleLength)}…`;
  return html`<button type="button" class="id" title="Copy" aria-label="Copy the ${what} ${start}"
    @click=${() => actions.copy(value, what)}><code>${start}</code></button>`;
}

/** Draws actions in a menu, where a button for each would not fit. */
export function drawMenu(
  label: string,
  entries: readonly { label: string; key?: string; act(): unknown }[],
): TemplateResult {
  const id = `menu-${label.replaceAll(' ', '-')}`;
  const items = entries.map(
    (
      entry,
    ) => html`<li><button type="button" aria-keyshortcuts=${entry.key ?? nothing} @click=${entry.act}
      popovertarget=${id} popovertargetaction="hide">${entry.label}</button></li>`,
  );
  return html`<button type="button" popovertarget=${id}>${label} ▾</button>
    <ul id=${id} popover @toggle=${placeMenu}>${items}</ul>`;
}

/** Places an open menu below its button, as far to the left as the padding of the view requires. */
function placeMenu({ currentTarget: menu }: Event): void {
  if (!(menu instanceof HTMLElement)) return;
  const button = menu.previousElementSibling?.getBoundingClientRect();
  const { left = 0, bottom = 0 } = button ?? {};
  const room = document.documentElement.clientWidth - menu.offsetWidth - 24;
  menu.style.left = `${scrollX + Math.max(8, Math.min(left, room))}px`;
  menu.style.top = `${scrollY + bottom + 4}px`;
}

/** Draws rows that the arrow keys move between. */
export function drawRows<Item>(
  items: readonly Item[],
  toKey: (item: Item) => unknown,
  draw: (item: Item) => TemplateResult,
): TemplateResult {
  const rows = repeat(items, toKey, (item) => html`<li>${draw(item)}</li>`);
  return html`<ol class="rows" ?hidden=${items.length === 0} @keydown=${moveFocus}>${rows}</ol>`;
}

/** The arrow keys move between the rows, in the column of the focus, and from the first row to the search. */
function moveFocus(event: KeyboardEvent): void {
  const { key, target, currentTarget: list } = event;
  if (!(list instanceof Element && target instanceof Element)) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const part = target.matches('[type="checkbox"]') ? '[type="checkbox"]' : 'a, button';
  const rows = [...list.children];
  const last = rows.length - 1;
  const at = rows.findIndex((row) => row.contains(target));
  const wanted = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: at - 1,
    PageDown: Math.min(last, at + 10),
    PageUp: Math.max(0, at - 10),
    Home: 0,
    End: last,
  }[key];
  if (wanted === undefined) return;
  event.preventDefault();
  if (wanted < 0) document.querySelector<HTMLElement>('input[type="search"]')?.focus();
  else rows[wanted]?.querySelector<HTMLElement>(part)?.focus();
}

/** Draws the search of a view. The down arrow moves to the first row. */
export function drawSearch(
  label: string,
  placeholder: string,
  value: string,
  set: (text: string) => void,
): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const row = document.querySelector<HTMLElement>('.rows :is(a, button)');
    if (event.key !== 'ArrowDown' || row === null) return;
    event.preventDefault();
    row.focus();
  };
  return html`<input type="search" aria-keyshortcuts="/" aria-label=${label} placeholder=${placeholder} .value=${value}
    @keydown=${move} @input=${(event: Event) => set(readValue(event))}>`;
}

/** Draws the item beside a list. Escape closes it. @param list address of the list */
export function drawDetail(
  list: string,
  title: Content,
  actions: Content,
  content: Content,
): TemplateResult {
  const leave = ({ key }: KeyboardEvent): void => {
    // An open menu is closed first.
    if (key === 'Escape' && document.querySelector(':popover-open') === null) location.hash = list;
  };
  return html`<article class="detail card" id="detail" tabindex="-1" aria-labelledby="detail-title" @keydown=${leave}>
    <header class="head"><h2 id="detail-title" dir="auto">${title}</h2>
      <span class="row end">${actions}<a class="button" href=${list} aria-label="Close">✕</a></span></header>
    ${content}</article>`;
}

function drawFaults(faults: readonly Fault[]): TemplateResult | null {
  if (faults.length === 0) return null;
  return html`<ul class="faults">${faults.map((fault) => {
    const { pointer, parameter, detail } = fault;
    const inHead = parameter === undefined ? 'Header' : 'Parameter';
    const part = pointer === undefined ? inHead : 'Body';
    return html`<li><small>${part}</small> <code>${locateFault(fault) || 'whole'}</code> ${detail}</li>`;
  })}</ul>`;
}

/** Draws why a request is refused: the detail, unless it only repeats the faults. */
export function drawReasons(detail: string, faults: readonly Fault[]): Content {
  const isSaid = faults.length > 0 && faults.every((fault) => detail.includes(fault.detail));
  return [detail === '' || isSaid ? null : html`<p>${detail}</p>`, drawFaults(faults)];
}

/** Draws the headers, collapsed, and the body. */
export function drawMessage(
  { headers, body }: Schemas['Message'],
  faults: readonly Fault[] = [],
): Content {
  return html`
    <details><summary class="quiet">${toCount(headers.length, 'header')}</summary>
      <pre>${headers.map(({ name, value }) => `${name}: ${value}\n`)}</pre></details>
    ${body === undefined || body.bytes === 0 ? html`<p class="quiet">No body.</p>` : drawBody(body.text, faults)}
    ${body?.truncated === true ? html`<p class="quiet">Truncated; the body has ${body.bytes} bytes.</p>` : null}`;
}

/** Draws JSON with faults below the lines that they refer to; any other text, and JSON that is nested very deeply, unchanged. */
export function drawBody(text: string, faults: readonly Fault[] = []): TemplateResult {
  const value = parseJson(text);
  const isPlain = value === undefined || isDeep(value);
  return html`<pre tabindex="0" role="group" aria-label="Body">${isPlain ? text : drawValue(value, faults)}</pre>`;
}

function drawValue(value: unknown, faults: readonly Fault[]): Content {
  const placed = faults.map((fault) => ({ ...fault, line: findLine(value, fault.pointer) }));
  return drawJson(value, placed, { pointer: '', indent: '', start: '', end: '' });
}

/** Returns the JSON Pointer at which a fault is drawn: its own, or the nearest parent of a missing field. */
function findLine(value: unknown, pointer: string | undefined): string | undefined {
  if (!pointer || readAt(value, pointer) !== undefined) return pointer;
  return findLine(value, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** A fault, and the JSON Pointer of the value that it is drawn at. */
type PlacedFault = Fault & { line: string | undefined };

/** Draws a value, and those in it, as lines. */
function drawJson(
  value: unknown,
  faults: readonly PlacedFault[],
  { pointer, indent, start, end }: Record<'pointer' | 'indent' | 'start' | 'end', string>,
): Content {
  const isList = Array.isArray(value);
  const items = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isOpen = items.length > 0;
  const text = isOpen ? (isList ? '[' : '{') : JSON.stringify(value);
  const kind = typeof value === 'object' ? '' : typeof value === 'string' ? 'string' : 'literal';
  const faultsHere = faults.filter(({ line }) => line === pointer);
  const wrong = faultsHere.length > 0 ? 'is-wrong' : '';
  // Line breaks are part of the text, which is in a `pre`.
  const first = html`<code class=${wrong}>${indent}<span class="key">${start}</span><span class=${kind}>${text}</span>${isOpen ? '' : end}
</code>${faultsHere.map(
    (fault) => html`<em class="is-wrong">${indent}${fault.pointer || 'whole'} ${fault.detail}
</em>`,
  )}`;
  if (!isOpen) return first;
  const inner = items.map(([name, item], at) =>
    drawJson(item, faults, {
      pointer: `${pointer}/${escapePointer(name)}`,
      indent: `${indent}  `,
      start: isList ? '' : `${JSON.stringify(name)}: `,
      end: at === items.length - 1 ? '' : ',',
    }),
  );
  return [
    first,
    inner,
    html`<code>${indent}${isList ? ']' : '}'}${end}
</code>`,
  ];
}

/** Draws text with code in backticks. */
export function drawMarked(text: string): Content[] {
  const parts = text.split('`');
  return parts.map((part, index) => {
    const isCode = index % 2 === 1;
    return isCode ? html`<code>${part}</code>` : part;
  });
}

/** Asks for the admin token, and explains why the previous one is not valid. */
export function drawLock(because: string, unlock: (token: string) => void): TemplateResult {
  const submit = onSubmit((form) => unlock(String(new FormData(form).get('token') ?? '')));
  return html`<main class="lock" id="main" tabindex="-1">
    <h1>This page needs the admin token</h1>
    <p>The mock printed a link with the token when it started. Open that link, or paste the token here.
      The token changes each time the mock starts, unless you choose one.</p>
    ${because === '' ? null : html`<p class="problem" role="alert">${because}</p>`}
    <form class="row" @submit=${submit}>
      <label>Admin token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
      <button class="primary">Open</button>
    </form>
  </main>`;
}
