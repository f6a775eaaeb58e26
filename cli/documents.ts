import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toAssumptionTable, toCoverageTable } from './tables.ts';

const banner = '<!-- Made by `npm run docs`. Do not edit. -->';

/** The generated documents, by file. */
export function toDocuments(): Record<string, string> {
  return {
    'docs/coverage.md': [
      banner,
      '# Requirements and their checks',
      '',
      'Every requirement of the interface that a client can observe, with its level, and the reason if no check can prove it. `site-contract coverage` lists the checks of each, and `site-contract conformance --explain <id>` explains a check.',
      '',
      toCoverageTable(listChecks(contract), 'markdown'),
    ].join('\n'),
    'docs/assumptions.md': [
      banner,
      '# Assumptions: what the interface leaves open',
      '',
      'The mock behaves as listed here. The conformance suite only observes these points, and never fails a deployment for them. To change a value, start the mock with an OpenAPI Overlay: `site-contract mock --overlay <file>`. `site-contract conformance --observed <file>` writes an overlay from what a deployment does.',
      '',
      toAssumptionTable(contract, 'markdown'),
    ].join('\n'),
  };
}
