import { render } from 'lit-html';
import { createActions } from './actions.ts';
import { readAddress } from './address.ts';
import { createApi } from './api.ts';
import { followMock } from './follow.ts';
import { createLoader } from './load.ts';
import { createStore } from './model.ts';
import { applyTheme } from './theme.ts';
import { keepToken, takeToken } from './token.ts';
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
  render(drawPage({ model, set, actions, unlock }), root);
  const waiting = model.connection === 'live' ? model.requests.length : 0;
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

/** A view that was asked for by its address is where reading goes on. */
function followAddress(): void {
  const before = store.model.view;
  store.set(readAddress(location.hash));
  if (store.model.view !== before) queueMicrotask(() => document.getElementById('main')?.focus());
}

/** `/` goes to the search field of the view, as long as nothing is being written. */
function followKey(event: KeyboardEvent): void {
  const isWriting =
    event.target instanceof Element && event.target.closest('input,textarea,select');
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

applyTheme(store.model.theme);
addEventListener('hashchange', followAddress);
addEventListener('keydown', followKey);
store.set(readAddress(location.hash));
start();
