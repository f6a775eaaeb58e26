import type { RunResult } from '../results.ts';
import { writeCauses } from './terminal/causes.ts';
import { writeClosing } from './terminal/closing.ts';
import { writeOperations } from './terminal/operations.ts';
import { createPage, type Page } from './terminal/page.ts';
import {
  writeInventory,
  writeObservations,
  writeUndecided,
  writeWarnings,
} from './terminal/sections.ts';

export interface TerminalReportOptions {
  /** Whether the reader shows ANSI colours. */
  colour: boolean;
  /** Cells of a line. Lines for a shell alone may be longer, so that they can be pasted. */
  width: number;
  /** Shows passed checks, whole values, headers, and everything that was created. Default: false. */
  verbose?: boolean;
}

/**
 * The report for a person at a terminal.
 *
 * @example process.stdout.write(toTerminalReport(result, { colour: true, width: 80 }));
 */
export function toTerminalReport(
  result: RunResult,
  { colour, width, verbose = false }: TerminalReportOptions,
): string {
  const page = createPage({ colour, width });
  writeHeader(page, result);
  writeOperations(page, result, verbose);
  writeUndecided(page, result, verbose);
  writeObservations(page, result, verbose);
  writeInventory(page, result, verbose);
  writeWarnings(page, result);
  writeCauses(page, result, verbose);
  writeClosing(page, result);
  return page.toString();
}

function writeHeader(page: Page, { tool, contract, target }: RunResult): void {
  const title = `${contract.title} ${contract.version}, checked by ${tool.name} ${tool.version}`;
  page.text(title, { tone: 'strong' });
  page.field('Target', target.baseUrl);
  page.field('Workspace', target.workspace);
  if (target.otherWorkspace !== undefined)
    page.field('', `${target.otherWorkspace} (the other one)`);
}
