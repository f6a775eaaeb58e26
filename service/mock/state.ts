import { type Contract, type Fault, mostFaults, type Webhook } from '../../contract/index.ts';
import { escapePointer } from '../../contract/resolve-reference.ts';
import { createValidators } from '../../contract/validators.ts';
import { schemas } from '../../generated/control-schemas.js';
import type { components } from '../../generated/control-types.ts';
import { ContractBreach } from '../../mock/refusal.ts';
import { createFreeId } from '../../mock/sessions/free-id.ts';
import { type ReadState, stateFormatVersion } from '../../mock/sessions/state-format.ts';
import type { StoreContents } from '../../mock/store/records.ts';
import { type ResourceContext, toHostUrl } from './behaviours.ts';
import { readResources } from './resource-context.ts';
import {
  createRouteRecord,
  createSiteRecord,
  createWebhookRecord,
  type RouteRecord,
  routeKind,
  type SiteRecord,
  siteKind,
  type WebhookRecord,
  webhookKind,
} from './site-records.ts';

/** The contents of a session in readable form: workspaces, their sites, and the routes of each site. */
export type State = components['schemas']['State'];
type WorkspaceState = State['workspaces'][number];
type SiteState = WorkspaceState['sites'][number];

/** Converts contents to a document. Each kind is in order of creation. */
export function toState(contents: StoreContents): State {
  const workspaces = new Map<string, WorkspaceState>();
  const findWorkspace = (id = ''): WorkspaceState => {
    const workspace = workspaces.get(id) ?? { id, sites: [], webhooks: [] };
    workspaces.set(id, workspace);
    return workspace;
  };
  const states = new Map<string, SiteState>();
  for (const { id, parent, value, hidden } of siteKind.select(contents)) {
    const state = { ...value, ...hidden, routes: [] };
    states.set(id, state);
    findWorkspace(parent).sites.push(state);
  }
  for (const { parent = '', value } of routeKind.select(contents))
    states.get(parent)?.routes.push(value);
  for (const { parent, value } of webhookKind.select(contents))
    findWorkspace(parent).webhooks.push(toWebhookState(value));
  return { formatVersion: stateFormatVersion, workspaces: [...workspaces.values()] };
}

/** Leaves out the workspace, because the document contains it already. */
function toWebhookState({
  workspaceId: _,
  ...fields
}: Webhook): WorkspaceState['webhooks'][number] {
  return fields;
}

/** A state in which ids, keys and empty lists are optional. */
export type StateReplacement = components['schemas']['StateReplacement'];

const validators = createValidators(schemas);

/**
 * Reads a state that may be anything.
 * @param createUuid gets a text that is the same for the same data
 */
export function readState(
  contract: Contract,
  state: unknown,
  createUuid: (key?: string) => string,
): ReadState {
  const violations = validators.schema('StateReplacement')(state);
  if (!isState(state, violations)) return { faults: violations };
  return fromState(state, { ...readResources(contract), createUuid });
}

/** A value without violations of the schema has its type. */
function isState(_state: unknown, violations: readonly Fault[]): _state is StateReplacement {
  return violations.length === 0;
}

/**
 * Reads a state that matches its schema. Missing ids and keys are generated in document order, so that the same state
 * with the same seed always gets the same ones.
 */
