import { Inconclusive } from '../../../conformance/outcomes.ts';
import { Stopped } from '../../../conformance/runner/halt.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { createHostUrl, domains, knownHosts } from '../data/fresh-body.ts';
import { type Call, findOperation, sendProbe, sendTo, statusOf, toHttpRequest } from './call.ts';
import { makeFirstContact } from './first-contact.ts';
import { type ExpectedSite, readRecords, recordWrite } from './ledger.ts';
import { type NameForm, type PathnameForm, toName, toPathname } from './names.ts';
import { enterRoute, enterSite, type SiteInput } from './records.ts';
import { noRoom } from './room.ts';
import type { Check, Run, Sender } from './scope.ts';
import { unknownUuid } from './shared.ts';

/**
 * Checks that the target responds and accepts the key, and learns which forms of values it accepts.
 * @returns why the run cannot start, with the next step; undefined if it can
 */
export async function preflight(
  run: Run,
  checks: readonly Check[],
  proxy: string | undefined,
): Promise<string | undefined> {
  const sender = { run, check: { id: 'preflight' } };
  try {
    const problem = await contactFirst(run, proxy);
    if (problem !== undefined) return problem;
    await run.budget.start();
    if (run.mayWrite && checks.some(({ uses = [] }) => uses.includes('original')))
      await settleForms(sender, checks);
    return run.ledger.sites.size > 0 ? undefined : await explainNoSite(sender);
  } catch (error) {
    // Checks report missing responses, and a stopped run has its own reason.
    if (!(error instanceof Inconclusive || error instanceof Stopped)) throw error;
    return undefined;
  } finally {
    run.probes.settle(run.target.roundTripMs());
  }
}

async function contactFirst(run: Run, proxy: string | undefined): Promise<string | undefined> {
  const { workspace } = run.options;
  const path = { workspaceId: workspace };
  const nothing = { siteId: unknownUuid({ run }, 'preflight') };
  // A run that announced no sites must not even send what a target could take for a creation.
  const mayCreate = run.mayWrite && run.budget.left() > 0;
  const toWrite = (call: Call) => (mayCreate ? toHttpRequest(run, call) : undefined);
  const { first, problem } = await makeFirstContact(
    run,
    {
      read: toHttpRequest(run, { operation: 'listSites', path, query: 'limit=1' }),
      otherOperation: toWrite({ operation: 'updateSite', path: nothing, body: {} }),
      wrong: toWrite({ operation: 'createSite', path, body: { name: 0 } }),
      isExpected: (json) => readRecords(json) !== undefined,
      resource: { name: `the workspace ${workspace}`, option: '--workspace' },
    },
    proxy,
  );
  // The first response counts like any other, since it may be the only one about an empty list.
  const operation = findOperation(run.contract, 'listSites');
  if (first.reply !== undefined)
    run.journal.add({ operation, intent: 'valid', sent: first, by: 'preflight' });
  return problem;
}

/** Explains that the key or the workspace is the reason why no site was created, so there is nothing to check. */
async function explainNoSite(sender: Sender): Promise<string | undefined> {
  const { journal, options } = sender.run;
  const ofOperation = (id: string) =>
    journal.entries.filter(({ operation }) => operation.id === id);
  const [list, ...creations] = [
    ...ofOperation('listSites').slice(0, 1),
    ...ofOperation('createSite'),
  ];
  const statuses = new Set(creations.map(({ sent }) => statusOf(sent)));
  const [status = 0, ...furtherStatuses] = statuses;
  if (furtherStatuses.length > 0) return undefined;
  const refused = `the target refuses new sites in the workspace ${options.workspace} with ${status}:`;
  if ([401, ...noRoom].includes(status))
    return `${refused} the API key may be allowed to read only, or the workspace may be full or not its own; use a key that may write, or pass another workspace with --workspace`;
  // Without the version in its paths, a target returns 404 to all requests.
  const isSame = /^4(?!04)/.test(`${status}`) && list?.sent.reply?.status === status;
  return isSame || (status === 404 && (await isBodyRefused(sender)))
    ? `${refused} it does not exist, or the API key may not use it; correct --workspace`
    : undefined;
}

