import { type Assumption, type Contract, contract, listAssumptions } from '../contract/index.ts';
import { requirements } from '../generated/requirements.js';

/** The parts of a check that the tables need. */
interface ProvingCheck {
  id: string;
  requirements: readonly string[];
}

type TableFormat = 'text' | 'markdown' | 'json';
type Row = ReturnType<typeof listRequirements>[number];

/** Lists the requirements and the assumptions, or one of them. */
export function toInterfaceTables(
  { document }: Contract,
  checks: readonly ProvingCheck[],
  format: TableFormat,
  part?: 'requirements' | 'assumptions',
): string {
  const rows = part === 'assumptions' ? undefined : listRequirements(checks);
  const assumptions = part === 'requirements' ? undefined : listAssumptions(document);
  if (format === 'json') {
    const both = { requirements: rows, assumptions };
    return `${JSON.stringify(part === undefined ? both : both[part], null, 2)}\n`;
  }
  const [toRows, toQuestions] =
    format === 'text'
      ? [toRequirementText, toAssumptionText]
      : [toRequirementTable, toAssumptionTable];
  return [...(rows ? [toRows(rows)] : []), ...(assumptions ? [toQuestions(assumptions)] : [])].join(
    '\n',
  );
}

function listRequirements(checks: readonly ProvingCheck[]) {
  return Object.entries(requirements).map(([id, { level, statement, section, untested }]) => ({
    id,
    level,
    statement,
    section,
    /** Ids of the checks that prove the requirement. */
    checks: checks.filter((check) => check.requirements.includes(id)).map((check) => check.id),
    untested,
  }));
}

function toRequirementText(rows: readonly Row[]): string {
  const proved = rows.filter((row) => row.checks.length > 0).length;
  const lines = rows.flatMap(({ id, level, statement, section, checks, untested }) => [
    '',
    `${level} ${id}`,
    `  ${statement} (${section})`,
    ...(untested === undefined ? [] : [`  no check: ${untested}`]),
    ...checks.map((check) => `  - ${check}`),
  ]);
  const head = `${rows.length} requirements: ${proved} with checks, ${rows.length - proved} that no check can prove`;
  return [head, ...lines, ''].join('\n');
}

function toRequirementTable(rows: readonly Row[]): string {
  return toTable(
    ['Requirement', 'Level', 'Statement', 'Checked'],
    rows.map(({ id, level, statement, checks, untested }) => [
      `\`${id}\``,
      level,
      statement,
      untested ?? (checks.length > 0 ? 'yes' : 'no'),
    ]),
  );
}

function toAssumptionText(assumptions: readonly Assumption[]): string {
  const lines = assumptions.flatMap((assumption) => {
    const { id, question, section, value, open } = assumption;
    const shipped = contract.document['x-assumptions'][id]?.value;
    const changed = shipped === value ? '' : ` (changed; default: ${toValue(shipped)})`;
    const others = listOthers(assumption);
    return [
      '',
      `${id}: ${toValue(value)}${changed}`,
      `  ${question} (${section})`,
      ...(others === '' ? [] : [`  alternatives: ${others}`]),
      ...(open === undefined ? [] : [`  or ${open}`]),
    ];
  });
  const head = `The interface leaves ${assumptions.length} questions open. This is what the mock does; the conformance suite does not require it of deployments.`;
  return [head, ...lines, ''].join('\n');
}

function toAssumptionTable(assumptions: readonly Assumption[]): string {
  return toTable(
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
  const others = known.filter((candidate) => candidate.value !== value);
  return others.map((candidate) => toValue(candidate.value)).join(', ');
}

function toValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats a Markdown table. */
function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const toCell = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(toCell).join(' | ')} |\n`).join('');
}

/** The generated documents, by file. */
export function toDocuments(checks: readonly ProvingCheck[]): Record<string, string> {
  const toDocument = (title: string, text: string, part: 'requirements' | 'assumptions') =>
    `<!-- Made by \`npm run docs\`. Do not edit. -->\n# ${title}\n\n${text}\n\n${toInterfaceTables(contract, checks, 'markdown', part)}`;
  return {
    'docs/coverage.md': toDocument(
      'Requirements and their checks',
      'Every requirement of the interface that a client can observe, with its level, and the reason if no check can prove it. `site-contract interface` lists the checks of each, and `site-contract conformance --explain <id>` explains a check.',
      'requirements',
    ),
    'docs/assumptions.md': toDocument(
      'Assumptions: what the interface leaves open',
      'The mock behaves as listed here. The conformance suite only observes these points, and never fails a deployment for them. To change a value, start the mock with an OpenAPI Overlay: `site-contract mock --overlay <file>`. `site-contract conformance --observed <file>` writes an overlay from what a deployment does.',
      'assumptions',
    ),
  };
}
