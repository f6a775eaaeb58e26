import { render } from 'lit-html';
import { type Actions, createActions } from './actions.ts';
import { createApi } from './api.ts';
import { applyTheme, keepToken, takeToken } from './browser.ts';
import { countPreflights, filterRequests } from './filter-requests.ts';
import { followMock } from './follow.ts';
import { createLoader } from './load.ts';
import {
  createStore,
  readAddress,
  type Store,
  toDataAddress,
  toRequestAddress,
  viewNames,
} from './model.ts';
import { selectAll } from './selection.ts';
import { drawPage, openShortcuts } from './views/page.ts';
import { focusSearch } from './views/windowed.ts';

let token = takeToken();
const root = document.getElementById('app');

const store = createStore(draw);
const api = createApi(() => ({ token, session: store.model.session }));
const loader = createLoader(api, store);
const actions = createActions(api, store, loader);

function draw(): void {
  if (root === null) return;
  const { model, set } = store;
  const hadFocus = document.activeElement !== document.body;
  render(drawPage({ model, set, actions, unlock }), root);
  // The focused element may have been removed: keep the keyboard focus at its place, not at the top of the page.
  if (hadFocus && document.activeElement === document.body)
    (document.getElementById('detail') ?? document.getElementById('main'))?.focus({
      preventScroll: true,
    });
  const waiting =
    model.connection === 'live' ? model.requests.length - countPreflights(model.requests) : 0;
  document.title = `${waiting === 0 ? '' : `(${waiting}) `}Mock · ${model.info?.contractTitle ?? 'site-contract'}`;
}

function unlock(given: string): void {
  token = keepToken(given.trim());
  start();
}

function start(): void {
  if (token === '') store.set({ connection: 'locked' });
  else {
    store.set({ connection: 'connecting' });
    void followMock(api, store, loader);
  }
}

/** Moves the focus to the view, the request or the closed row that the address refers to. */
function followAddress(): void {
  const { view, requestId, dataPlace } = store.model;
  const address = readAddress(location.hash);
  store.set(address.dataPlace === dataPlace ? address : { ...address, form: undefined });
  queueMicrotask(() => {
    const now = store.model;
    if (now.view !== view) focus('#main');
    else if (now.requestId !== undefined) focus('#detail');
    else if (now.dataPlace.includes('/')) focus('.resource-form :is(input, select)');
    else if (now.dataPlace !== '') focus('#detail');
    else if (requestId !== undefined) focus(`a[href="${toRequestAddress(requestId)}"]`);
    else if (dataPlace !== '') focus(`a[href="${toDataAddress(dataPlace)}"]`);
  });
}

/** Nothing needs to scroll if the request is shown beside the list. */
function focus(selector: string): void {
  // If the row is not drawn or was removed, its container gets the focus.
  const element =
    document.querySelector<HTMLElement>(selector) ?? document.querySelector<HTMLElement>('.list');
  const isWhole = element?.id === 'main' || element?.id === 'detail';
  element?.focus({ preventScroll: isWhole });
  const isBeside = element?.id === 'detail' && matchMedia('(min-width: 68rem)').matches;
  if (isWhole && !isBeside) scrollTo(0, 0);
}

applyTheme(store.model.theme);
addEventListener('hashchange', followAddress);
addEventListener('keydown', createKeyListener(store, actions));
store.set(readAddress(location.hash));
start();

/** Creates the handler of keyboard shortcuts; see `shortcuts.ts`. */
function createKeyListener(store: Store, actions: Actions): (event: KeyboardEvent) => void {
  return (event) => {
    const isWriting =
      event.target instanceof Element &&
      event.target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !==
        null;
    const isOpen = document.querySelector('dialog[open]') !== null;
    if (event.defaultPrevented || isWriting || isOpen || event.altKey) return;
    const isDone =
      event.ctrlKey || event.metaKey ? followCombination(event) : followSingle(event.key);
    if (isDone) event.preventDefault();
  };

  function followCombination({ key, shiftKey }: KeyboardEvent): boolean {
    if (key === 'a' && document.activeElement?.closest('.selectable, .selection') != null) {
      store.set({ selection: selectAll(filterRequests(store.model)) });
      return true;
    }
    if (key.toLowerCase() !== 'z' || store.model.view !== 'data') return false;
    void (shiftKey ? actions.redo() : actions.undo());
    return true;
  }

  function followSingle(key: string): boolean {
    const { model } = store;
    if (!model.usesKeys) return false;
    const view = /^[1-9]$/.test(key) ? viewNames[Number(key) - 1] : undefined;
    if (view !== undefined) location.hash = `#/${view}`;
    else if (key === 'n') {
      actions.startDraft(model.draft?.operation || (model.contract?.[0]?.id ?? ''));
      location.hash = '#/send';
    } else if (key === '/') focusSearch();
    else if (key === '?') openShortcuts();
    else return followRequestKey(key);
    return true;
  }

  /** Handles the keys for the item that is open beside the list. */
  function followRequestKey(key: string): boolean {
    const { view, requestId, requests } = store.model;
    const entry = requests.find(({ id }) => id === requestId);
    if (view === 'data' && (key === 'e' || key === 'Delete'))
      return press(key === 'e' ? 'Edit the ' : 'Delete the ');
    if (view !== 'requests' || entry === undefined) return false;
    if (key === 'r') void actions.sendAgain(entry);
    else if (key === 'e') actions.editRequest(entry);
    else if (key === 'c') void actions.copyCurl(entry);
    else return false;
    return true;
  }
}

/** Presses the button with this name in the open item. */
function press(name: string): boolean {
  const button = document.querySelector<HTMLElement>(`#detail [aria-label^="${name}"]`);
  button?.click();
  return button !== null;
}