/** Whether creating a site exists, so that "not found" is about the workspace. */
async function isBodyRefused(sender: Sender): Promise<boolean> {
  const body = { name: 0 };
  const { workspace } = sender.run.options;
  const sent = await sendTo(sender, 'createSite', workspace, body, { intent: 'invalid' });
  return [400, 422].includes(statusOf(sent));
}

async function settleForms(sender: Sender, checks: readonly Check[]): Promise<void> {
  await settleSiteForms(sender);
  const [site] = sender.run.ledger.sites.values();
  const hasRoutes = checks.some(({ operation }) => /Route$/.test(operation));
  if (site !== undefined && hasRoutes) await settlePathnames(sender, site);
}

const nameForms: readonly NameForm[] = ['plain', 'letters'];

const pathnameForms: readonly [PathnameForm, ...PathnameForm[]] = [
  { letters: false, end: '' },
  { letters: true, end: '' },
  { letters: false, end: '/' },
  { letters: true, end: '/' },
];

/**
 * Learns which names and hosts the target accepts, which is undocumented, from the first site. Most checks use that site. If
 * the target refuses a form here but accepts it in an update, the form is kept and the checks report it.
 */
async function settleSiteForms(scope: Sender): Promise<void> {
  const { run } = scope;
  for (const form of nameForms) {
    const name = toName(run.mark, form, 0, 0);
    for (const domain of domains) {
      const site = await tryCreate(scope, { name, hostUrl: createHostUrl(name, domain) });
      if (site === 'refused') continue;
      run.domain = domain;
      return keepForm(scope, form, site);
    }
    const site = await tryCreate(scope, { name });
    if (site === 'refused') continue;
    await keepForm(scope, form, site);
    return settleHosts(scope, site);
  }
}

/** Called for a site that was accepted only without a host: an update shows whether the target accepts any host. */
async function settleHosts(scope: Sender, site: Made): Promise<void> {
  const { run } = scope;
  if (site === undefined) return;
  for (const domain of [...domains, knownHosts[0]]) {
    const hostUrl = createHostUrl(site.name, domain);
    if (!isSuccess(await tryUpdate(scope, site, { hostUrl }))) continue;
    run.domain = domain;
    if (domain === knownHosts[0]) run.forms.hosts = 'few';
    return;
  }
  run.forms.hosts = 'none';
}

async function keepForm(scope: Sender, form: NameForm, site: Made): Promise<void> {
  const { run } = scope;
  if (site === undefined) return;
  await run.share('site original', async () => site);
  if (form === 'plain') return;
  const name = toName(run.mark, 'plain', 0, 0);
  if (!isSuccess(await tryUpdate(scope, site, { name }))) run.forms.name = form;
}

/** Undefined if the response is not a site. The checks of responses report that. */
type Made = ExpectedSite | undefined;

async function tryCreate(scope: Sender, input: SiteInput): Promise<Made | 'refused'> {
  const { workspace } = scope.run.options;
  const sent = await sendTo(scope, 'createSite', workspace, input);
  if (!isSuccess(sent)) return 'refused';
  try {
    return enterSite(scope, sent, input, workspace).expected;
  } catch {
    return undefined;
  }
}

async function tryUpdate(scope: Sender, site: ExpectedSite, body: SiteInput): Promise<Sent> {
  const sent = await sendProbe(scope, 'updateSite', site.id, body);
  if (isSuccess(sent)) recordWrite(site, body, sent);
  return sent;
}

/** Learns from the first route which pathnames the target accepts, which is undocumented. */
async function settlePathnames(scope: Sender, site: ExpectedSite): Promise<void> {
  const { forms, mark } = scope.run;
  const name = toName(mark, 'plain', 0, 0);
  for (const form of pathnameForms) {
    const input = { pathname: toPathname(name, form) };
    const sent = await sendProbe(scope, 'createRoute', site.id, input);
    if (!isSuccess(sent)) continue;
    const isPlain = form === pathnameForms[0];
    try {
      const { expected } = enterRoute(scope, sent, input);
      if (isPlain) return;
      const plain = { pathname: toPathname(toName(mark, 'plain', 0, 1), pathnameForms[0]) };
      if (!isSuccess(await sendProbe(scope, 'updateRoute', expected.id, plain)))
        forms.pathname = form;
    } catch {
      // Other checks report a wrong response.
    }
    return;
  }
}
