import { html, type TemplateResult } from 'lit-html';
import type { Model, ViewName } from '../model.ts';
import type { Context } from './context.ts';
import { drawContract } from './contract.ts';
import { drawData } from './data.ts';
import { drawEvents } from './events.ts';
import { drawFaults } from './faults.ts';
import { drawHeader } from './header.ts';
import { drawIcon } from './icon.ts';
import { drawLock } from './lock.ts';
import { countPreflights } from './request-filters.ts';
import { drawRequests } from './requests.ts';
import { drawSend } from './send.ts';
import { drawShortcuts } from './shortcut-list.ts';
import { drawState } from './state.ts';

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

/** The whole page: one picture of the model. */
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

/** What there is at a glance. */
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

/** The fragment says which view is shown, so the link moves the focus by itself. */
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
