import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import { toExactJson } from '../../contract/exact-numbers.ts';
import { escapeJson } from '../../writers/json-text.ts';
import { escapeMarkdown, toFence } from '../../writers/markdown.ts';
import {
  createPaint,
  toCount,
  toExcerpt,
  toVisibleLine,
  wrapText,
} from '../../writers/terminal-text.ts';
import type { Change, DiffResult } from './change.ts';
import { toWorkspaceFile } from './workspace-file.ts';

/**
 * The kinds of changes, the most important first, with their name in the headline, their heading, and how they are shown.
 * Those without a level need no action and are shown briefly.
 */
const kinds = [
  ['breaking', '', 'Breaking changes', 'red', '✗', 'error'],
  ['unproven', 'not proven', 'Not proven to be safe', 'yellow', '?', 'warning'],
  ['accepted', 'accepted', 'Accepted breaks', 'cyan', '~', 'notice'],
  ['compatible', 'compatible', 'Compatible changes', 'green', '+', undefined],
  ['text', 'in descriptions only', 'No effect on the wire', 'faint', '·', undefined],
] as const;

/** The verdict in one line. */
export function toHeadline(result: DiffResult): string {
  const { verdict, counts } = result;
  const counted = kinds
    .filter(([kind]) => kind !== 'breaking' && counts[kind] > 0)
    .map(([kind, name]) => `${counts[kind]} ${name}`);
  const suffix = counted.length === 0 ? '' : ` (${counted.join(', ')})`;
  if (counts.breaking > 0) return `${toCount(counts.breaking, 'breaking change')}${suffix}`;
  if (verdict === 'breaking')
    return `${toCount(counts.unproven, 'change')} not proven to be safe, which counts with --strict${suffix}`;
  if (verdict === 'version-too-low') return `The version is too low. ${toVersionLine(result)}`;
  return suffix === '' ? 'No changes' : `No breaking change${suffix}`;
}

/** The version that the new document requires. */
export function toVersionLine({ version, old, new: current }: DiffResult): string {
  const { required, isEnough, lowest } = version;
  const change = `info.version: ${old.version || 'none'} → ${current.version || 'none'}`;
  if (required === 'none') return `${change}; the changes need no new version`;
  const needed = `${lowest ?? 'a higher version'} (a ${required} version)`;
  return `${change}${isEnough ? '' : ' is too low'}; the changes need at least ${needed}`;
}

/** Changes by kind, without kinds that do not occur. */
function groupChanges(changes: readonly Change[]) {
  const toKind = (change: Change) => (change.accepted ? 'accepted' : change.severity);
  const groups = kinds.map(([kind, , heading, tone, sign, level]) => {
    const some = changes.filter((change) => toKind(change) === kind);
    return { heading, tone, sign, level, some };
  });
  return groups.filter(({ some }) => some.length > 0);
}

function toTitle({ operations, title }: Change): string {
  if (operations.length === 0) return title;
  const more = operations.length > 4 ? ` and ${operations.length - 4} more` : '';
  return `${operations.slice(0, 4).join(', ')}${more}: ${title}`;
}

/** Everything about a change below its title. Long bodies are only in the JSON report. */
function listNotes({ accepted, witness, id, old, new: current }: Change): string[] {
  if (accepted !== undefined) return [`accepted until ${accepted.expires}: ${accepted.reason}`];
  const lines = Object.entries({ old, new: current }).flatMap(([side, position]) => {
    if (position === undefined) return [];
    const { pointer, file, line } = position;
    return [`${side}: ${file === undefined ? '' : `${file}:${line} `}${pointer}`];
  });
  if (witness !== undefined) {
    const { kind, provenBy, reason, response, curl } = witness;
    const was = kind === 'request' ? 'allowed and no longer is' : 'not allowed and now is';
    const proof = provenBy === 'validation' ? 'proven by validation' : 'by rule';
    const body = toExcerpt(toExactJson(response?.body), 2000);
    lines.push(`This ${kind} was ${was} (${proof}): ${reason}`, ...curl.split('\n'));
    if (response !== undefined) lines.push(`→ ${response.status} ${body}`.trim());
  }
  return [...lines, `id: ${id}`];
}

