import { type Fault, mostFaults, type Webhook } from '../../contract/index.ts';
import { escapePointer } from '../../contract/resolve-reference.ts';
import type { components } from '../../generated/control-types.ts';
import { ContractBreach } from '../handler.ts';
import { type ResourceContext, toHostUrl } from '../operations/index.ts';
import type { RouteRecord, SiteRecord, StoreContents, WebhookRecord } from '../store/store.ts';

/** The contents of a session in readable form: workspaces, their sites, and the routes of each site. */
type State = components['schemas']['State'];
type WorkspaceState = State['workspaces'][number];
type SiteState = WorkspaceState['sites'][number];

export const stateFormatVersion = 1;

/** Converts contents to a document. Each kind is in order of creation. */
export function toState({ sites, routes, webhooks }: StoreContents): State {
  const workspaces = new Map<string, WorkspaceState>();
  const findWorkspace = (id: string): WorkspaceState => {
    const workspace = workspaces.get(id) ?? { id, sites: [], webhooks: [] };
    workspaces.set(id, workspace);
    return workspace;
  };
  const states = new Map<string, SiteState>();
  for (const { workspaceId, locale, site } of sites) {
    const state = { ...site, ...(locale !== undefined && { locale }), routes: [] };
    states.set(site.id.toLowerCase(), state);
    findWorkspace(workspaceId).sites.push(state);
  }
  for (const { siteId, route } of routes) states.get(siteId)?.routes.push(route);
  for (const { workspaceId, webhook } of webhooks)
    findWorkspace(workspaceId).webhooks.push(toWebhookState(webhook));
  return { formatVersion: stateFormatVersion, workspaces: [...workspaces.values()] };
}

/** Leaves out the workspace, because the document contains it already. */
export function toWebhookState({
  workspaceId: _,
  ...fields
}: Webhook): WorkspaceState['webhooks'][number] {
  return fields;
}

/** A state in which ids, keys and empty lists are optional. */
export type StateReplacement = components['schemas']['StateReplacement'];
type WorkspaceInput = StateReplacement['workspaces'][number];
type SiteInput = NonNullable<WorkspaceInput['sites']>[number];
type RouteInput = NonNullable<SiteInput['routes']>[number];
type WebhookInput = NonNullable<WorkspaceInput['webhooks']>[number];

/** Fields of a site in a state that are not fields of the site itself. */
const besideSite = new Set(['locale', 'routes']);

/** The contents of a state, or its first violations of the contract. */
export type ReadState = { contents: StoreContents; faults?: never } | { faults: readonly Fault[] };

/**
 * Reads a state that matches its schema. Missing ids and keys are generated in document order, so that the same state
 * with the same seed always gets the same ones.
 */
export function fromState(state: StateReplacement, context: ResourceContext): ReadState {
  const reader = new StateReader(context);
  state.workspaces.forEach((workspace, at) => {
    reader.readWorkspace(workspace, `/workspaces/${at}`);
  });
  return reader.finish();
}

class StateReader {
  readonly faults: Fault[] = [];
  readonly sites: SiteRecord[] = [];
  readonly routes: RouteRecord[] = [];
  readonly webhooks: WebhookRecord[] = [];
  readonly #context: ResourceContext;
  /** The place of each id, after its kind: each kind of resource has its own ids. */
  readonly #places = new Map<string, string>();

  constructor(context: ResourceContext) {
    this.#context = context;
  }

  finish(): ReadState {
    const { faults, sites, routes, webhooks } = this;
    return faults.length > 0
      ? { faults: faults.slice(0, mostFaults) }
      : { contents: { sites, routes, webhooks } };
  }

  readWorkspace({ id, sites = [], webhooks = [] }: WorkspaceInput, pointer: string): void {
    const workspaceId = id.toLowerCase();
    sites.forEach((site, at) => {
      this.#readSite(workspaceId, site, `${pointer}/sites/${at}`);
    });
    webhooks.forEach((webhook, at) => {
      this.#readWebhook(workspaceId, webhook, `${pointer}/webhooks/${at}`);
    });
  }

  #readSite(workspaceId: string, input: SiteInput, pointer: string): void {
    if (this.#isRefused) return;
    const { createResource, createUuid } = this.#context;
    const { id = createUuid(`${workspaceId}/site/${input.name}`), locale, routes = [] } = input;
    const { apiKey = createUuid(`${id.toLowerCase()}/apiKey`) } = input;
    const { hostUrl = toHostUrl(undefined, id, this.#context) } = input;
    const create = () => createResource('Site', { id, hostUrl, apiKey }, input);
    const site = this.#admit(`site ${id}`, pointer, input, create, besideSite);
    if (site !== undefined) this.sites.push({ workspaceId, locale, site });
    routes.forEach((route, at) => {
      this.#readRoute(id.toLowerCase(), route, `${pointer}/routes/${at}`);
    });
  }

  #readRoute(siteId: string, fields: RouteInput, pointer: string): void {
    if (this.#isRefused) return;
    const { createResource, createUuid } = this.#context;
    const { id = createUuid(`${siteId}/route/${fields.pathname}`), localizedVariants = [] } =
      fields;
    const route = this.#admit(`route ${id}`, pointer, fields, () =>
      createResource('Route', { id, localizedVariants }, fields),
    );
    if (route !== undefined) this.routes.push({ siteId, route });
  }

  #readWebhook(workspaceId: string, fields: WebhookInput, pointer: string): void {
    if (this.#isRefused) return;
    const { createResource, createUuid } = this.#context;
    const { id = createUuid(`${workspaceId}/webhook/${fields.eventType} ${fields.url}`) } = fields;
    const webhook = this.#admit(`webhook ${id}`, pointer, fields, () =>
      createResource('Webhook', { id, workspaceId }, fields),
    );
    if (webhook !== undefined) this.webhooks.push({ workspaceId, webhook });
  }

  /** Reading then stops: a state full of faults must not cost more than an accepted one. */
  get #isRefused(): boolean {
    return this.faults.length >= mostFaults;
  }

  /**
   * Reports the contract violations of a resource as faults of the state. Unknown fields are faults too, because they
   * would be lost, and so are repeated ids.
   * @param name its kind and id
   * @param others fields that are stored elsewhere
   */
  #admit<Resource extends object>(
    name: string,
    pointer: string,
    fields: object,
    create: () => Resource,
    others?: ReadonlySet<string>,
  ): Resource | undefined {
    const other = this.#places.get(name.toLowerCase());
    if (other === undefined) this.#places.set(name.toLowerCase(), pointer);
    else this.faults.push({ pointer: `${pointer}/id`, detail: `is also the id of ${other}` });
    try {
      const resource = create();
      for (const field of Object.keys(fields)) {
        if (this.#isRefused) break;
        if (Object.hasOwn(resource, field) || others?.has(field)) continue;
        const place = `${pointer}/${escapePointer(field)}`;
        this.faults.push({ pointer: place, detail: 'is not a known field' });
      }
      return resource;
    } catch (error) {
      if (!(error instanceof ContractBreach)) throw error;
      for (const { pointer: inner = '', detail } of error.faults)
        this.faults.push({ pointer: pointer + inner, detail });
      return undefined;
    }
  }
}
