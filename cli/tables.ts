import {
  type Assumption,
  type Contract,
  contract,
  listAssumptions,
  listGeneralAssumptions,
} from '../contract/index.ts';
import type { OperationRole } from '../contract/resources/model.ts';
import { readModel } from '../contract/resources/read-model.ts';
import { requirements } from '../generated/requirements.js';
import { toJsonText } from '../writers/json-text.ts';

/** The parts of a check that the tables need. */
interface ProvingCheck {
  id: string;
  requirements: readonly string[];
}

/** A list with a title and an introduction. The first column names the row. */
interface Table {
  title: string;
  about: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Lists the requirements and the assumptions, or one of them. */
export function toInterfaceTables(
  { document }: Contract,
  checks: readonly ProvingCheck[],
  format: 'text' | 'markdown' | 'json',
  part?: 'requirements' | 'assumptions',
): string {
  const proved = part === 'assumptions' ? undefined : listRequirements(checks);
  const assumptions = part === 'requirements' ? undefined : listAssumptions(document);
  if (format === 'json') {
    const both = { requirements: proved, assumptions };
    return toJsonText(part === undefined ? both : both[part]);
  }
  const tables = [
    ...(proved ? [toRequirementTable(proved)] : []),
    ...(assumptions ? [toAssumptionTable(assumptions)] : []),
  ];
  return tables.map(format === 'text' ? writeParagraphs : toMarkdown).join('\n');
}

/** Lists the operations of another contract than the built-in one, and what the mock assumes; or only the latter. */
export function toOperationTables(
  contract: Contract,
  format: 'text' | 'markdown' | 'json',
  part?: 'assumptions',
): string {
  const model = readModel(contract);
  const operations = [...model.operations.values()].map(toOperationEntry);
  const assumptions = listGeneralAssumptions(contract.document);
  if (format === 'json')
    return toJsonText(part === undefined ? { operations, assumptions } : assumptions);
  const tables = [
    ...(part === undefined ? [toOperationTable(operations)] : []),
    toAssumptionTable(assumptions),
  ];
  return tables.map(format === 'text' ? writeParagraphs : toMarkdown).join('\n');
}

function toOperationEntry({ operationId, method, path, role, resource, certainty }: OperationRole) {
  return { operationId, method, path, role, resource, certainty };
}

function toOperationTable(operations: readonly ReturnType<typeof toOperationEntry>[]): Table {
  return {
    title: 'Operations',
    about: `${operations.length} operations. \`site-contract resources\` gives the reason for each role, and \`site-contract conformance --list\` the checks.`,
    columns: ['Operation', 'Request', 'Role', 'Resource', 'Certainty'],
    rows: operations.map(({ operationId, method, path, role, resource = '', certainty }) => [
      operationId,
      `${method} ${path}`,
      role,
      resource,
      certainty,
    ]),
  };
}

function writeParagraphs({ about, columns, rows }: Table): string {
  const toLines = ([name, ...cells]: readonly string[]) => {
    const lines = cells.map((cell, index) => `  ${columns[index + 1]}: ${cell}`);
    return ['', name, ...lines.filter((_line, index) => cells[index] !== '')];
  };
  return [about, ...rows.flatMap(toLines), ''].join('\n');
}

function toMarkdown({ title, about, columns, rows }: Table): string {
  const toCell = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const toRow = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |\n`;
  const rule = columns.map(() => '---');
  const table = [columns, rule, ...rows].map(toRow);
  return `# ${title}\n\n${about}\n\n${table.join('')}`;
}

function listRequirements(checks: readonly ProvingCheck[]) {
  return Object.entries(requirements).map(([id, { level, statement, section, untested }]) => ({
    id,
    level,
    statement,
    section,
    /** Ids of the checks that prove the requirement. */
    checks: listProofs(checks, id),
    untested,
  }));
}

function listProofs(checks: readonly ProvingCheck[], requirement: string): string[] {
  const proofs = checks.filter(({ requirements: ids }) => ids.includes(requirement));
  return proofs.map(({ id }) => id);
}

function toRequirementTable(listed: ReturnType<typeof listRequirements>): Table {
  const proved = listed.filter(({ checks }) => checks.length > 0).length;
  return {
    title: 'Requirements and their checks',
    about: `${listed.length} requirements that a client can observe: ${proved} with checks, ${listed.length - proved} that no check can prove. \`site-contract conformance --explain <id>\` explains a check.`,
    columns: ['Requirement', 'Level', 'Statement', 'Section', 'Checks'],
    rows: listed.map(({ id, level, statement, section, checks, untested }) => [
      ...[id, level, statement, section],
      untested === undefined ? checks.join(', ') : `none: ${untested}`,
    ]),
  };
}

function toAssumptionTable(assumptions: readonly Assumption[]): Table {
  return {
    title: 'Assumptions: what the interface leaves open',
    about: `The interface leaves ${assumptions.length} questions open. This is what the mock does; the conformance suite does not require it of deployments. \`site-contract mock --overlay <file>\` changes values, and \`conformance --observed <file>\` writes an overlay from what a deployment does.`,
    columns: ['Assumption', 'Question', 'Section', 'The mock', 'Alternatives'],
    rows: assumptions.map(({ id, question, section, value, known: choices, open }) => {
      const shipped = contract.document['x-assumptions'][id]?.value;
      const changed = shipped === value ? '' : ` (changed; default: ${toValue(shipped)})`;
      const unused = choices.filter((choice) => choice.value !== value);
      const texts = unused.map((choice) => toValue(choice.value));
      if (open !== undefined) texts.push(open);
      const alternatives = texts.join(', ');
      return [id, question, section, `${toValue(value)}${changed}`, alternatives];
    }),
  };
}

function toValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
