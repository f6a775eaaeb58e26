import { type Assumption, type Contract, contract, listAssumptions } from '../contract/index.ts';
import { toMarkdownTable } from './markdown-table.ts';
import { wrapText } from './wrap-text.ts';

/** What the interface leaves open: question, value that holds, and the other values that the mock knows. */
export function toAssumptionTable(
  { document }: Contract,
  format: 'text' | 'markdown' | 'json',
): string {
  const assumptions = listAssumptions(document);
  if (format === 'json') return `${JSON.stringify(assumptions, null, 2)}\n`;
  if (format === 'markdown') return toMarkdown(assumptions);
  return [
    ...wrapText(
      `The interface leaves ${assumptions.length} questions open. This is what the mock does; the conformance suite holds nobody to it. What the interface does say: site-contract coverage.`,
    ),
    ...assumptions.flatMap((assumption) => ['', ...toText(assumption)]),
    '',
  ].join('\n');
}

function toText(assumption: Assumption): string[] {
  const { id, question, section, value, open } = assumption;
  const shipped = contract.document['x-assumptions'][id]?.value;
  const changed = shipped === value ? '' : ` (changed; it was ${toValue(shipped)})`;
  const others = listOthers(assumption);
  return [
    `${id}: ${toValue(value)}${changed}`,
    ...wrapText(`${question} (${section})`, 80, 2),
    ...(others === '' ? [] : wrapText(`also known: ${others}`, 80, 2)),
    ...(open === undefined ? [] : wrapText(`or ${open}`, 80, 2)),
  ];
}

function toMarkdown(assumptions: readonly Assumption[]): string {
  return toMarkdownTable(
    ['Assumption', 'What the interface leaves open', 'The mock', 'Also known'],
    assumptions.map((assumption) => [
      `\`${assumption.id}\``,
      assumption.question,
      `\`${toValue(assumption.value)}\``,
      listOthers(assumption),
    ]),
  );
}

function listOthers({ known, value }: Assumption): string {
  return known
    .filter((candidate) => candidate.value !== value)
    .map((candidate) => toValue(candidate.value))
    .join(', ');
}

function toValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
