import { requirements } from '../generated/requirements.js';
import { toMarkdownTable } from './markdown-table.ts';
import { wrapText } from './wrap-text.ts';

/** As much of a check as coverage is about. */
export interface ProvingCheck {
  id: string;
  requirements: readonly string[];
}

interface Row {
  id: string;
  level: string;
  statement: string;
  section: string;
  /** Ids of the checks that prove it. */
  checks: readonly string[];
  untested?: string;
}

/** Each requirement with the checks that prove it, or the reason why none can. */
export function toCoverageTable(
  checks: readonly ProvingCheck[],
  format: 'text' | 'markdown' | 'json',
): string {
  const rows = listRows(checks);
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  if (format === 'markdown') return toMarkdown(rows);
  const proved = rows.filter((row) => row.checks.length > 0).length;
  return [
    `${rows.length} requirements: ${proved} with checks (${checks.length} checks in all), ${rows.length - proved} that none can prove`,
    ...rows.flatMap((row) => ['', ...toText(row)]),
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

function toText({ id, level, statement, section, checks, untested }: Row): string[] {
  return [
    `${level} ${id}`,
    ...wrapText(`${statement} (${section})`, 80, 2),
    ...(untested === undefined ? [] : wrapText(`no check: ${untested}`, 80, 2)),
    ...checks.map((check) => `  - ${check}`),
  ];
}

function toMarkdown(rows: readonly Row[]): string {
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
