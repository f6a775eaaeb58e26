import { access, constants, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toTerminalReport } from '../../conformance/reporters/terminal.ts';
import type { RunResult } from '../../conformance/results.ts';
import { readErrorCode } from '../../contract/errors.ts';
import { makeFolder } from '../../contract/files.ts';
import type { Contract } from '../../contract/index.ts';
import { usesColour } from '../colour.ts';
import type { Context } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { type FileReport, fileReports, type ReportValues } from './file-reports.ts';

/** Stands for stdout in place of a file; the report for people goes to stderr then. */
const stdoutName = '-';

/** Holds, before a run that may take long and leaves traces, that its reports can be written. */
export async function assertWritable(values: ReportValues): Promise<void> {
  const files = listFiles(values);
  if (files.filter(({ file }) => file === stdoutName).length > 1)
    throw new UsageError('only one report can be written to stdout');
  for (const { option, file } of files) {
    if (file === stdoutName) continue;
    const folder = path.dirname(file);
    try {
      makeFolder(folder);
      await access(folder, constants.W_OK);
      await assertFile(file);
    } catch (error) {
      throw new UsageError(`--${option} ${file} cannot be written (${readErrorCode(error)})`);
    }
  }
}

/** @throws what the system says of a folder, or of a file that cannot be written */
async function assertFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  await access(file, constants.W_OK);
}

/** Writes what people read to stdout, and each file that was asked for. */
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
      width: Math.max(40, Math.min(people.columns || 80, 120)),
      full: values.full,
      verbose: values.verbose,
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
    await writeFile(file, await toText(result, contract, values, file)).catch((error: unknown) => {
      throw new UsageError(`--${option} ${file} cannot be written (${readErrorCode(error)})`);
    });
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
