import type { Site } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { toHostUrl } from '../data/fresh-body.ts';
import { Failed, Inconclusive } from '../results.ts';
import { endOf, isSuccess } from '../runner/journal.ts';
import { describe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { callAlone, expectRoom, isRefused } from './lawful-refusals.ts';
import { type ExpectedSite, writable } from './ledger.ts';
import { findWriteTime } from './record-writes.ts';
import type { Scope } from './scope.ts';
import { compareSite, listDifferences } from './site-differences.ts';
import { eventually, findListed, readSite } from './workspace.ts';

export interface SiteInput {
  name?: string;
  hostUrl?: string;
  locale?: string;
}

export interface MadeSite {
  expected: ExpectedSite;
  body: Record<string, unknown>;
  sent: Sent;
}

/** Creates a site that must be accepted, and records it in the ledger. */
export async function createSite(
  scope: Scope,
  body: SiteInput,
  workspace = scope.run.options.workspace,
): Promise<MadeSite> {
  const sent = await callAlone(scope, {
    operation: 'createSite',
    path: { workspaceId: workspace },
    body,
  });
  await excuseRefusal(scope, sent, body, workspace);
  return enterSite(scope, sent, body, workspace, 'a valid site');
}

export async function duplicateSite(
  scope: Scope,
  original: ExpectedSite,
  body: { name?: string },
): Promise<MadeSite> {
  const sent = await callAlone(scope, {
    operation: 'duplicateSite',
    path: { siteId: original.id },
    body,
  });
  await excuseRefusal(scope, sent, body, original.workspace);
  return enterSite(scope, sent, body, original.workspace, 'duplicating a site');
}

/** Ends the check as inconclusive if an undocumented rule explains the refusal. */
export async function excuseRefusal(
  scope: Scope,
  sent: Sent,
  body: SiteInput,
  workspace: string,
): Promise<void> {
  if (!isRefused(sent)) return;
  const { forms, ledger } = scope.run;
  if (body.hostUrl !== undefined && forms.hosts !== 'any') {
    throw new Inconclusive(
      forms.hosts === 'none'
        ? 'no host was accepted, neither at creation nor in an update; the interface does not document rules for hosts'
        : 'the target accepts only hosts that exist, and not all of those; the interface does not document rules for hosts',
    );
  }
  const taken = [...ledger.sites.values()].filter((site) => site.workspace === workspace).length;
  const what = { operation: 'createSite', path: { workspaceId: workspace }, taken } as const;
  await expectRoom(scope, 'sites', what, (again, input) => {
    enterSite(scope, again, toInput(input), workspace, 'a valid site');
  });
}

/** The fields of a request that its response must show. */
export function toInput(body: unknown): SiteInput {
  const { name, hostUrl } = isRecord(body) ? body : {};
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof hostUrl === 'string' ? { hostUrl } : {}),
  };
}

/** Records a created site. Requested values are expected later; other fields are expected to stay as returned. */
export function enterSite(
  { run, check }: Scope,
  sent: Sent,
  input: SiteInput,
  workspace: string,
  what: string,
): MadeSite {
  const body = requireSuccess(run, sent, what);
  const site = toSite(body);
  if (site === undefined) {
    throw new Failed({
      requirement: 'site-shape',
      message: `${what} got a response that is not a Site: ${explainNoSite(body)}`,
      expected: 'a Site: with id and name as strings',
      received: describe(body),
      exchange: run.show(sent),
    });
  }
  const expected = run.ledger.addSite(
    {
      id: site.id,
      workspace,
      name: input.name ?? site.name,
      hostUrl: input.hostUrl ?? site.hostUrl,
      apiKey: site.apiKey,
      createdFrom: sent.startedAt,
      createdTo: endOf(sent),
    },
    check.id,
  );
  return { expected, body, sent };
}

/** The usable fields of a site. */
function toSite(body: Record<string, unknown>): Site | undefined {
  const { id, name, hostUrl, apiKey } = body;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return {
    id,
    name,
    hostUrl: typeof hostUrl === 'string' ? hostUrl : null,
    apiKey: typeof apiKey === 'string' ? apiKey : '',
  };
}

/** Describes briefly why a response is not a site. */
function explainNoSite(body: Record<string, unknown>): string {
  const names = ['id', 'name'].filter((name) => typeof body[name] !== 'string');
  const found = names.map((name) =>
    name in body ? `/${name} is ${describe(body[name])}` : `it has no ${name}`,
  );
  const others = Object.keys(body).slice(0, 5);
  const isEmpty = names.length === 2 && others.length > 0;
  return found.join(', ') + (isEmpty ? ` (it has ${others.join(', ')})` : '');
}

/** Updates a site with a body that must be accepted, and updates the ledger. */
export async function updateSite(
  scope: Scope,
  site: ExpectedSite,
  body: SiteInput,
): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const send = (input: SiteInput) =>
    callAlone(scope, { operation: 'updateSite', path: { siteId: site.id }, body: input });
  const written = writable.filter((field) => body[field] !== undefined);
  const sent = await send(body);
  try {
    if (isRefused(sent)) await expectUpdateInFull(scope, site, body, send);
    if (body.hostUrl !== undefined && scope.run.forms.hosts !== 'any')
      await excuseRefusal(scope, sent, body, site.workspace);
    const answered = requireSuccess(
      scope.run,
      sent,
      `updating ${Object.keys(body).join(' and ') || 'nothing'}`,
    );
    Object.assign(site, body);
    for (const field of written) site.uncertain.delete(field);
    return { body: answered, sent };
  } catch (error) {
    if (error instanceof Inconclusive) throw error;
    for (const field of written) site.uncertain.add(field);
    throw error;
  } finally {
    site.writers.push(scope.check.id);
  }
}

/** Repeats a refused update with all fields. Required fields are undocumented, so the target may accept only that. */
async function expectUpdateInFull(
  scope: Scope,
  site: ExpectedSite,
  body: SiteInput,
  send: (input: SiteInput) => Promise<Sent>,
): Promise<void> {
  const full = {
    name: site.name,
    // A site without a host needs a new one, such as a copy where hosts are unique.
    hostUrl: site.hostUrl ?? toHostUrl(scope.unique(), scope.run.domain),
    ...body,
  };
  if (Object.keys(full).length === Object.keys(body).length || !isSuccess(await send(full))) return;
  Object.assign(site, full);
  throw new Inconclusive(
    'an update is accepted with all fields but not with only this one; the interface does not show which fields are required',
  );
}

/**
 * Reads a site until it matches, with an update that changes nothing and then through the list, which may lag. Differences
 * that remain are a failure.
 */
export async function expectRecord(
  scope: Scope,
  expected: ExpectedSite,
  what: string,
): Promise<void> {
  const first = await readSite(scope, expected.workspace, expected.id);
  const differences = listDifferences(first.record, expected);
  if (differences.length === 0) return;
  const listed = await eventually(
    scope,
    () => findListed(scope, expected.workspace, expected.id),
    (found) => found !== undefined && listDifferences(found.record, expected).length === 0,
    () => findWriteTime(scope.run, expected.id),
  );
  if (listed === undefined) throw new Inconclusive('the site cannot be found in the list');
  const stays = listDifferences(listed.record, expected);
  // If both are wrong, the response to the update is the shorter evidence.
  const isShort = first.at === '' && stays.every((field) => differences.includes(field));
  const { record, sent, at } = isShort ? first : listed;
  const by = at === '' ? 'by a no-op update' : 'from the list';
  compareSite(scope, record, expected, `${what}, ${by}`, sent, at);
}
