import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import { applyTheme, keepUsesKeys, nextTheme } from '../browser.ts';
import { countPreflights } from '../filter-requests.ts';
import type { Connection, Model, ViewName } from '../model.ts';
import { drawContract } from './contract.ts';
import { drawEvents, drawState } from './control.ts';
import { drawData } from './data.ts';
import { drawFaults } from './faults.ts';
import { drawLock } from './parts.ts';
import { drawRequests } from './requests.ts';
import { drawSend } from './send.ts';

const views: Readonly<
  Record<ViewName, { title: string; label?: string; draw(context: Context): TemplateResult }>
> = {
  requests: { title: 'Requests', draw: drawRequests },
  send: { title: 'Send a request', label: 'Send', draw: drawSend },
  data: { title: 'Data', draw: drawData },
  faults: { title: 'Faults', draw: drawFaults },
  events: { title: 'Events', draw: drawEvents },
  state: { title: 'State and time', label: 'State', draw: drawState },
  contract: { title: 'Contract', draw: drawContract },
};

export function drawPage(context: Context): TemplateResult {
  const { model } = context;
  if (model.connection === 'locked') return drawLock(model.lockedBecause, context.unlock);
  const { title, draw } = views[model.view];
  return html`
    <a class="skip" href="#main" @click=${goToMain}>Skip to content</a>
    ${drawHeader(context)}
    <div class="frame">
      <nav aria-label="Views"><ul>${drawLinks(model)}</ul></nav>
      <main id="main" tabindex="-1" class="view is-${model.view}">
        <h1>${title}</h1>
        ${draw(context)}
      </main>
    </div>
    ${drawShortcuts(context)}
    <p class="visually-hidden" role="status">${model.announcement}</p>
    ${drawNotice(context)}`;
}

function drawLinks(model: Model): TemplateResult[] {
  const counts = toCounts(model);
  return Object.entries(views).map(([name, { title, label = title }]) => {
    const count = counts[name] ?? 0;
    return html`<li><a href="#/${name}" aria-current=${name === model.view ? 'page' : 'false'}>
      ${isIconName(name) ? drawIcon(name) : null}<span>${label}</span>
      ${count === 0 ? null : html`<span class="count is-${name}">${count}</span>`}</a></li>`;
  });
}

function isIconName(name: string): name is ViewName {
  return Object.hasOwn(views, name);
}

/** Returns the counts in the navigation. */
function toCounts(model: Model): Readonly<Record<string, number>> {
  const workspaces = model.state?.workspaces ?? [];
  return {
    requests: model.requests.length - countPreflights(model.requests),
    data: workspaces.reduce((sum, { sites }) => sum + sites.length, 0),
    faults: model.faults?.length ?? 0,
    events: model.deliveries.length,
    state: model.snapshots?.length ?? 0,
  };
}

/** The fragment selects the view, so the link has to move the focus by script. */
function goToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function drawNotice({ model, set }: Context): TemplateResult {
  const { notice } = model;
  return html`<div class="notice-place" role="status">${
    notice === undefined
      ? null
      : html`<p class="notice ${notice.isBad ? 'is-bad' : ''}"><span>${notice.text}</span>
          ${
            notice.action === undefined
              ? null
              : html`<button class="small" @click=${() => {
                  set({ notice: undefined });
                  notice.action?.act();
                }}>${notice.action.label}</button>`
          }
          <button class="small" aria-label="Dismiss" @click=${() => set({ notice: undefined })}>✕</button></p>`
  }</div>`;
}

const shapes = {
  requests: html`<svg viewBox="0 0 20 20"><path d="M4 7h11l-3-3M16 13H5l3 3" /></svg>`,
  send: html`<svg viewBox="0 0 20 20"><path d="M3 10h11M10 5.500l4.500 4.500-4.500 4.500M17 4v12" /></svg>`,
  data: html`<svg viewBox="0 0 20 20"><path d="M10 3 3 6.5l7 3.5 7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5" /></svg>`,
  faults: html`<svg viewBox="0 0 20 20"><path d="M11 2.5 4.5 11.5h5l-1 6 6.5-9h-5z" /></svg>`,
  events: html`<svg viewBox="0 0 20 20"><path d="M17 3 2.5 8.5l6 2.5 2.5 6zM8.5 11 17 3" /></svg>`,
  state: html`<svg viewBox="0 0 20 20"><path d="M3.5 10a6.5 6.5 0 1 0 2-4.700M3 3.5v3.5h3.5M10 6.5V10l2.5 1.5" /></svg>`,
  contract: html`<svg viewBox="0 0 20 20"><path d="M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M8 10h5M8 13.5h5" /></svg>`,
} as const;

/** An icon beside a word, hidden from screen readers. */
function drawIcon(name: keyof typeof shapes): TemplateResult {
  return html`<span class="icon" aria-hidden="true">${shapes[name]}</span>`;
}

const connections: Readonly<Record<Connection, string>> = {
  locked: 'Locked',
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not connected',
};

