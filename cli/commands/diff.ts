import path from 'node:path';
import { type Context, createCommand, toNote } from '../command.ts';
import {
  acceptOption,
  argument,
  duration,
  group,
  type OptionValues,
  oneOf,
  reportFile,
  sharedOptions,
  toggle,
  value,
} from '../option.ts';
import { toWidth, usesColour } from '../terminal.ts';
import { UsageError, writeOptionFile } from '../usage-error.ts';

const formats = ['text', 'markdown', 'json', 'github'] as const;

const options = {
  old: argument('The old document: a file, a URL or git:<ref>[:path]', String),
  new: argument('The new document, in one of the same forms', String),
  format: value('<form>', formats.join(', '), { parse: oneOf(formats), fallback: 'text' }),
  output: reportFile('Write the report to a file instead of stdout', { flagOnly: true }),
  accept: acceptOption,
  checkVersion: toggle('Fail when info.version is lower than the changes require', false),
  strict: toggle('Also fail on changes that may break clients but are not proven to', false),
  ...group('more', {
    maxTime: value('<time>', 'How long to compare, such as 30s; the rest is not compared', {
      parse: duration(1, 3600),
      fallback: 60,
    }),
    full: toggle('List every compatible change', false),
    config: sharedOptions.config,
  }),
};

export const diff = createCommand({
  options,
  help: `Examples:
  site-contract diff git:main spec/openapi.yaml
      Compares the working copy with a branch.
  site-contract diff old.yaml new.yaml --format markdown
      Writes a report for a pull request.

Each breaking change comes with a witness: a request that the old document allows and the new one refuses, or a response that the new one allows and the old one did not.

git:<ref> without a path means the file of the other side in that commit, or spec/openapi.yaml if that is not a file.

Exit codes:
  0  no breaking change, or only accepted ones
  1  a breaking change, or a version that is too low with --check-version
  2  could not run; the reason is on stderr`,
  run: runDiff,
});

async function runDiff(values: OptionValues<typeof options>, context: Context): Promise<number> {
  const { stdout, environment } = context;
  const { old, new: current, accept, checkVersion, strict, maxTime } = values;
  const gate = await import('../../gate/index.ts');
  const deadline = new gate.Deadline(maxTime * 1000);
  const accepted = accept === undefined ? [] : await gate.readAcceptedBreaks(accept);
  const read = (name: string, otherName: string) =>
    gate.readSource(name, findPath(otherName), { deadline, isExact: true });
  const compare = async () => {
    const [before, after] = await Promise.all([read(old, current), read(current, old)]);
    return gate.diffDocuments(before, after, { accepted, checkVersion, strict, deadline });
  };
  const result = await compare().catch((error: unknown) => {
    if (!(error instanceof gate.TimeOver)) throw error;
    throw new UsageError(
      `the documents cannot be read within ${maxTime} s; allow more time with --max-time`,
    );
  });
  const isFile = values.output !== undefined;
  const colour = !isFile && usesColour(stdout, environment);
  const width = toWidth(isFile ? {} : stdout);
  const isEscaped = values.format === 'json' || values.format === 'github';
  const print = (text: string) => (isEscaped ? stdout.raw(text) : stdout.painted(text));
  const workspace = environment['GITHUB_WORKSPACE'];
  const looks = { colour, width, full: values.full, workspace };
  const report = gate.toReport(result, values.format, looks);
  if (values.output === undefined) print(report);
  else {
    writeOptionFile('output', values.output, report);
    toNote(context)(`${gate.toHeadline(result)}; wrote ${values.output}`);
  }
  return result.verdict === 'compatible' ? 0 : 1;
}

/** The path of a side that names only a commit: that of the other side, relative to the working folder. */
function findPath(otherName: string): string {
  const [, pathInCommit] = /^git:[^:]+:(.+)$/.exec(otherName) ?? [];
  if (pathInCommit !== undefined) return pathInCommit;
  if (/^(?:git|https?):/i.test(otherName)) return 'spec/openapi.yaml';
  return path.relative('', otherName).replaceAll('\\', '/');
}
