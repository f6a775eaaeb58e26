import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';

/** A report that is a file, and the option that names the file. */
export interface FileReport {
  option: 'json' | 'junit' | 'html' | 'sarif' | 'observed';
  toText(result: RunResult, contract: Contract, file?: string): Promise<string>;
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
    toText: async (result) =>
      (await import('../../conformance/reporters/sarif.ts')).toSarifReport(result),
  },
  {
    option: 'observed',
    toText: async (result, contract, file = '') => {
      const { toObservedOverlay } = await import('../../conformance/observed-overlay.ts');
      const overlay = toObservedOverlay(result, contract);
      if (!/\.ya?ml$/i.test(file)) return `${JSON.stringify(overlay, null, 2)}\n`;
      return (await import('yaml')).stringify(overlay, { lineWidth: 0 });
    },
  },
];
