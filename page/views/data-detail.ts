import { html, type TemplateResult } from 'lit-html';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Context } from '../actions.ts';
import type { Site, StateChange, StateEdit, Workspace } from '../api.ts';
import {
  type ContractOperation,
  findResourceOperations,
  type ResourceOperations,
} from '../contract.ts';
import { toDataAddress } from '../model.ts';
import { createDraft } from '../request-draft.ts';
import { drawId, drawSecret, drawWebhookState } from './parts.ts';
import { drawResourceForm, type ResourceFormOptions } from './resource-form.ts';

type Kind = StateEdit['kind'];
type Route = Site['routes'][number];
type Webhook = Workspace['webhooks'][number];

const parents = { site: 'workspace', route: 'site', webhook: 'workspace' } as const;

/** An open resource and its parent. */
interface Place {
  kind: Kind;
  id: string;
  /** The id of the parent. */
  parent: string;
  resource: Site | Route | Webhook;
  /** Its name in messages. */
  label: string;
}

/** Draws the detail beside the list of data: a site, a webhook, or a form for a new one. */
export function drawDataDetail(context: Context): TemplateResult | null {
  const { model } = context;
  const [id = '', kind = ''] = model.dataPlace.split('/');
  if (id === '' || model.state === undefined) return null;
  if (kind === 'site' || kind === 'webhook')
    return drawFrame(`New ${kind}`, drawNew(kind, id, context));
  for (const workspace of model.state.workspaces) {
    const site = workspace.sites.find((each) => each.id === id);
    if (site !== undefined) return drawFrame(site.name, drawSite(site, workspace, context));
    const webhook = workspace.webhooks.find((each) => each.id === id);
    if (webhook !== undefined)
      return drawFrame('Webhook', drawWebhook(webhook, workspace, context));
  }
  return drawFrame(
    'Not found',
    html`<p class="quiet">It was removed, or is in another session.</p>`,
  );
}

function close(): void {
  location.hash = toDataAddress();
}

