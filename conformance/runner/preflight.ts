import { settlePathnames, settleSiteForms } from '../model/settle-forms.ts';
import { unknownUuid } from '../model/shared.ts';
import { type Check, type Scope, Unanswered } from './check.ts';
import { type Call, call, type Run } from './run.ts';
import type { Sent } from './target.ts';

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
export async function preflight(run: Run, checks: readonly Check[]): Promise<string | undefined> {
  const scope = scopeOf(run);
  const { baseUrl } = run.target;
  const list = await ask(scope, {
    operation: 'listSites',
    path: { workspaceId: run.options.workspace },
    query: 'limit=1',
    intent: 'valid',
  });
  if (list.reply !== undefined && !isKeyRefused(list.reply.status)) {
    await settleForms(run, checks);
    return undefined;
  }
  // A target may fail in this one call for a reason of its own; two different calls tell.
  const update = run.mayWrite ? await tryUpdate(scope) : undefined;
  if (update?.reply !== undefined && !isKeyRefused(update.reply.status)) return undefined;
  if (list.reply === undefined) {
    return `${baseUrl} does not answer: ${run.redact(list.error ?? 'no reason given')}; start the target, or correct the base URL`;
  }
  return `${baseUrl} refuses the API key (status ${list.reply.status}); give the right one in SITE_CONTRACT_API_KEY or with --api-key`;
}

/** A call that changes nothing, whoever the target is: it names no site. */
function tryUpdate({ run, check }: Pick<Scope, 'run' | 'check'>): Promise<Sent> {
  return ask(
    { run, check },
    {
      operation: 'updateSite',
      path: { siteId: unknownUuid({ run }, 'preflight') },
      body: {},
      intent: 'probe',
    },
  );
}

/** Here it matters whether there is an answer at all. */
async function ask(scope: Pick<Scope, 'run' | 'check'>, request: Call): Promise<Sent> {
  try {
    return await call(scope, request);
  } catch (error) {
    const sent = scope.run.journal.entries.at(-1)?.sent;
    if (error instanceof Unanswered && sent !== undefined) return sent;
    throw error;
  }
}

/** Finds out in which form the target takes what the checks send. */
async function settleForms(run: Run, checks: readonly Check[]): Promise<void> {
  if (!run.mayWrite || !checks.some(({ uses = [] }) => uses.includes('original'))) return;
  const scope: Scope = {
    ...scopeOf(run),
    fail: () => {},
    observe: () => {},
    unique: () => '',
    pathname: () => '',
    seed: 0,
  };
  await settleSiteForms(scope);
  const site = [...run.ledger.sites.values()].at(0);
  const hasRoutes = checks.some(({ operation }) => /Route$/.test(operation));
  if (site !== undefined && hasRoutes) await settlePathnames(scope, site);
}

function isKeyRefused(status: number): boolean {
  return status === 401 || status === 403;
}
