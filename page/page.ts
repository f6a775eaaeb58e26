/*
 * page/: the mock's page, bundled for browsers. It imports the data parts of contract/, types of generated/, and writers/. Start
 * here: follow.ts reads the mock, model.ts keeps it, views/ draws it, actions.ts changes it.
 */

import { html, render, type TemplateResult } from 'lit-html';
import { createActions } from './actions.ts';
import { createApi } from './api.ts';
import { applyTheme, keepToken, takeToken } from './browser.ts';
import { createFollower } from './follow.ts';
import { filterRequests } from './journal.ts';
import { createStore, type Model, readAddress, toAddress } from './model.ts';
import { drawLock } from './parts.ts';
import { drawFrame } from './views/frame.ts';

let token = takeToken();
const root = document.getElementById('app') ?? document.body;

const store = createStore(draw);
const api = createApi(() => ({ token, session: store.model.session }));
const follower = createFollower(api, store);
const actions = createActions(api, store, follower);

function draw(): void {
  const { model } = store;
  const hadFocus = document.activeElement !== document.body;
  render(drawPage(), root);
  // The focused element may have been removed: keep the keyboard focus at its place, not at the top of the page.
  if (hadFocus && document.activeElement === document.body) focusContent();
  document.title = toTitle(model);
}

function focusContent(): void {
  const detail = document.getElementById('detail');
  const content = detail ?? document.getElementById('main');
  content?.focus({ preventScroll: true });
}

function toTitle({ connection, requests, mock }: Model): string {
  const title = mock?.info.contractTitle ?? 'site-contract';
  const isCounted = connection === 'live' && requests.length > 0;
  return isCounted ? `(${requests.length}) Mock · ${title}` : `Mock · ${title}`;
}

function drawPage(): TemplateResult {
  const { model, set } = store;
  if (model.connection === 'locked') return drawLock(model.lockedBecause, unlock);
  if (model.mock !== undefined) return drawFrame({ model, set, actions, mock: model.mock });
  return html`<main class="lock" id="main"><h1>Mock</h1><p role="status">Connecting…</p></main>`;
}

function unlock(typed: string): void {
  token = keepToken(typed.trim());
  start();
}

function start(): void {
  store.set({ connection: token === '' ? 'locked' : 'connecting' });
  if (token !== '') void follower.follow();
}

/** Moves the focus to the view, the request or the closed row that the address refers to. */
function followAddress(): void {
  const before = store.model;
  const address = readAddress(location.hash);
  store.set(address);
  if (address.openItem !== before.openItem) store.set({ form: undefined });
  // A notice belongs to the view in which it appeared.
  if (address.view !== before.view) store.set({ form: undefined, notice: undefined });
  queueMicrotask(() => {
    const { view, requestId, openItem } = store.model;
    if (view !== before.view) focus('#main');
    else if (openItem.includes('/')) focus('#detail form :is(input, select)');
    else if (requestId !== undefined || openItem !== '') focus('#detail');
    else if (before.requestId !== undefined)
      focus(`a[href="${toAddress('requests', before.requestId)}"]`);
    else if (before.openItem !== '') focus(`a[href="${toAddress('data', before.openItem)}"]`);
  });
}

/** If a row is no longer listed, the list gets the focus. Nothing needs to scroll if the item is beside the list. */
function focus(selector: string): void {
  const element =
    document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>('.list');
  const isWhole = element?.id === 'main' || element?.id === 'detail';
  element?.focus({ preventScroll: isWhole });
  const isBeside = element?.id === 'detail' && matchMedia('(min-width: 68rem)').matches;
  if (isWhole && !isBeside) scrollTo(0, 0);
}

/** Handles the keyboard shortcuts, except while something is being typed. */
function press(event: KeyboardEvent): void {
  const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, dialog';
  const isWriting = event.target instanceof Element && event.target.closest(fields) !== null;
  if (event.defaultPrevented || event.altKey || isWriting) return;
  const isCombination = event.ctrlKey || event.metaKey;
  if (isCombination ? pressCombination(event) : pressSingle(event.key)) event.preventDefault();
}

function pressCombination({ key, shiftKey }: KeyboardEvent): boolean {
  const { view } = store.model;
  if (key.toLowerCase() === 'a' && document.activeElement?.closest('.selectable, .selection')) {
    const ids = filterRequests(store.model).map((entry) => entry.id);
    store.set({ selection: { ids: new Set(ids) } });
    return true;
  }
  if (key.toLowerCase() !== 'z' || view !== 'data') return false;
  void actions.reverse(shiftKey ? 'redo' : 'undo');
  return true;
}

/** A single key presses the element that names it. */
function pressSingle(key: string): boolean {
  const { model } = store;
  if (!model.usesKeys) return false;
  if (key === 'n') {
    const [first] = model.mock?.contract ?? [];
    actions.startDraft(model.draft?.operation || first?.id || '');
    location.hash = toAddress('send');
    return true;
  }
  const element = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (element instanceof HTMLInputElement) element.focus();
  else element?.click();
  return element !== null;
}

applyTheme(store.model.theme);
addEventListener('hashchange', followAddress);
addEventListener('keydown', press);
store.set(readAddress(location.hash));
start();

// Draws the running clock.
setInterval(() => {
  if (store.model.view === 'state' && store.model.mock?.clock.frozen === false) draw();
}, 500);
