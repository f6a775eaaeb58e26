import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../contract/files.ts';
import { toUnwritable, UsageError } from '../usage-error.ts';

/** What a run writes: reports of the gate and of its steps. */
const reportName = /^(?:gate|diff|mock|deployment)\.(?:md|json|html|sarif|junit\.xml)$/;

/** The report that a run may read before it replaces it, so that each run compares with the one before. */
const deploymentReport = 'deployment.json';

/** Options whose values may name a file that the run reads. */
type InputFiles = Readonly<Record<string, string | undefined>>;

/**
 * Creates the folder, and removes the reports of an earlier run. A link could lead to files outside it.
 * @param inputs the files that the run reads, by option: none of them is removed
 * @throws UsageError if the run would replace an input by a report
 */
export function openReportFolder(folder: string, inputs: InputFiles): void {
  try {
    // Before the folder is judged: a part of its path may be a link.
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
      mkdirSync(folder, { recursive: true });
    assertOwnFolder(folder);
    const kept = listKept(folder, inputs);
    for (const name of readdirSync(folder)) {
      if (!reportName.test(name) || kept.has(name)) continue;
      rmSync(path.join(folder, name));
    }
    replaceFile(path.join(folder, 'gate.md'), '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw toUnwritable('reports', folder, error);
  }
}

/** The files with the verdict of an earlier gate. */
export function listVerdicts(folder: string): string[] {
  if (!existsSync(folder) || !isOwnFolder(folder)) return [];
  return ['gate.md', 'gate.json'].map((name) => path.join(folder, name));
}

function isOwnFolder(folder: string): boolean {
  const isLinked =
    !path.isAbsolute(folder) && realpathSync(folder) !== path.join(realpathSync('.'), folder);
  return !isLinked && lstatSync(folder).isDirectory();
}

function assertOwnFolder(folder: string): void {
  if (!isOwnFolder(folder))
    throw new UsageError(`--reports ${folder}: is a link or a file; name a folder`);
}

/** Lists the names in the folder that have to stay until the run has read them. */
function listKept(folder: string, inputs: InputFiles): Set<string> {
  const kept = new Set<string>();
  for (const [option, file] of Object.entries(inputs)) {
    const name = file === undefined ? undefined : findReport(folder, file);
    if (name === undefined) continue;
    // Only the step that reads this file writes it, and at its end.
    if (option !== 'since' || name !== deploymentReport)
      throw new UsageError(
        `--${option} ${file}: the gate replaces this file by a report; move it, or name another folder with --reports`,
      );
    kept.add(name);
  }
  return kept;
}

/** The name of the report in the folder that a file is, also by a link. */
function findReport(folder: string, file: string): string | undefined {
  if (!existsSync(file) || !existsSync(folder)) return undefined;
  const inside = path.relative(realpathSync(folder), realpathSync(file));
  return reportName.test(inside) ? inside : undefined;
}
