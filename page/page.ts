import { render } from 'lit-html';
import { createActions } from './actions.ts';
import { createApi } from './api.ts';
import { applyTheme, keepToken, takeToken } from './browser.ts';
import { countPreflights } from './filter-requests.ts';
import { followMock } from './follow.ts';
import { createKeyListener } from './keys.ts';
import { createLoader } from './load.ts';
import { createStore, readAddress, toDataAddress, toRequestAddress } from './model.ts';
import { drawPage } from './views/page.ts';

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

/** What was asked for by its address is where reading goes on: a view, a request, or the row of one that was closed. */
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

/** Where the request stands beside the list, nothing has to be moved for it to be seen. */
function focus(selector: string): void {
  // A row that is not drawn, or no longer exists, leaves the focus with what is around it.
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
