import { makeFirstContact } from '../runner/first-contact.ts';
import { Stopped } from '../runner/halt.ts';
import { Inconclusive } from '../runner/outcome.ts';
import { far } from '../runner/probes.ts';
import { isGateway } from '../runner/repetition.ts';
import { findOperation, toRequest } from '../runner/run.ts';
import type { TargetRequest } from '../runner/wire.ts';
import { findUsedUp } from './lawful-refusals.ts';
import type { Check, Run, Scope } from './scope.ts';
import { settlePathnames, settleSiteForms } from './settle-forms.ts';
import { unknownUuid } from './shared.ts';

const scopeOf = (run: Run) =>
  ({
    run,
    check: {
      id: 'preflight',
      title: '',
      operation: 'service',
      level: 'OBSERVE',
      requirements: [],
      sends: '',
      expects: '',
      stage: 'calls',
      writes: false,
      run: () => {},
    },
  }) as const;

/**
 * Asks whether there is anything to check: whether somebody answers, and knows the key.
 * @returns why the run cannot start, with the next step; undefined when it can
 */
export async function preflight(
  run: Run,
  checks: readonly Check[],
  proxy: string | undefined,
): Promise<string | undefined> {
  const workspace = { workspaceId: run.options.workspace };
  const list = findOperation(run.contract, 'listSites');
  const read = toRequest(run, { operation: 'listSites', path: workspace, query: 'limit=1' });
  const nothing = { siteId: unknownUuid({ run }, 'preflight') };
  const { first, problem } = await makeFirstContact(
    run,
    {
      read,
      other: run.mayWrite
        ? toRequest(run, { operation: 'updateSite', path: nothing, body: {} })
        : undefined,
      wrong: run.mayWrite
        ? toRequest(run, { operation: 'createSite', path: workspace, body: { name: 0 } })
        : undefined,
      place: { name: `the workspace ${run.options.workspace}`, option: '--workspace' },
    },
    proxy,
  );
  if (problem !== undefined) return problem;
  // The first answer counts like any other: it may be the only one that an empty list gave. A gateway's does not, since this
  // request is not repeated.
  if (first.reply !== undefined && !isGateway(first.reply.status))
    run.journal.add({
      operation: list,
      intent: 'valid',
      sent: { request: read, ...first },
      by: 'preflight',
    });
  await Promise.all([settleForms(run, checks), measureAgain(run, read)]);
  return run.ledger.sites.size > 0 ? undefined : explainUsedUp(run);
}

/** On a busy machine, a target that is near may seem far away: the fastest of several answers tells. */
async function measureAgain({ target }: Run, read: TargetRequest): Promise<void> {
  if ((target.latency.fastestMs() ?? 0) < far.fromMs) return;
  await Promise.all(Array.from({ length: 4 }, () => target.ask(read)));
}

/** A workspace that earlier runs have filled leaves nothing to check, and is nobody's fault. */
async function explainUsedUp(run: Run): Promise<string | undefined> {
  const { workspace } = run.options;
  const path = { workspaceId: workspace };
  const usedUp = await findUsedUp(
    { ...scopeOf(run), ...silent },
    { operation: 'createSite', path },
  );
  if (usedUp === undefined) return undefined;
  // A key that may only read is refused so as well.
  const advice =
    usedUp.status === 403
      ? 'the API key may be allowed to read only, or the workspace is full; use a key that may write, or pass an emptier workspace with --workspace'
      : 'it is probably full; pass an emptier one with --workspace';
  return `the target refuses new sites in the workspace ${workspace} with ${usedUp.status}, and the workspace has ${usedUp.left} sites of earlier runs: ${advice}`;
}

const silent = {
  fail: () => {},
  observe: () => {},
  unique: () => '',
  pathname: () => '',
  seed: 0,
} as const;

/** Finds out in which form the target takes what the checks send. */
async function settleForms(run: Run, checks: readonly Check[]): Promise<void> {
  if (!run.mayWrite || !checks.some(({ uses = [] }) => uses.includes('original'))) return;
  const scope: Scope = { ...scopeOf(run), ...silent };
  try {
    await settleAll(scope, checks);
  } catch (error) {
    // The checks report missing responses; a stopped run has its own reason.
    if (!(error instanceof Inconclusive || error instanceof Stopped)) throw error;
  }
}

async function settleAll(scope: Scope, checks: readonly Check[]): Promise<void> {
  const { run } = scope;
  await settleSiteForms(scope);
  const site = [...run.ledger.sites.values()].at(0);
  const hasRoutes = checks.some(({ operation }) => /Route$/.test(operation));
  if (site !== undefined && hasRoutes) await settlePathnames(scope, site);
}
