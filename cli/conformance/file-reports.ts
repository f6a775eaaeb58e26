import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';

/** What reports need of the options; every command with reports has these. */
export type ReportValues = Pick<
  ConformanceValues,
  'json' | 'junit' | 'html' | 'sarif' | 'sarifFile' | 'observed' | 'full' | 'verbose' | 'apiKey'
>;

/** A report that is a file, and the option that names the file. */
export interface FileReport {
  option: 'json' | 'junit' | 'html' | 'sarif' | 'observed';
  toText(
    result: RunResult,
    contract: Contract,
    values: ReportValues,
    file?: string,
  ): Promise<string>;
  /** Why there is nothing to write; a file that is there stays as it is then. */
  explainMissing?(result: RunResult, contract: Contract): Promise<string | undefined>;
  /** What can be done with the file, in a clause. */
  toHint?(file: string, result: RunResult, values: ReportValues): Promise<string>;
}

/** Each reporter is loaded when its report is asked for. */
export const fileReports: readonly FileReport[] = [
  {
    option: 'json',
    toText: async (result) =>
      (await import('../../conformance/reporters/json.ts')).toJsonReport(result),
  },
  {
    option: 'junit',
    toText: async (result) =>
      (await import('../../conformance/reporters/junit.ts')).toJunitReport(result),
  },
  {
    option: 'html',
    toText: async (result) =>
      (await import('../../conformance/reporters/html.ts')).toHtmlReport(result),
  },
  {
    option: 'sarif',
    toText: async (result, _contract, { sarifFile }) =>
      (await import('../../conformance/reporters/sarif.ts')).toSarifReport(result, {
        file: sarifFile,
      }),
  },
  {
    option: 'observed',
    toText: async (result, contract, _values, file = '') => {
      const { toObservedOverlay } = await import('../../conformance/observed-overlay.ts');
      const overlay = toObservedOverlay(result, contract);
      if (!/\.ya?ml$/i.test(file)) return `${JSON.stringify(overlay, null, 2)}\n`;
      return (await import('yaml')).stringify(overlay, { lineWidth: 0 });
    },
    explainMissing: async (result, contract) =>
      (await import('./observed-file.ts')).explainUnobserved(result, contract),
    toHint: async (file, result, { apiKey }) => {
      const { toMockCommand } = await import('./observed-file.ts');
      return `to start a mock that behaves like it: ${toMockCommand(file, result, apiKey)}`;
    },
  },
];
