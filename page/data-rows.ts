import type { Info, Site, State, Workspace } from './schemas.ts';

type Webhook = Workspace['webhooks'][number];

/** A row of the list of data. */
export type DataRow =
  | { kind: 'workspace'; id: string; sites: number; routes: number; webhooks: number }
  | { kind: 'site'; id: string; site: Site }
  | { kind: 'webhook'; id: string; webhook: Webhook };

let last: { key: readonly unknown[]; rows: readonly DataRow[] } | undefined;

/**
 * Workspaces with what matches a text; one that matches by its id stays whole. Without a text, workspaces that are empty
 * are there as well, so that something can be added to them.
 */
export function listDataRows(
  state: State,
  info: Info | undefined,
  text: string,
): readonly DataRow[] {
  const key = [state, info?.workspaces.join(), text];
  if (last === undefined || key.some((part, at) => part !== last?.key[at])) {
    const wanted = text.trim().toLowerCase();
    const known = new Set(state.workspaces.map(({ id }) => id.toLowerCase()));
    const empty = (info?.workspaces ?? [])
      .filter((id) => !known.has(id.toLowerCase()))
      .map((id) => ({ id, sites: [], webhooks: [] }));
    const all = wanted === '' ? [...state.workspaces, ...empty] : state.workspaces;
    last = { key, rows: all.flatMap((workspace) => listRows(workspace, wanted)) };
  }
  return last.rows;
}

function listRows(workspace: Workspace, wanted: string): DataRow[] {
  const { id } = workspace;
  const isWhole = wanted === '' || id.toLowerCase().includes(wanted);
  const sites = isWhole
    ? workspace.sites
    : workspace.sites.filter((site) => toText(site).includes(wanted));
  const webhooks = isWhole
    ? workspace.webhooks
    : workspace.webhooks.filter((webhook) => toText(webhook).includes(wanted));
  if (!isWhole && sites.length + webhooks.length === 0) return [];
  const routes = sites.reduce((sum, site) => sum + site.routes.length, 0);
  return [
    { kind: 'workspace', id, sites: sites.length, routes, webhooks: webhooks.length },
    ...sites.map((site): DataRow => ({ kind: 'site', id: site.id, site })),
    ...webhooks.map((webhook): DataRow => ({ kind: 'webhook', id: webhook.id, webhook })),
  ];
}

/** A resource that was read never changes, so what can be found in it is put together once. */
const texts = new WeakMap<object, string>();

/** The key of a site is no more searched than it is shown. */
function toText(resource: Site | Webhook): string {
  const known = texts.get(resource);
  if (known !== undefined) return known;
  const made = JSON.stringify({ ...resource, apiKey: undefined }).toLowerCase();
  texts.set(resource, made);
  return made;
}
