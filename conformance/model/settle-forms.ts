import { domains, knownHosts, toHostUrl } from '../data/fresh-body.ts';
import { isSuccess } from '../runner/journal.ts';
import { call, probe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import type { ExpectedSite } from './ledger.ts';
import { type NameForm, type PathnameForm, toName, toPathname } from './names.ts';
import { enterRoute } from './routes.ts';
import type { Scope } from './scope.ts';
import { enterSite, type SiteInput } from './sites.ts';

const nameForms: readonly NameForm[] = ['plain', 'letters'];

const pathnameForms: readonly PathnameForm[] = [
  { letters: false, end: '' },
  { letters: true, end: '' },
  { letters: false, end: '/' },
  { letters: true, end: '/' },
];

/**
 * Which names and hosts are taken is not shown: the first site tells, and is the one that most checks use. What is refused
 * here and taken in an update follows no rule, so that the form that was refused is kept, and reported by the checks.
 */
export async function settleSiteForms(scope: Scope): Promise<void> {
  const { run } = scope;
  for (const form of nameForms) {
    const name = toName(run.mark, form, 0, 0);
    for (const domain of domains) {
      const made = await tryCreate(scope, { name, hostUrl: toHostUrl(name, domain) });
      if (made === 'refused') continue;
      run.domain = domain;
      return keepForm(scope, form, made);
    }
    const made = await tryCreate(scope, { name });
    if (made === 'refused') continue;
    await keepForm(scope, form, made);
    return settleHosts(scope, made);
  }
}

/** A site that was taken without a host alone: an update tells whether there is any host that the target takes. */
async function settleHosts(scope: Scope, site: Made): Promise<void> {
  const { run } = scope;
  if (site === undefined) return;
  for (const domain of [...domains, knownHosts[0]]) {
    const hostUrl = toHostUrl(site.name, domain);
    if (!isSuccess(await tryUpdate(scope, site, { hostUrl }))) continue;
    run.domain = domain;
    if (domain === knownHosts[0]) run.forms.hosts = 'few';
    return;
  }
  run.forms.hosts = 'none';
}

async function keepForm(scope: Scope, form: NameForm, site: Made): Promise<void> {
  const { run } = scope;
  if (site === undefined) return;
  await run.share('site original', async () => site);
  if (form === 'plain') return;
  const name = toName(run.mark, 'plain', 0, 0);
  if (!isSuccess(await tryUpdate(scope, site, { name }))) run.forms.name = form;
}

/** Undefined if the response is not a site; the checks of responses report what is wrong with it. */
type Made = ExpectedSite | undefined;

async function tryCreate(scope: Scope, input: SiteInput): Promise<Made | 'refused'> {
  const { workspace } = scope.run.options;
  const sent = await call(scope, {
    operation: 'createSite',
    path: { workspaceId: workspace },
    body: input,
  });
  if (!isSuccess(sent)) return 'refused';
  try {
    return enterSite(scope, sent, input, workspace, 'a valid site').expected;
  } catch {
    return undefined;
  }
}

async function tryUpdate(scope: Scope, site: ExpectedSite, body: SiteInput): Promise<Sent> {
  const path = { siteId: site.id };
  const sent = await probe(scope, { operation: 'updateSite', path, body });
  if (!isSuccess(sent)) return sent;
  Object.assign(site, body);
  site.writers.push(scope.check.id);
  return sent;
}

/** Which pathnames are taken is not shown: the first route tells. */
export async function settlePathnames(scope: Scope, site: ExpectedSite): Promise<void> {
  const { forms, mark } = scope.run;
  const name = toName(mark, 'plain', 0, 0);
  for (const form of pathnameForms) {
    const input = { pathname: toPathname(name, form) };
    const sent = await probe(scope, {
      operation: 'createRoute',
      path: { siteId: site.id },
      body: input,
    });
    if (!isSuccess(sent)) continue;
    const isPlain = form === pathnameForms[0];
    try {
      const { expected } = enterRoute(scope, site.id, sent, input);
      if (!isPlain && !(await isPlainTaken(scope, expected.id))) forms.pathname = form;
    } catch {
      // Other checks report what is wrong with the response.
    }
    return;
  }
}

async function isPlainTaken(scope: Scope, routeId: string): Promise<boolean> {
  const [plain = { letters: false, end: '' }] = pathnameForms;
  const sent = await probe(scope, {
    operation: 'updateRoute',
    path: { routeId },
    body: { pathname: toPathname(toName(scope.run.mark, 'plain', 0, 1), plain) },
  });
  return isSuccess(sent);
}
