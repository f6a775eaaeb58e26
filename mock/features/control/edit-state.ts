import type { Fault } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { BehaviourContext } from '../../operations/behaviour.ts';
import { fromState, type StateReplacement } from '../../sessions/from-state.ts';
import { toWebhookState } from '../../sessions/to-state.ts';
import type { RouteRecord, SiteRecord, StoreContents, WebhookRecord } from '../../store/store.ts';
import type { ControlSchemas } from './operation-types.ts';

export type StateEdit = ControlSchemas['StateEdit'];
type Kind = StateEdit['kind'];

/** A resource with the id of what it belongs to, as an edit names both. */
interface Item {
  id: string;
  parent: string;
  value: Record<string, unknown>;
}

const validators = createValidators(schemas);

/**
 * Makes edits one after the other.
 * @returns the new contents, or what is wrong with the first edit that cannot be made
 */
export function applyEdits(
  contents: StoreContents,
  edits: readonly StateEdit[],
  context: BehaviourContext,
): { contents: StoreContents; faults?: never } | { faults: readonly Fault[] } {
  const sites = [...contents.sites];
  let routes = [...contents.routes];
  const webhooks = [...contents.webhooks];
  for (const [at, edit] of edits.entries()) {
    const id = edit.id.toLowerCase();
    const current = { sites, routes, webhooks };
    const known = list(current, edit.kind).find((item) => item.id === id);
    const refuse = (place: string, detail: string) => ({
      faults: [{ pointer: `/edits/${at}${place}`, detail }],
    });
    if (edit.value === undefined) {
      if (known === undefined) return refuse('/id', `is not the id of a ${edit.kind}`);
      remove(edit.kind, id);
      continue;
    }
    const parent = edit.parent?.toLowerCase() ?? known?.parent;
    if (parent === undefined) return refuse('/parent', `is needed for a new ${edit.kind}`);
    const read = readValue(current, { ...edit, parent, value: edit.value }, context);
    if (read.faults !== undefined)
      return {
        faults: read.faults.map(({ pointer = '', detail }) => ({
          pointer: `/edits/${at}${pointer}`,
          detail,
        })),
      };
    const before = edit.before?.toLowerCase();
    const [site] = read.contents.sites;
    const [route] = read.contents.routes;
    const [webhook] = read.contents.webhooks;
    if (edit.kind === 'site' && site !== undefined) put(sites, site, toSiteId, before);
    if (edit.kind === 'route' && route !== undefined) put(routes, route, toRouteId, before);
    if (edit.kind === 'webhook' && webhook !== undefined)
      put(webhooks, webhook, toWebhookId, before);
  }
  return { contents: { sites, routes, webhooks } };

  function remove(kind: Kind, id: string): void {
    if (kind === 'site') {
      sites.splice(
        sites.findIndex((each) => toSiteId(each) === id),
        1,
      );
      routes = routes.filter(({ siteId }) => siteId !== id);
    } else if (kind === 'route')
      routes.splice(
        routes.findIndex((each) => toRouteId(each) === id),
        1,
      );
    else
      webhooks.splice(
        webhooks.findIndex((each) => toWebhookId(each) === id),
        1,
      );
  }
}

/** The edits that turn some contents into others. */
export function findEdits(from: StoreContents, to: StoreContents): StateEdit[] {
  const kinds: readonly Kind[] = ['site', 'route', 'webhook'];
  const removed: StateEdit[] = [];
  const put: StateEdit[] = [];
  for (const kind of kinds) {
    const before = new Map(list(from, kind).map((item) => [item.id, item]));
    const after = list(to, kind);
    const kept = new Set(after.map(({ id }) => id));
    // A route goes before its site, which would take it along.
    for (const id of before.keys()) if (!kept.has(id)) removed.unshift({ kind, id });
    // From the last one on, so that what an added resource comes before exists already.
    let next: string | undefined;
    for (const { id, parent, value } of after.toReversed()) {
      const old = before.get(id);
      if (old === undefined)
        put.push({ kind, id, parent, value, ...(next === undefined ? {} : { before: next }) });
      else if (JSON.stringify(old) !== JSON.stringify({ id, parent, value }))
        put.push({ kind, id, parent, value });
      next = id;
    }
  }
  return [...removed, ...put];
}

const toSiteId = ({ site }: SiteRecord): string => site.id.toLowerCase();
const toRouteId = ({ route }: RouteRecord): string => route.id.toLowerCase();
const toWebhookId = ({ webhook }: WebhookRecord): string => webhook.id.toLowerCase();

function list({ sites, routes, webhooks }: StoreContents, kind: Kind): Item[] {
  switch (kind) {
    case 'site':
      return sites.map((record) => ({
        id: toSiteId(record),
        parent: record.workspaceId,
        value: {
          ...record.site,
          ...(record.locale === undefined ? {} : { locale: record.locale }),
        },
      }));
    case 'route':
      return routes.map((record) => ({
        id: toRouteId(record),
        parent: record.siteId,
        value: { ...record.route },
      }));
    case 'webhook':
      return webhooks.map((record) => ({
        id: toWebhookId(record),
        parent: record.workspaceId,
        value: { ...toWebhookState(record.webhook) },
      }));
  }
}

function put<Value>(
  values: Value[],
  value: Value,
  toId: (value: Value) => string,
  before: string | undefined,
): void {
  const id = toId(value);
  const known = values.findIndex((each) => toId(each) === id);
  if (known >= 0) values[known] = value;
  else {
    const at = before === undefined ? -1 : values.findIndex((each) => toId(each) === before);
    values.splice(at < 0 ? values.length : at, 0, value);
  }
}

/** Reads one resource as a state of nothing else, so that it is validated as a state is. */
function readValue(
  contents: StoreContents,
  { kind, id, parent, value }: StateEdit & Pick<Item, 'parent' | 'value'>,
  context: BehaviourContext,
): ReturnType<typeof fromState> {
  const resource = { ...value, id };
  const site = list(contents, 'site').find((item) => item.id === parent);
  if (kind === 'route' && site === undefined)
    return { faults: [{ pointer: '/parent', detail: `is not the id of a site: ${parent}` }] };
  const place = { site: '/sites/0', route: '/sites/0/routes/0', webhook: '/webhooks/0' }[kind];
  const workspace = {
    site: { id: parent, sites: [resource] },
    route: { id: site?.parent, sites: [{ ...site?.value, routes: [resource] }] },
    webhook: { id: parent, webhooks: [resource] },
  }[kind];
  const state: unknown = { workspaces: [workspace] };
  const wrong = validators.body('replaceState', state);
  const read = isState(state, wrong) ? fromState(state, context) : { faults: wrong };
  if (read.faults === undefined) return read;
  return {
    faults: read.faults.map(({ pointer = '', detail }) => ({
      pointer: pointer.replace(`/workspaces/0${place}`, '/value'),
      detail,
    })),
  };
}

/** A value in which the description of the control surface finds no fault is what it says. */
function isState(_state: unknown, faults: readonly Fault[]): _state is StateReplacement {
  return faults.length === 0;
}
