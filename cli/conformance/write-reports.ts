import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { toObservedOverlay } from '../../conformance/reporters/overlay.ts';
import { toTerminalReport } from '../../conformance/reporters/terminal.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { defaultApiKey } from '../../mock/mock-options.ts';
import { quoteWord } from '../../writers/curl.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { toWidth, usesColour } from '../terminal.ts';
import { toUnwritable, UsageError, writeOptionFile } from '../usage-error.ts';

/** Selects stdout instead of a file. The readable report then goes to stderr. */
const stdoutName = '-';

/** Asserts that the reports can be written, before a run that may take long and creates records. */
export async function assertWritable(values: ReportValues): Promise<void> {
  const files = listFiles(values);
  const taken = new Set<string>();
  for (const { option, file } of files) {
    if (taken.has(file))
      throw new UsageError(
        `only one report can be written to ${file === stdoutName ? 'stdout' : file}`,
      );
    taken.add(file);
    if (file === stdoutName) continue;
    const folder = path.dirname(file);
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      await assertFile(file);
    } catch (error) {
      throw await toUnwritable(option, file, error);
    }
  }
}

/** @throws the system error if it is a folder, or a file that cannot be written */
async function assertFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  await access(file, constants.W_OK);
}

/** Writes the readable report to stdout, and each requested file. */
export async function writeReports(
  result: RunResult,
  contract: Contract,
  values: ReportValues,
  context: Context,
): Promise<void> {
  const { stdout, stderr, environment } = context;
  const files = listFiles(values);
  const people = files.some(({ file }) => file === stdoutName) ? stderr : stdout;
  people.write(
    toTerminalReport(result, {
      colour: usesColour(people, environment),
      ...(people.isTTY === true && { width: toWidth(people) }),
      full: values.full ?? false,
    }),
  );
  for (const { option, file, toText, explainMissing, toHint } of files) {
    const reason = await explainMissing?.(result, contract);
    if (reason !== undefined) {
      stderr.write(`site-contract: --${option} ${file} was not written: ${reason}\n`);
      continue;
    }
    if (file === stdoutName) {
      stdout.write(await toText(result, contract, values));
      continue;
    }
    await writeOptionFile(option, file, await toText(result, contract, values, file));
    const hint = await toHint?.(file, result, values);
    stderr.write(`site-contract: wrote ${file}${hint === undefined ? '' : `; ${hint}`}\n`);
  }
}

function listFiles(values: ReportValues): (FileReport & { file: string })[] {
  return fileReports.flatMap((report) => {
    const file = values[report.option];
    return file === undefined ? [] : [{ ...report, file }];
  });
}

/** The options for reports. A command may have only some of them. */
type ReportValues = Partial<
  Pick<ConformanceValues, 'json' | 'junit' | 'html' | 'sarif' | 'observed' | 'full' | 'apiKey'>
>;

interface FileReport {
  option: 'json' | 'junit' | 'html' | 'sarif' | 'observed';
  toText(
    result: RunResult,
    contract: Contract,
    values: ReportValues,
    file?: string,
  ): Promise<string>;
  /** Explains why there is nothing to write. An existing file then remains unchanged. */
  explainMissing?(result: RunResult, contract: Contract): Promise<string | undefined>;
  /** Suggests a use of the file, in a clause. */
  toHint?(file: string, result: RunResult, values: ReportValues): Promise<string>;
}

export const fileReports: readonly FileReport[] = [
  {
    option: 'json',
    toText: async (result, _contract, { full = false }) =>
      (await import('../../conformance/reporters/json.ts')).toJsonReport(result, { full }),
  },
  {
    option: 'junit',
    toText: async (result, _contract, { full = false }) =>
      (await import('../../conformance/reporters/junit.ts')).toJunitReport(result, { full }),
  },
  {
    option: 'html',
    toText: async (result, _contract, { full = false }) =>
      (await import('../../conformance/reporters/html.ts')).toHtmlReport(result, { full }),
  },
  {
    option: 'sarif',
    toText: async (result, _contract, { full = false }) =>
      (await import('../../conformance/reporters/sarif.ts')).toSarifReport(result, { full }),
  },
  {
    option: 'observed',
    toText: async (result, contract, _values, file = '') => {
      const overlay = toObservedOverlay(result, contract);
      if (!/\.ya?ml$/i.test(file)) return `${JSON.stringify(overlay, null, 2)}\n`;
      return (await import('yaml')).stringify(overlay, { lineWidth: 0 });
    },
    explainMissing: async (result, contract) => explainUnobserved(result, contract),
    toHint: async (file, result, { apiKey }) => {
      return `to start a mock that behaves like it: ${toMockCommand(file, result, apiKey)}`;
    },
  },
];

/** Explains why there are no observations for a mock; undefined if there are. */
export function explainUnobserved(result: RunResult, contract: Contract): string | undefined {
  if (result.verdict.kind === 'not-run')
    return 'the run reached no verdict, so a mock cannot imitate the target';
  return toObservedOverlay(result, contract).actions.length === 0
    ? 'the run observed nothing that a mock could imitate'
    : undefined;
}

/** The command that starts a mock which behaves like the observed target and accepts the same requests. */
export function toMockCommand(file: string, result: RunResult, apiKey: string | undefined): string {
  const { target, observations } = result;
  // If every UUID is a valid workspace, the mock accepts those of the target anyway.
  const takesAny = observations.some(
    ({ assumption }) => assumption?.id === 'unknown-workspace' && assumption.value === 'exists',
  );
  const workspaces = takesAny ? [] : [target.workspace, target.otherWorkspace];
  return [
    `site-contract mock --overlay ${quoteWord(file)}`,
    ...workspaces.flatMap((id) => (id === undefined ? [] : [`--workspace ${id}`])),
    // A given key may be a secret of the target, so the command contains a variable.
    ...(apiKey === undefined || apiKey === defaultApiKey
      ? []
      : ['--api-key "$SITE_CONTRACT_API_KEY"']),
  ].join(' ');
}
