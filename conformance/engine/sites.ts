import { isRecord } from '../data/json-path.ts';
import { Failed, Inconclusive, type Scope } from './check.ts';
import { isSuccess } from './journal.ts';
import { callAlone, expectRoom, isRefused } from './lawful-refusals.ts';
import { type ExpectedSite, toKey } from './ledger.ts';
import { describe, prepare, requireSuccess, toSite } from './run.ts';
import type { Sent } from './target.ts';
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

/** Creates a site that has to be accepted, and enters it in the ledger. */
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
  body: { name?: string } | undefined,
): Promise<MadeSite> {
  const sent = await callAlone(scope, {
    operation: 'duplicateSite',
    path: { siteId: original.id },
    body,
    intent: body === undefined ? 'probe' : 'valid',
  });
  await excuseRefusal(scope, sent, { ...body }, original.workspace);
  return enterSite(scope, sent, { ...body }, original.workspace, 'duplicating a site');
}

/** A refusal that a rule explains which is not shown ends the check, and is no failure. */
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
        ? 'no host was taken, neither at creation nor in an update; rules for hosts are not shown'
        : 'the target takes hosts that exist alone, and not each of them; rules for hosts are not shown',
    );
  }
  const taken = [...ledger.sites.values()].filter((site) => site.workspace === workspace).length;
  const what = { operation: 'createSite', path: { workspaceId: workspace }, taken } as const;
  await expectRoom(scope, 'sites', what, (again, input) => {
    enterSite(scope, again, toInput(input), workspace, 'a valid site');
  });
}

function toInput(body: unknown): SiteInput {
  const { name, hostUrl } = isRecord(body) ? body : {};
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof hostUrl === 'string' ? { hostUrl } : {}),
  };
}

/** Enters what a creation answered. What was asked for is expected; what was not is expected to stay as answered. */
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
      message: `${what} was answered without a site`,
      expected: 'a Site with id and name',
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
      createdTo: sent.startedAt + sent.durationMs,
    },
    check.id,
  );
  return { expected, body, sent };
}

/** Updates a site with a body that has to be accepted, and tells the ledger. */
export async function updateSite(
  scope: Scope,
  site: ExpectedSite,
  body: SiteInput,
): Promise<{ body: Record<string, unknown>; sent: Sent }> {
  const send = (input: SiteInput) =>
    callAlone(scope, { operation: 'updateSite', path: { siteId: site.id }, body: input });
  const sent = await send(body);
  try {
    if (isRefused(sent)) await expectUpdateInFull(site, body, send);
    if (body.hostUrl !== undefined && scope.run.forms.hosts !== 'any')
      await excuseRefusal(scope, sent, body, site.workspace);
    const answered = requireSuccess(
      scope.run,
      sent,
      `updating ${Object.keys(body).join(' and ') || 'nothing'}`,
    );
    Object.assign(site, body);
    return { body: answered, sent };
  } catch (error) {
    if (error instanceof Inconclusive) throw error;
    if (body.name !== undefined) site.uncertain.add('name');
    if (body.hostUrl !== undefined) site.uncertain.add('hostUrl');
    throw error;
  } finally {
    site.writers.push(scope.check.id);
  }
}

/** Required fields are not shown: where an update is refused, one that names every field may be taken. */
async function expectUpdateInFull(
  site: ExpectedSite,
  body: SiteInput,
  send: (input: SiteInput) => Promise<Sent>,
): Promise<void> {
  const full = {
    name: site.name,
    ...(site.hostUrl === null ? {} : { hostUrl: site.hostUrl }),
    ...body,
  };
  if (Object.keys(full).length === Object.keys(body).length || !isSuccess(await send(full))) return;
  Object.assign(site, body);
  throw new Inconclusive(
    'an update is taken with every field and not with this one; required fields are not shown',
  );
}

/** Compares a site as answered with the site as expected, field by field. */
export function compareSite(
  { run, fail }: Pick<Scope, 'run' | 'fail'>,
  received: Record<string, unknown>,
  expected: ExpectedSite,
  what: string,
  sent: Sent | undefined,
): void {
  const exchange = sent === undefined ? {} : { exchange: run.show(sent) };
  for (const field of listDifferences(received, expected)) {
    fail({
      message: `${what}: ${field} is not what it has to be${explainDifference(expected[field], received[field])}`,
      expected: describeField(field, expected[field], run.redact),
      received: describeField(field, received[field], run.redact),
      pointer: `/${field}`,
      ...exchange,
    });
  }
}

const fields = ['id', 'name', 'hostUrl', 'apiKey'] as const;

export function listDifferences(
  received: Record<string, unknown>,
  expected: ExpectedSite,
): (typeof fields)[number][] {
  return fields.filter((field) => {
    if ((field === 'name' || field === 'hostUrl') && expected.uncertain.has(field)) return false;
    return !isSame(field, received[field], expected[field]);
  });
}

function isSame(
  field: (typeof fields)[number],
  received: unknown,
  expected: string | null,
): boolean {
  if (received === expected) return true;
  if (typeof received !== 'string' || expected === null) return false;
  if (field === 'id' || field === 'apiKey') return toKey(received) === toKey(expected);
  // The interface does not show whether an origin is kept as sent or normalised.
  return field === 'hostUrl' && toOrigin(received) === toOrigin(expected);
}

export function toOrigin(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin } = new URL(url);
  // The URL standard knows origins of its special schemes alone.
  return origin === 'null' ? url : origin;
}

function describeField(field: string, value: unknown, redact: (text: string) => string): string {
  return field === 'apiKey' && typeof value === 'string'
    ? `${value.slice(0, 8)}…`
    : redact(describe(value));
}

/** Where two texts part, in code points: invisible differences are hard to see. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string' || expected === received)
    return '';
  const left = [...expected];
  const right = [...received];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return ` (it is longer than expected, from character ${left.length + 1} on)`;
  if (at >= right.length)
    return ` (it is cut off after ${right.length} of ${left.length} characters)`;
  return ` (from character ${at + 1} on: expected ${toCodePoint(left[at])}, received ${toCodePoint(right[at])})`;
}

function toCodePoint(character: string | undefined): string {
  return character === undefined
    ? 'the end'
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Reads a site back until it is as expected, by an update that changes nothing and then by the list, which may lag; what
 * remains different is a failure.
 */
export async function expectRecord(
  scope: Scope,
  expected: ExpectedSite,
  what: string,
): Promise<void> {
  const { record, from } = await readSite(scope, expected.workspace, expected.id);
  if (listDifferences(record, expected).length === 0) return;
  const listed = await eventually(
    scope,
    () => findListed(scope, expected.workspace, expected.id),
    (site) => site !== undefined && listDifferences(site, expected).length === 0,
  );
  if (listed === undefined) throw new Inconclusive('the site cannot be found in the list');
  if (listDifferences(listed, expected).length > 0)
    compareSite(scope, listed, expected, what, undefined);
  else if (from === 'update')
    compareSite(
      scope,
      record,
      expected,
      `${what}, as an update that changes nothing answers`,
      undefined,
    );
}

/** A site that several checks use. Its creation is judged by the checks of Create site. */
export function sharedSite(
  scope: Scope,
  name: string,
  makeBody: (unique: string) => SiteInput,
): Promise<ExpectedSite> {
  return prepare('a site', () =>
    scope.run.share(
      `site ${name}`,
      async () => (await createSite(scope, makeBody(scope.unique()))).expected,
    ),
  );
}
