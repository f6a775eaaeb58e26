import { type Assumption, type Contract, contract, listAssumptions } from '../contract/index.ts';
import { requirements } from '../generated/requirements.js';

/** The parts of a check that the tables need. */
interface ProvingCheck {
  id: string;
  requirements: readonly string[];
}

type TableFormat = 'text' | 'markdown' | 'json';

/** Lists the requirements and the assumptions, or one of them. */
export function toInterfaceTables(
  contract: Contract,
  checks: readonly ProvingCheck[],
  format: TableFormat,
  part?: 'requirements' | 'assumptions',
): string {
  const requirements = part === 'assumptions' ? undefined : listRows(checks);
  const assumptions = part === 'requirements' ? undefined : listAssumptions(contract.document);
  if (format === 'json')
    return `${JSON.stringify(requirements && assumptions ? { requirements, assumptions } : (requirements ?? assumptions), null, 2)}\n`;
  const tables = [
    requirements && toRequirementTable(requirements, format),
    assumptions && toAssumptionTable(assumptions, format),
  ];
  return tables.filter((table) => table !== undefined).join('\n');
}

function toAssumptionTable(assumptions: readonly Assumption[], format: TableFormat): string {
  if (format === 'markdown') return toAssumptionMarkdown(assumptions);
  return [
    `The interface leaves ${assumptions.length} questions open. This is what the mock does; the conformance suite does not require it of deployments.`,
    ...assumptions.flatMap((assumption) => ['', ...toAssumptionText(assumption)]),
    '',
  ].join('\n');
}

function toAssumptionText(assumption: Assumption): string[] {
  const { id, question, section, value, open } = assumption;
  const shipped = contract.document['x-assumptions'][id]?.value;
  const changed = shipped === value ? '' : ` (changed; default: ${toValue(shipped)})`;
  const others = listOthers(assumption);
  return [
    `${id}: ${toValue(value)}${changed}`,
    `  ${question} (${section})`,
    ...(others === '' ? [] : [`  alternatives: ${others}`]),
    ...(open === undefined ? [] : [`  or ${open}`]),
  ];
}

function toAssumptionMarkdown(assumptions: readonly Assumption[]): string {
  return toMarkdownTable(
    ['Assumption', 'Question', 'The mock', 'Alternatives'],
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

interface Row {
  id: string;
  level: string;
  statement: string;
  section: string;
  /** Ids of the checks that prove the requirement. */
  checks: readonly string[];
  untested?: string;
}

function toRequirementTable(rows: readonly Row[], format: TableFormat): string {
  if (format === 'markdown') return toRequirementMarkdown(rows);
  const proved = rows.filter((row) => row.checks.length > 0).length;
  return [
    `${rows.length} requirements: ${proved} with checks, ${rows.length - proved} that no check can prove`,
    ...rows.flatMap((row) => ['', ...toRequirementText(row)]),
    '',
  ].join('\n');
}

function listRows(checks: readonly ProvingCheck[]): Row[] {
  return Object.entries(requirements).map(([id, { level, statement, section, untested }]) => ({
    id,
    level,
    statement,
    section,
    checks: checks.filter((check) => check.requirements.includes(id)).map((check) => check.id),
    ...(untested === undefined ? {} : { untested }),
  }));
}

function toRequirementText({ id, level, statement, section, checks, untested }: Row): string[] {
  return [
    `${level} ${id}`,
    `  ${statement} (${section})`,
    ...(untested === undefined ? [] : [`  no check: ${untested}`]),
    ...checks.map((check) => `  - ${check}`),
  ];
}

function toRequirementMarkdown(rows: readonly Row[]): string {
  return toMarkdownTable(
    ['Requirement', 'Level', 'Statement', 'Checked'],
    rows.map(({ id, level, statement, checks, untested }) => [
      `\`${id}\``,
      level,
      statement,
      untested ?? (checks.length > 0 ? 'yes' : 'no'),
    ]),
  );
}

/** Formats a Markdown table. */
function toMarkdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const toRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return `${[toRow(heads), toRow(heads.map(() => '---')), ...rows.map(toRow)].join('\n')}\n`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

const banner = '<!-- Made by `npm run docs`. Do not edit. -->';

/** The generated documents, by file. */
export function toDocuments(checks: readonly ProvingCheck[]): Record<string, string> {
  return {
    'docs/coverage.md': [
      banner,
      '# Requirements and their checks',
      '',
      'Every requirement of the interface that a client can observe, with its level, and the reason if no check can prove it. `site-contract interface` lists the checks of each, and `site-contract conformance --explain <id>` explains a check.',
      '',
      toInterfaceTables(contract, checks, 'markdown', 'requirements'),
    ].join('\n'),
    'docs/assumptions.md': [
      banner,
      '# Assumptions: what the interface leaves open',
      '',
      'The mock behaves as listed here. The conformance suite only observes these points, and never fails a deployment for them. To change a value, start the mock with an OpenAPI Overlay: `site-contract mock --overlay <file>`. `site-contract conformance --observed <file>` writes an overlay from what a deployment does.',
      '',
      toInterfaceTables(contract, checks, 'markdown', 'assumptions'),
    ].join('\n'),
  };
}
