import type { RunResult } from '../../conformance/results.ts';
import { explainFailures, type FailedCheck, listFailedChecks } from './explain.ts';
import type { Stranger } from './stranger.ts';

const introduction = `# The suite against mocks of other projects

Made by \`npm run strangers\`, which starts each server with the contract (\`spec/openapi.yaml\`), runs the suite against it
(\`--seed 1\`), and compares the failures with causes that we identified by hand. A failure without a known cause fails the
command. None of these servers claims to keep state, so their failures are not bugs. They show what the suite reports if you
run it against such a mock.
`;

/** Describes the results of the strangers, and their causes. */
export function toMarkdown(runs: readonly { stranger: Stranger; result: RunResult }[]): string {
  return `${[introduction, toSummary(runs), ...runs.map(toSection)].join('\n')}`;
}

function toSummary(runs: readonly { stranger: Stranger; result: RunResult }[]): string {
  const rows = runs.map(({ stranger, result: { verdict, checks } }) => {
    const failed = listFailedChecks({ checks });
    const count = (status: string) =>
      checks.filter(({ level, outcome }) => level !== 'OBSERVE' && outcome.status === status)
        .length;
    return `| ${stranger.title} | ${verdict.kind} | ${countLevel(failed, 'MUST')} | ${countLevel(failed, 'SHOULD')} | ${count('passed')} | ${count('inconclusive')} |`;
  });
  return `| Server | Verdict | MUST failed | SHOULD failed | Passed | Inconclusive |
|---|---|---:|---:|---:|---:|
${rows.join('\n')}
`;
}

function toSection({ stranger, result }: { stranger: Stranger; result: RunResult }): string {
  const { explained, unexplained } = explainFailures(listFailedChecks(result), stranger.causes);
  const causes = explained.map(({ cause, checks }) => toCause(cause.because, checks));
  const rest =
    unexplained.length === 0
      ? []
      : [toCause('Not explained yet: this may be a false alarm.', unexplained)];
  return `## ${stranger.title}

${stranger.about}

${[...causes, ...rest].join('\n')}`;
}

function toCause(because: string, checks: readonly FailedCheck[]): string {
  const [first] = checks;
  const levels = ['MUST', 'SHOULD']
    .map((level) => ({ level, count: countLevel(checks, level) }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} ${level}`);
  const sentences = new Set(checks.flatMap(({ check }) => check.requirements.map(({ id }) => id)));
  const example =
    first === undefined
      ? ''
      : `\`${first.check.id}\`: ${first.failure.message}; expected ${toCode(first.failure.expected)}, received ${toCode(first.failure.received)}.`;
  return `**${levels.join(' and ')}.** ${because} For example ${example}

<details><summary>The checks, and the requirements that they prove</summary>

${checks.map(({ check }) => `- \`${check.id}\``).join('\n')}

${[...sentences].map((id) => `\`${id}\``).join(', ')}

</details>
`;
}

function countLevel(checks: readonly FailedCheck[], level: string): number {
  return checks.filter(({ check }) => check.level === level).length;
}

/** Generated values and timing differ between runs, and the document must not. */
function toCode(text: string): string {
  const steady = text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>')
    .replace(/^\d+ other sites$/, 'other sites');
  return `\`${steady.replaceAll('`', "'").replaceAll('\n', ' ')}\``;
}
