import { call, type Run } from './run.ts';
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
export async function preflight(run: Run): Promise<string | undefined> {
  const scope = scopeOf(run);
  const { baseUrl } = run.target;
  const list = await call(scope, {
    operation: 'listSites',
    path: { workspaceId: run.options.workspace },
    query: 'limit=1',
    intent: 'valid',
  });
  if (list.reply === undefined) {
    return `${baseUrl} does not answer: ${run.redact(list.error ?? 'no reason given')}; start the target, or correct the base URL`;
  }
  if (!isKeyRefused(list.reply.status)) return undefined;
  // A target may refuse this one call for a reason of its own; two different calls mean the key.
  const update = await call(scope, {
    operation: 'updateSite',
    path: { siteId: unknownUuid({ run }, 'preflight') },
    body: {},
    intent: 'probe',
  });
  if (update.reply !== undefined && !isKeyRefused(update.reply.status)) return undefined;
  return `${baseUrl} refuses the API key (status ${list.reply.status}); give the right one in SITE_CONTRACT_API_KEY or with --api-key`;
}

function isKeyRefused(status: number): boolean {
  return status === 401 || status === 403;
}