function drawHeader(context: Context): TemplateResult {
  const { model, set } = context;
  const changeTheme = () => set({ theme: applyTheme(nextTheme(model.theme)) });
  return html`<header class="top">
    <p class="brand"><strong>Mock</strong> <span>${model.info?.contractTitle ?? ''}</span></p>
    <p class="connection is-${model.connection}" role="status"><span class="dot" aria-hidden="true"></span>${connections[model.connection]}</p>
    <div class="controls">
      ${drawSessions(context)}
      <button @click=${changeTheme} aria-label="Theme: ${model.theme}" title="Theme: ${model.theme}">
        <span class="theme-mark" aria-hidden="true"></span></button>
      <button @click=${openShortcuts} aria-label="Keyboard shortcuts" title="Keyboard shortcuts">?</button>
      <button class="reset" @click=${openReset}>Reset…</button>
    </div>
    ${drawResetDialog(context)}
  </header>`;
}

function drawSessions({ model, actions }: Context): TemplateResult | null {
  const { sessions = [] } = model;
  if (sessions.length < 2) return null;
  const change = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) void actions.useSession(target.value);
  };
  return html`<label class="session"><span>Session</span> <select @change=${change}>
    ${sessions.map(({ name }) => html`<option value=${name} ?selected=${name === model.session}>${name}</option>`)}
  </select></label>`;
}

function openReset(): void {
  document.querySelector<HTMLDialogElement>('#reset')?.showModal();
}

/** Asks for confirmation before the state is reset, because that cannot be undone. */
function drawResetDialog({ model, actions }: Context): TemplateResult {
  const close = ({ target }: Event): void => {
    if (target instanceof HTMLDialogElement && target.returnValue === 'reset') void actions.reset();
  };
  const session = model.session === 'default' ? '' : ` of the session “${model.session}”`;
  return html`<dialog id="reset" aria-labelledby="reset-title" @close=${close}>
    <form method="dialog">
      <h2 id="reset-title">Reset the mock?</h2>
      <p>This resets state, ids, clock, journal, faults and deliveries${session} to their initial values.
        Snapshots are kept.</p>
      <div class="row end"><button value="cancel">Cancel</button>
        <button class="danger" value="reset">Reset</button></div>
    </form>
  </dialog>`;
}

/** Moves the focus to the top: the first focusable element is at the end of a list that may have to be scrolled. */
export function openShortcuts(): void {
  document.querySelector<HTMLDialogElement>('#shortcuts')?.showModal();
  document.getElementById('shortcuts-title')?.focus();
}

/** Draws the list of shortcuts, and a switch for single-key ones. */
function drawShortcuts({ model, set }: Context): TemplateResult {
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title"><form method="dialog">
    <h2 id="shortcuts-title" tabindex="-1">Keyboard shortcuts</h2>
    <dl class="keys">${shortcuts.map(
      ({ keys, what, isSingle }) => html`<div class=${isSingle && !model.usesKeys ? 'quiet' : ''}>
        <dt>${keys.split(' ').map((key) => (key === '…' ? '…' : html`<kbd>${key}</kbd> `))}</dt><dd>${what}</dd></div>`,
    )}</dl>
    <label class="check"><input type="checkbox" .checked=${model.usesKeys}
      @change=${() => set({ usesKeys: keepUsesKeys(!model.usesKeys) })}> Use single keys</label>
    <div class="row end"><button class="primary">Close</button></div></form></dialog>`;
}

const shortcuts: readonly { keys: string; what: string; isSingle: boolean }[] = [
  { keys: '?', what: 'Show this list', isSingle: true },
  { keys: '/', what: 'Search', isSingle: true },
  { keys: '1 … 7', what: 'Go to a view, in the order of the navigation', isSingle: true },
  { keys: 'n', what: 'Write a new request', isSingle: true },
  {
    keys: '↓ ↑ Page\u00a0Up Page\u00a0Down Home End',
    what: 'Move between rows, and from the search to the rows',
    isSingle: false,
  },
  { keys: 'Enter', what: 'Open a row', isSingle: false },
  {
    keys: 'Esc',
    what: 'Close the details, or clear the selection',
    isSingle: false,
  },
  { keys: 'Space', what: 'Select the request in the row', isSingle: false },
  { keys: 'Shift+↓ Shift+↑', what: 'Select several rows', isSingle: false },
  { keys: 'Ctrl+A', what: 'In the rows: select all requests that are shown', isSingle: false },
  { keys: 'r', what: 'Send the open request again', isSingle: true },
  {
    keys: 'e',
    what: 'Edit and send the open request, or edit the open site or webhook',
    isSingle: true,
  },
  { keys: 'Delete', what: 'Delete the open site or webhook', isSingle: true },
  { keys: 'c', what: 'Copy the open request as curl', isSingle: true },
  { keys: 'Ctrl+Enter', what: 'Send the new request', isSingle: false },
  { keys: 'Ctrl+Z', what: 'Undo the last edit of the data', isSingle: false },
  { keys: 'Ctrl+Shift+Z', what: 'Redo it', isSingle: false },
];
