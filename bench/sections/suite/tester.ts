import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceId } from '../../works/ground.ts';
import { apiKey } from '../../works/request-headers.ts';

/** A program that tests a target. */
export interface Tester {
  id: string;
  title: string;
  /** @param baseUrl undefined: against a target that it starts itself */
  toCommand(baseUrl: string | undefined, folder: string): readonly string[];
  environment: Readonly<Record<string, string>>;
  /** What it did, from what it wrote. */
  readCounts(folder: string, stdout: string): TestCounts;
}

export interface TestCounts {
  requests: number | undefined;
  /** What it left behind in the target. */
  records: number | undefined;
}

/** The suite as it ships. */
export const suite: Tester = {
  id: 'suite',
  title: '**site-contract conformance**',
  toCommand: (baseUrl, folder) => [
    process.execPath,
    path.resolve('dist/cli/main.js'),
    'conformance',
    ...(baseUrl === undefined ? [] : [baseUrl, '--workspace', workspaceId]),
    ...['--json', toReport(folder)],
  ],
  environment: { SITE_CONTRACT_API_KEY: apiKey },
  readCounts: (folder) => {
    const report: unknown = JSON.parse(readFileSync(toReport(folder), 'utf8'));
    if (typeof report !== 'object' || report === null) throw new Error('the suite wrote no report');
    const inventory: unknown = Reflect.get(report, 'inventory');
    return {
      requests: Number(Reflect.get(report, 'requests')),
      records: Array.isArray(inventory) ? inventory.length : undefined,
    };
  },
};

const toReport = (folder: string): string => path.join(folder, 'report.json');