export function fromState({ workspaces }: StateReplacement, context: ResourceContext): ReadState {
  const { createResource } = context;
  const createId = createFreeIds(workspaces, context.createUuid);
  const sites: SiteRecord[] = [];
  const routes: RouteRecord[] = [];
  const webhooks: WebhookRecord[] = [];
  const reader = createReader();
  for (const [at, workspace] of workspaces.entries()) {
    const workspaceId = workspace.id.toLowerCase();
    reader.claim(`workspace ${workspaceId}`, `/workspaces/${at}`);
    for (const [siteAt, siteState] of (workspace.sites ?? []).entries()) {
      const { id = createId(`${workspaceId}/site/${siteState.name}`), locale } = siteState;
      const siteId = id.toLowerCase();
      const { apiKey = context.createUuid(`${siteId}/apiKey`) } = siteState;
      const { hostUrl = toHostUrl(undefined, id, context) } = siteState;
      const pointer = `/workspaces/${at}/sites/${siteAt}`;
      const create = () => createResource('Site', { id, hostUrl, apiKey }, siteState);
      const site = reader.read(`site ${id}`, pointer, siteState, create, ['locale', 'routes']);
      if (site !== undefined) sites.push(createSiteRecord(workspaceId, site, locale));
      for (const [routeAt, fields] of (siteState.routes ?? []).entries()) {
        const { id = createId(`${siteId}/route/${fields.pathname}`) } = fields;
        const { localizedVariants = [] } = fields;
        const route = reader.read(`route ${id}`, `${pointer}/routes/${routeAt}`, fields, () =>
          createResource('Route', { id, localizedVariants }, fields),
        );
        if (route !== undefined) routes.push(createRouteRecord(siteId, route));
      }
    }
    for (const [webhookAt, fields] of (workspace.webhooks ?? []).entries()) {
      const { id = createId(`${workspaceId}/webhook/${fields.eventType} ${fields.url}`) } = fields;
      const pointer = `/workspaces/${at}/webhooks/${webhookAt}`;
      const webhook = reader.read(`webhook ${id}`, pointer, fields, () =>
        createResource('Webhook', { id, workspaceId }, fields),
      );
      if (webhook !== undefined) webhooks.push(createWebhookRecord(workspaceId, webhook));
    }
  }
  const faults = reader.faults.slice(0, mostFaults);
  return faults.length > 0 ? { faults } : { contents: [...sites, ...routes, ...webhooks] };
}

/** Creates ids that no record of the state has: one with an id may be a copy of one that gets its id from the same data. */
function createFreeIds(
  workspaces: StateReplacement['workspaces'],
  createUuid: (key: string) => string,
): (key: string) => string {
  const usedIds = new Set<string | undefined>();
  for (const { sites = [], webhooks = [] } of workspaces) {
    const routes = sites.flatMap((site) => site.routes ?? []);
    for (const { id } of [...sites, ...routes, ...webhooks]) usedIds.add(id?.toLowerCase());
  }
  return (key) => {
    const create = () => createUuid(key);
    const id = createFreeId(create, (candidate) => usedIds.has(candidate.toLowerCase()));
    usedIds.add(id.toLowerCase());
    return id;
  };
}

/**
 * Creates the functions that collect the faults of a state: violations of the contract, repeated ids, and unknown fields,
 * which would be lost.
 */
function createReader() {
  const faults: Fault[] = [];
  /** The place of each id, after its kind: workspaces and each kind of resource have their own ids. */
  const places = new Map<string, string>();
  return { faults, claim, read };

  function claim(name: string, pointer: string): void {
    const earlier = places.get(name.toLowerCase());
    if (earlier !== undefined)
      faults.push({ pointer: `${pointer}/id`, detail: `is also the id of ${earlier}` });
    places.set(name.toLowerCase(), earlier ?? pointer);
  }

  /**
   * @param name the kind and id of the resource
   * @param storedElsewhere fields that are stored elsewhere
   */
  function read<Resource extends object>(
    name: string,
    pointer: string,
    fields: object,
    create: () => Resource,
    storedElsewhere: readonly string[] = [],
  ): Resource | undefined {
    // A state full of faults must not cost more than an accepted one.
    if (faults.length >= mostFaults) return undefined;
    claim(name, pointer);
    try {
      const resource = create();
      for (const field of Object.keys(fields).slice(0, 2 * mostFaults)) {
        if (Object.hasOwn(resource, field) || storedElsewhere.includes(field)) continue;
        const fieldPointer = `${pointer}/${escapePointer(field)}`;
        faults.push({ pointer: fieldPointer, detail: 'is not a known field' });
      }
      return resource;
    } catch (error) {
      if (!(error instanceof ContractBreach)) throw error;
      for (const { pointer: inner = '', detail } of error.faults)
        faults.push({ pointer: pointer + inner, detail });
      return undefined;
    }
  }
}

/** The numbers of records by kind, for a list of snapshots. */
export function countRecords(contents: StoreContents) {
  return {
    sites: siteKind.select(contents).length,
    routes: routeKind.select(contents).length,
    webhooks: webhookKind.select(contents).length,
  };
}
