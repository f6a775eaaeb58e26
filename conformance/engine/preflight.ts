import { domains, toHostUrl } from '../data/fresh-body.ts';
import type { Check, Scope } from './check.ts';
import { isSuccess } from './journal.ts';
import { call, type Run } from './run.ts';
import { toNamePrefix } from './run-check.ts';
import { unknownUuid } from './shared.ts';
import { enterSite } from './sites.ts';
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
  const list = await call(scope, {
    operation: 'listSites',
    path: { workspaceId: run.options.workspace },
    query: 'limit=1',
    intent: 'valid',
  });
  if (list.reply !== undefined && !isKeyRefused(list.reply.status)) {
    if (run.mayWrite && checks.some(({ uses = [] }) => uses.includes('original')))
      await settleDomain(run);
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
  return call(
    { run, check },
    {
      operation: 'updateSite',
      path: { siteId: unknownUuid({ run }, 'preflight') },
      body: {},
      intent: 'probe',
    },
  );
}

/** Which hosts are taken is not shown: the first site tells, and is the one that most checks use. */
async function settleDomain(run: Run): Promise<void> {
  const scope: Scope = {
    ...scopeOf(run),
    fail: () => {},
    observe: () => {},
    unique: () => '',
    seed: 0,
  };
  const name = `${toNamePrefix(run.options.seed)}000`;
  for (const domain of domains) {
    const input = { name, hostUrl: toHostUrl(name, domain) };
    const sent = await call(scope, {
      operation: 'createSite',
      path: { workspaceId: run.options.workspace },
      body: input,
    });
    if (!isSuccess(sent)) continue;
    run.domain = domain;
    await run
      .share(
        'site original',
        async () => enterSite(scope, sent, input, run.options.workspace, 'a valid site').expected,
      )
      .catch(() => {});
    return;
  }
}

function isKeyRefused(status: number): boolean {
  return status === 401 || status === 403;
}