/** A change with its places, and the request or response that proves it. */
export function writeChange(change: Change): string {
  return [toTitle(change), ...listNotes(change)].join('\n');
}

interface Looks {
  colour: boolean;
  /** Number of columns. */
  width: number;
  /** Shows all compatible changes instead of only the first ones. */
  full: boolean;
  /** The root of the files in annotations. Default: the repository. */
  workspace?: string | undefined;
}

/** How many compatible changes are shown without `full`. */
const mostShown = 8;

function toTerminal(result: DiffResult, { colour, width, full }: Looks): string {
  const pen = createPaint(colour);
  // Names and values in documents may contain control characters.
  const paint: typeof pen = (tone, text) => pen(tone, toVisibleLine(text));
  const { verdict, changes, warnings, old, new: current } = result;
  const lines = [
    paint(verdict === 'compatible' ? 'green' : 'red', toHeadline(result)),
    paint('faint', `${old.name} → ${current.name}`),
  ];
  for (const { heading, tone, sign, level, some } of groupChanges(changes)) {
    lines.push('', paint('strong', heading));
    const listed = full || level !== undefined ? some : some.slice(0, mostShown);
    for (const change of listed) {
      lines.push(...wrapText(toVisibleLine(toTitle(change)), width, 2, `${paint(tone, sign)} `));
      // Not wrapped, so that commands, places and ids can be copied.
      if (level !== undefined)
        lines.push(...listNotes(change).map((note) => paint('faint', `    ${note}`)));
    }
    if (listed.length < some.length)
      lines.push(paint('faint', `  and ${some.length - listed.length} more (--full lists them)`));
  }
  lines.push('', toVisibleLine(toVersionLine(result)));
  for (const warning of warnings)
    lines.push(...wrapText(`Warning: ${warning}`, width).map((line) => paint('yellow', line)));
  return `${lines.join('\n')}\n`;
}

/** The whole report as a code block: readable before it is rendered, and no text of a document is markup. */
export function toCodeBlock(result: DiffResult): string {
  return toFence(toTerminal(result, { colour: false, width: 100, full: true }).trim(), 'text');
}

/** Formats a result for a job summary or a comment on a pull request. */
function toMarkdown(result: DiffResult): string {
  const mark = result.verdict === 'compatible' ? '✅' : '❌';
  return `## ${mark} ${escapeMarkdown(toHeadline(result))}\n\n${toCodeBlock(result)}\n`;
}

/** Workflow commands, which GitHub shows at the changed lines. It shows ten of each level. */
function toGithub(result: DiffResult, { workspace }: Looks): string {
  const isLow = result.verdict === 'version-too-low';
  const title = 'Contract';
  const commands = isLow ? [toWorkflowCommand('error', { title }, toHeadline(result))] : [];
  for (const { level, some } of groupChanges(result.changes)) {
    if (level === undefined) continue;
    for (const change of some.slice(0, 10)) {
      // The new document, if the change is in a local file of it.
      const position = change.new?.file === undefined ? change.old : change.new;
      const file = position?.file && toWorkspaceFile(position.file, workspace);
      const properties = { file, line: position?.line, title };
      commands.push(toWorkflowCommand(level, properties, writeChange(change)));
    }
  }
  return commands.map((command) => `${command}\n`).join('');
}

const writers = {
  text: toTerminal,
  markdown: toMarkdown,
  json: (result: DiffResult) => `${escapeJson(toExactJson(result, 2))}\n`,
  github: toGithub,
};

export type DiffFormat = keyof typeof writers;

/** Formats the result of a comparison. */
export function toReport(result: DiffResult, format: DiffFormat, looks: Looks): string {
  return writers[format](result, looks);
}
