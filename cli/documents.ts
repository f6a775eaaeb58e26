import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toAssumptionTable } from './assumption-table.ts';
import { toCoverageTable } from './coverage-table.ts';

const banner = '<!-- Made by `npm run docs`. Do not edit. -->';

/** The documents that are made by a command, by file. */
export function toDocuments(): Record<string, string> {
  return {
    'docs/coverage.md': [
      banner,
      '# What the interface says, and how much of it is checked',
      '',
      'Every sentence of the interface that a client can observe, with its level, and the reason where no check can prove it. `site-contract coverage` names the checks, and `site-contract conformance --explain <id>` explains one.',
      '',
      toCoverageTable(listChecks(contract), 'markdown'),
    ].join('\n'),
    'docs/assumptions.md': [
      banner,
      '# What the interface leaves open, and what the mock does there',
      '',
      'The conformance suite holds nobody to these: it observes them. Another value is chosen by an OpenAPI Overlay: `site-contract mock --overlay <file>`; `site-contract conformance --observed <file>` writes one from what a deployment does.',
      '',
      toAssumptionTable(contract, 'markdown'),
    ].join('\n'),
  };
}
