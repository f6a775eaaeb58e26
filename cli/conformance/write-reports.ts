/*
 * cli/conformance/: what the command `conformance` prints beside its results, and the files of all reports. It imports
 * conformance/, contract/, service/ and writers/. Start here for a report; list-checks.ts is `--list` and `--explain`.
 */

import { existsSync, realpathSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { toObservedOverlay } from '../../conformance/reporters/overlay.ts';
import { toTerminalReport } from '../../conformance/reporters/terminal.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { toJsonText } from '../../writers/json-text.ts';
import { type Context, toNote } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { toWidth, usesColour } from '../terminal.ts';
import { toUnwritable, UsageError, writeOptionFile } from '../usage-error.ts';

/** The options for reports. A command may have only some of them. */
type ReportValues = Partial<
  Pick<ConformanceValues, 'json' | 'junit' | 'html' | 'sarif' | 'observed' | 'full'>
>;

/** Writes the text of a report. `observed` is not among them, because a run may have none. */
const writers = {
  json: async () => (await import('../../conformance/reporters/json.ts')).toJsonReport,
  junit: async () => (await import('../../conformance/reporters/junit.ts')).toJunitReport,
  html: async () => (await import('../../conformance/reporters/html.ts')).toHtmlReport,
  sarif: async () => (await import('../../conformance/reporters/sarif.ts')).toSarifReport,
};
const names = ['json', 'junit', 'html', 'sarif', 'observed'] as const;

/** Selects stdout instead of a file. The readable report then goes to stderr. */
const stdoutName = '-';

/** Files that a run reads, by what messages call them. */
type Inputs = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Asserts that the reports can be written, before a run that may take long and creates records.
 * @param outputs further files that the run writes, by their option
 */
export async function assertWritable(
  values: ReportValues,
  inputs: Inputs,
  outputs: Readonly<Record<string, string | undefined>> = {},
): Promise<void> {
  const files = new Set<string>();
  for (const [name, file] of [...listFiles(values), ...listNamed(outputs)]) {
    if (files.has(file))
      throw new UsageError(
        `only one report can be written to ${file === stdoutName ? 'stdout' : file}`,
      );
    files.add(file);
    if (file === stdoutName) continue;
    assertNoInput(name, file, inputs);
    try {
      await assertFileWritable(file);
    } catch (error) {
      throw toUnwritable(name, file, error);
    }
  }
}

function listNamed(outputs: Readonly<Record<string, string | undefined>>) {
  const named: [option: string, file: string][] = [];
  for (const [option, file] of Object.entries(outputs))
    if (file !== undefined) named.push([option, file]);
  return named;
}

/** A report would replace what it was made from. */
function assertNoInput(name: string, file: string, inputs: Inputs): void {
  for (const [input, files = []] of Object.entries(inputs))
    for (const read of [files].flat())
      if (toLocation(read) === toLocation(file))
        throw new UsageError(
          `--${name} ${file}: the report would replace the file of ${input}; name another file`,
        );
}

/** The absolute path of a file, without links if it exists. */
function toLocation(file: string): string {
  return existsSync(file) ? realpathSync(file) : path.resolve(file);
}

async function assertFileWritable(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await access(path.dirname(file), constants.W_OK);
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  if (stats !== undefined) await access(file, constants.W_OK);
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
  const note = toNote(context);
  const isStdoutTaken = files.some(([, file]) => file === stdoutName);
  const people = isStdoutTaken ? stderr : stdout;
  const full = values.full ?? false;
  const looks = { colour: usesColour(people, environment), width: toWidth(people), full };
  people.painted(toTerminalReport(result, looks));
  for (const [name, file] of files) {
    const text =
      name === 'observed'
        ? await toOverlay(result, contract, file)
        : (await writers[name]())(result, { full });
    if (text === undefined)
      note(
        `--observed ${file} was not written: the run has no verdict, or observed nothing that a mock could imitate`,
      );
    else if (file === stdoutName) stdout.raw(text);
    else {
      writeOptionFile(name, file, text);
      const hint = `; start a mock that behaves like it: site-contract mock --overlay ${file}`;
      note(`wrote ${file}${name === 'observed' ? hint : ''}`);
    }
  }
}

function listFiles(values: ReportValues) {
  return names.flatMap((name) => {
    const file = values[name];
    return file === undefined ? [] : [[name, file] as const];
  });
}

/** The observations for a mock; undefined if a run has none. An existing file then remains unchanged. */
export async function toOverlay(
  result: RunResult,
  contract: Contract,
  file: string,
): Promise<string | undefined> {
  const overlay = toObservedOverlay(result, contract);
  if (result.verdict.kind === 'not-run' || overlay.actions.length === 0) return undefined;
  if (!/\.ya?ml$/i.test(file)) return toJsonText(overlay);
  return (await import('yaml')).stringify(overlay, { lineWidth: 0 });
}
