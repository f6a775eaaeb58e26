import { listChecks } from '../../conformance/index.ts';
import type { Contract } from '../../contract/index.ts';
import { requirements } from '../../generated/requirements.js';
import { UsageError } from '../usage-error.ts';
import { wrapText } from '../wrap-text.ts';
import { suggest } from './list-checks.ts';

/** What a check sends, what has to follow, and the sentences of the interface that it proves. */
export function explainCheck(contract: Contract, id: string): string {
  const checks = listChecks(contract);
  const check = checks.find((candidate) => candidate.id === id);
  if (check === undefined)
    throw new UsageError(
      `--explain ${id}: unknown check${suggest(
        id,
        checks.map((candidate) => candidate.id),
      )}`,
    );
  const proved = check.requirements.flatMap((requirement) => {
    const { level, statement, section } = requirements[requirement];
    return ['', ...wrapText(`${level} ${requirement}: ${statement} (${section})`, 80, 2)];
  });
  return [
    `${check.id} (${check.level})`,
    ...wrapText(check.title),
    '',
    'Sends',
    ...wrapText(check.sends, 80, 2),
    '',
    'Expects',
    ...wrapText(check.expects, 80, 2),
    '',
    'Proves',
    ...proved.slice(1),
    ...(check.thorough === true ? ['', 'Runs only with --thorough.'] : []),
    '',
    `Run only this check: site-contract conformance --only ${check.id}`,
    '',
  ].join('\n');
}