function drawFrame(title: string, content: TemplateResult): TemplateResult {
  const leave = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title" @keydown=${leave}>
    <header class="head"><a class="back" href=${toDataAddress()}>All data</a>
      <h2 id="detail-title" dir="auto">${title}</h2>
      <a class="button close" href=${toDataAddress()} aria-label="Close">✕</a></header>
    ${content}</article>`;
}

function drawSite(site: Site, workspace: Workspace, context: Context): TemplateResult {
  const { id, apiKey, routes, ...others } = site;
  const place: Place = {
    kind: 'site',
    id,
    parent: workspace.id,
    resource: site,
    label: `site “${site.name}”`,
  };
  return html`<dl class="fields">
      <div><dt>id</dt><dd>${drawId(id, 'site id', context)}</dd></div>
      <div><dt>apiKey</dt><dd>${drawSecret(apiKey, 'site key', context)}</dd></div></dl>
    ${drawEditable(place, others, context)}
    <section aria-labelledby="routes"><h3 id="routes">Routes</h3>
      ${routes.length === 0 ? html`<p class="quiet">No routes.</p>` : html`<ul class="routes">${routes.map((route) => html`<li>${drawRoute(route, site, context)}</li>`)}</ul>`}
      ${drawAddRoute(site, context)}</section>
    ${drawOtherOperations(place, context)}`;
}

function drawRoute(route: Route, site: Site, context: Context): TemplateResult {
  const { id, pathname, localizedVariants } = route;
  const place: Place = {
    kind: 'route',
    id,
    parent: site.id,
    resource: route,
    label: `route ${pathname}`,
  };
  if (context.model.form?.key === `route/${id}`) return drawChange(place, context);
  return html`<div class="row spread"><span><code>${pathname}</code> ${drawId(id, 'route id', context)}
      ${localizedVariants.map(
        (variant) =>
          html`<span class="variant"><span class="tag">${variant.locale}</span> <code>${variant.pathname}</code></span> `,
      )}</span>
    ${drawButtons(place, context, pathname)}</div>`;
}

function drawWebhook(webhook: Webhook, workspace: Workspace, context: Context): TemplateResult {
  const { id, ...others } = webhook;
  const known = context.model.webhooks?.find((each) => each.id === id);
  const place: Place = {
    kind: 'webhook',
    id,
    parent: workspace.id,
    resource: webhook,
    label: `webhook ${webhook.url}`,
  };
  return html`<dl class="fields"><div><dt>id</dt><dd>${drawId(id, 'webhook id', context)}</dd></div></dl>
    ${known === undefined ? null : drawWebhookState(known, context)}
    ${drawEditable(place, others, context)}
    ${drawOtherOperations(place, context)}`;
}

function drawEditable(place: Place, fields: object, context: Context): TemplateResult {
  if (context.model.form?.key === `${place.kind}/${place.id}`) return drawChange(place, context);
  return html`<dl class="fields">${Object.entries(fields).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${toText(value)}</dd></div>`,
  )}</dl>
    ${drawButtons(place, context, '')}`;
}

function toText(value: unknown): string {
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function findOperations({ model }: Context, kind: Kind): ResourceOperations {
  return findResourceOperations(model.contract ?? [], kind);
}

function toIds({ kind, id, parent }: Pick<Place, 'kind' | 'id' | 'parent'>) {
  return { [`${parents[kind]}Id`]: parent, [`${kind}Id`]: id };
}

function drawButtons(place: Place, context: Context, name: string): TemplateResult {
  const { kind, id, label } = place;
  const { change, add, remove } = findOperations(context, kind);
  const edit = () => openForm(`${kind}/${id}`, context);
  const erase = async (): Promise<void> => {
    const done = `Deleted the ${label}.`;
    // The delete operation of the contract decides what else it deletes.
    const isDone =
      remove === undefined
        ? await context.actions.editState(done, [{ kind, id }])
        : (await context.actions.changeState(done, {
            method: remove.method,
            path: remove.path.replace(/\{[^}]+\}/, id),
            query: '',
            headers: [],
            body: undefined,
          })) !== undefined;
    if (isDone && kind !== 'route') close();
  };
  return html`<span class="row">${
    (change ?? add) === undefined
      ? null
      : html`<button type="button" aria-label=${name === '' ? `Edit the ${kind}` : `Edit ${name}`} @click=${edit}>Edit</button>`
  }<button type="button" aria-label=${name === '' ? `Delete the ${kind}` : `Delete ${name}`} @click=${erase}>Delete</button></span>`;
}

/** If the contract has no operation that changes a resource, the form is based on the one that adds it. */
function drawChange(place: Place, context: Context): TemplateResult {
  const { kind, id, parent, resource, label } = place;
  const { change, add } = findOperations(context, kind);
  const operation = change ?? add;
  if (operation === undefined) return html``;
  const done = `Changed the ${label}.`;
  return drawResourceForm(
    {
      key: `${kind}/${id}`,
      operation,
      ids: toIds(place),
      current: resource,
      label: 'Save',
      done,
      ...(change === undefined && {
        save: (value: Record<string, unknown>) =>
          context.actions.editState(done, [
            { kind, id, parent, value: { ...withoutParts(resource), ...value } },
          ]),
      }),
      saved: () => {},
      cancel: () => {},
    },
    context,
  );
}

/** Leaves out routes, which are separate resources. */
function withoutParts(resource: object): Record<string, unknown> {
  const { routes: _, ...fields }: { routes?: unknown } & Record<string, unknown> = { ...resource };
  return fields;
}

function drawNew(kind: 'site' | 'webhook', workspaceId: string, context: Context): TemplateResult {
  const { add } = findOperations(context, kind);
  if (add === undefined)
    return html`<p class="quiet">The contract has no operation that adds a ${kind}.</p>`;
  const saved = (change: StateChange | undefined): void => {
    const body = change?.body;
    location.hash = toDataAddress(isRecord(body) ? String(body['id']) : '');
  };
  return drawAddForm(add, kind, workspaceId, context, { saved, cancel: close });
}

function drawAddRoute(site: Site, context: Context): TemplateResult | null {
  const { add } = findOperations(context, 'route');
  if (add === undefined) return null;
  const key = `new route ${site.id}`;
  if (context.model.form?.key === key) return drawAddForm(add, 'route', site.id, context);
  return html`<p class="row"><button type="button" @click=${() => openForm(key, context)}>Add route</button></p>`;
}

/** Draws the form for a new resource, with the operation that adds it to its parent. */
function drawAddForm(
  operation: ContractOperation,
  kind: Kind,
  parent: string,
  context: Context,
  ends: Pick<ResourceFormOptions, 'saved' | 'cancel'> = { saved: () => {}, cancel: () => {} },
): TemplateResult {
  const key = `new ${kind} ${parent}`;
  const ids = { [`${parents[kind]}Id`]: parent };
  const texts = { label: `Add ${kind}`, done: `Added the ${kind}.` };
  return drawResourceForm({ key, operation, ids, current: undefined, ...texts, ...ends }, context);
}

function openForm(key: string, { set }: Context): void {
  set({ form: { key, value: undefined, check: undefined } });
  queueMicrotask(() =>
    document.querySelector<HTMLElement>('.resource-form :is(input, select)')?.focus(),
  );
}

/** Draws links to requests for all other operations on a resource. */
function drawOtherOperations(place: Place, context: Context): TemplateResult | null {
  const { model, actions } = context;
  const { change, remove } = findOperations(context, place.kind);
  const found = (model.contract ?? []).filter(
    (operation) =>
      operation.path.includes(`{${place.kind}Id}`) && operation !== change && operation !== remove,
  );
  if (found.length === 0) return null;
  return html`<section aria-labelledby="requests"><h3 id="requests">Requests</h3><p class="row">${found.map(
    (operation) =>
      html`<button type="button" @click=${() => {
        const { info, state, session } = model;
        const draft = createDraft(operation, { info, state, session });
        actions.setDraft({ ...draft, parameters: { ...draft.parameters, ...toIds(place) } });
        location.hash = '#/send';
      }}>${operation.id}…</button>`,
  )}</p></section>`;
}
