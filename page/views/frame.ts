/*
 * page/views/: what the page draws, a file for each view. It imports page/, contract/ and writers/. Start here: the navigation and
 * the view that is open.
 */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import { applyTheme, keepUsesKeys, nextTheme } from '../browser.ts';
import { isPreflight } from '../journal.ts';
import { findServicePage } from '../known-service.ts';
import { type ConnectionState, type Store, toAddress, type ViewName, viewNames } from '../model.ts';
import { readValue } from '../parts.ts';
import { drawContract } from './contract.ts';
import { drawEvents, drawState } from './control.ts';
import { drawFaults } from './faults.ts';
import { drawRecords } from './records.ts';
import { drawRequests } from './requests.ts';
import { drawSend } from './send.ts';

interface View {
  title: string;
  /** The text in the navigation. Default: the title. */
  label?: string;
  draw(context: Context): TemplateResult;
}

const views: Readonly<Record<ViewName, View>> = {
  requests: { title: 'Requests', draw: drawRequests },
  send: { title: 'Send a request', label: 'Send', draw: drawSend },
  data: { title: 'Data', draw: drawData },
  faults: { title: 'Faults', draw: drawFaults },
  events: { title: 'Events', draw: drawEvents },
  state: { title: 'State and time', label: 'State', draw: drawState },
  contract: { title: 'Contract', draw: drawContract },
};

/** Returns the counts in the navigation. */
function toCounts({ model, mock }: Context): Readonly<Record<ViewName, number>> {
  return {
    requests: model.requests.filter((entry) => !isPreflight(entry)).length,
    send: 0,
    data: findServicePage(mock)?.countData(mock) ?? mock.records.length,
    faults: mock.faults.length,
    events: mock.deliveries.length,
    state: mock.snapshots.length,
    contract: 0,
  };
}

function drawData(context: Context): TemplateResult {
  return findServicePage(context.mock)?.drawData(context) ?? drawRecords(context);
}

export function drawFrame(context: Context): TemplateResult {
  const { model } = context;
  const { title, draw } = views[model.view];
  return html`
    <a class="visually-hidden button" href="#main" @click=${goToMain}>Skip to content</a>
    ${drawHeader(context)}
    <div class="frame">
      <nav aria-label="Views"><ul>${listViews(context).map((name, at) => drawLink(name, at, context))}</ul></nav>
      <main id="main" tabindex="-1" class="view is-${model.view}"><h1>${title}</h1>${draw(context)}</main>
    </div>
    ${drawResetDialog(context)}${drawShortcuts(context)}
    <p class="visually-hidden" role="status">${model.announcement}</p>
    ${drawNotice(context)}`;
}

/** The views of a contract: only events of a known service are delivered. */
function listViews({ mock }: Context): readonly ViewName[] {
  return viewNames.filter((name) => name !== 'events' || findServicePage(mock) !== undefined);
}

/** The fragment selects the view, so the link has to move the focus by script. */
function goToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function drawLink(name: ViewName, at: number, context: Context): TemplateResult {
  const { title, label = title } = views[name];
  const count = toCounts(context)[name];
  return html`<li><a href=${toAddress(name)} aria-keyshortcuts=${at + 1} aria-current=${name === context.model.view ? 'page' : nothing}>
    <span>${label}</span>
    ${count === 0 ? null : html`<span class="count is-${name}">${count}</span>`}</a></li>`;
}

const connections: Partial<Record<ConnectionState, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not connected',
};

function drawHeader({ model, mock, set, actions }: Context): TemplateResult {
  const theme = `Theme: ${model.theme}`;
  return html`<header class="top">
    <p class="brand"><strong>Mock</strong> <span>${mock.info.contractTitle}</span></p>
    <p class="connection is-${model.connection}" role="status">${connections[model.connection]}</p>
    <div class="row">
      ${
        mock.sessions.length < 2
          ? null
          : html`<label class="session"><span>Session</span> <select aria-label="Session" @change=${(event: Event) => actions.useSession(readValue(event))}>
            ${mock.sessions.map(({ name }) => html`<option value=${name} ?selected=${name === model.session}>${name}</option>`)}</select></label>`
      }
      <button aria-label=${theme} title=${theme} @click=${() => set({ theme: applyTheme(nextTheme(model.theme)) })}>◐</button>
      <button aria-keyshortcuts="?" aria-label="Keyboard shortcuts" title="Keyboard shortcuts" @click=${() => openDialog('shortcuts')}>?</button>
      <button @click=${() => openDialog('reset')}>Reset…</button>
    </div>
  </header>`;
}

function openDialog(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
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
      <p class="row end"><button value="cancel">Cancel</button> <button class="danger" value="reset">Reset</button></p>
    </form>
  </dialog>`;
}

/** Single keys press the element that has them as `aria-keyshortcuts`; see page.ts. */
const shortcuts: readonly (readonly [keys: string, what: string])[] = [
  ['?', 'Show this list'],
  ['/', 'Search'],
  ['1 … 7', 'Go to a view, in the order of the navigation'],
  ['n', 'Write a new request'],
  [
    '↓ ↑ Page\u00a0Up Page\u00a0Down Home End',
    'Move between rows, and from the search to the rows',
  ],
  ['Enter', 'Open a row'],
  ['Esc', 'Close the details, or clear the selection'],
  ['Space', 'Select the request in the row'],
  ['Shift+↓ Shift+↑', 'Select several rows'],
  ['Ctrl+A', 'In the rows: select all requests that are shown'],
  ['r', 'Send the open request again'],
  ['e', 'Edit and send the open request, or edit the open record'],
  ['Delete', 'Delete the open record'],
  ['c', 'Copy the open request as curl'],
  ['Ctrl+Enter', 'Send the new request'],
  ['Ctrl+Z', 'Undo the last edit of the data'],
  ['Ctrl+Shift+Z', 'Redo it'],
];

/** Draws the list of shortcuts. Single keys can be turned off: they conflict with speech input (WCAG 2.1.4). */
function drawShortcuts({ model, set }: Store): TemplateResult {
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title"><form method="dialog">
    <h2 id="shortcuts-title" tabindex="-1" autofocus>Keyboard shortcuts</h2>
    <table><tbody>${shortcuts.map(
      ([keys, what]) =>
        html`<tr><th scope="row">${keys.split(' ').map((key) => html`<code>${key}</code> `)}</th><td>${what}</td></tr>`,
    )}</tbody></table>
    <label><input type="checkbox" .checked=${model.usesKeys}
      @change=${() => set({ usesKeys: keepUsesKeys(!model.usesKeys) })}> Use single keys</label>
    <p class="row end"><button class="primary">Close</button></p></form></dialog>`;
}

function drawNotice({ model, set }: Store): TemplateResult {
  const { notice } = model;
  const close = (): void => {
    set({ notice: undefined });
    notice?.action?.act();
  };
  return html`<div class="notice-place" role="status">${
    notice === undefined
      ? null
      : html`<p class="notice ${notice.isBad ? 'is-bad' : ''}"><span>${notice.text}</span>
        ${notice.action === undefined ? null : html`<button @click=${close}>${notice.action.label}</button>`}
        <button aria-label="Dismiss" @click=${() => set({ notice: undefined })}>✕</button></p>`
  }</div>`;
}
