import { explainNoSuccess } from './explain-no-success.ts';
import { type CheckResult, explainErrors, failsRun, hasThrown, type Verdict } from './results.ts';
import type { Sent } from './runner/target.ts';
import { describePage, isMarkup } from './runner/web-page.ts';
import type { World } from './world/world.ts';

/**
 * Determines the verdict of a run against any contract. A run whose time was over, or whose requests were all refused, has
 * none, whatever failed before.
 */
export function judgeAnyRun(
  world: World,
  results: readonly CheckResult[],
  strict: boolean,
): Verdict {
  const stopped = world.halt.reason();
  const unproven = world.halt.isLate() ? stopped : explainUselessness(world);
  if (unproven !== undefined) return { kind: 'not-run', reason: world.redact(unproven) };
  const failed = results.filter((result) => failsRun(result, strict)).length;
  if (failed > 0) return { kind: 'broken', failed };
  if (stopped !== undefined) return { kind: 'not-run', reason: world.redact(stopped) };
  const errors = results.filter(hasThrown);
  if (errors.length > 0) return { kind: 'not-run', reason: explainErrors(errors) };
  const passed = results.filter(({ outcome }) => outcome.status === 'passed').length;
  if (passed > 1) return { kind: 'conforms' };
  return {
    kind: 'not-run',
    reason: 'hardly any check reached a conclusion; each one reports its reason',
  };
}

/** Whether the credentials of a request were refused. */
function isRefused({ reply }: Sent): boolean {
  return reply?.status === 401 || reply?.status === 403;
}

function explainUselessness(world: World): string | undefined {
  const { journal } = world;
  const valid = journal.filter(({ isValid }) => isValid);
  const all = valid.map(({ sent }) => sent);
  // Some operations may need no credentials.
  const ofSecured = valid.filter(({ operation }) => operation.secured);
  const secured = ofSecured.map(({ sent }) => sent);
  const isLocked = secured.every(isRefused);
  const access = 'the base URL and the credentials';
  return (
    explainPages(world, all) ??
    explainNoSuccess(all, access) ??
    (isLocked ? explainNoSuccess(secured, access) : undefined)
  );
}

/** Says that a web server answers instead of the service: with pages only, which no operation documents. */
function explainPages({ contract, target }: World, all: readonly Sent[]): string | undefined {
  const [first] = all;
  const responses = contract.operations.flatMap((operation) => operation.responses);
  const contents = responses.flatMap(({ content }) => content);
  const isDocumented = contents.some(({ mediaType }) => /html|xml/i.test(mediaType));
  const isPage = all.every(({ reply }) => reply !== undefined && isMarkup(reply));
  if (first?.reply === undefined || isDocumented || !isPage) return undefined;
  return `${target.baseUrl} returns ${first.reply.status} with ${describePage(first.reply)}, to every request; correct the base URL, or pass what the page needs with --header`;
}
