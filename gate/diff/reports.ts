import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import { escapeMarkdown, toCode, toFence } from '../../writers/markdown.ts';
import {
  createPaint,
  type Tone,
  toCount,
  toVisibleLine,
  wrapText,
} from '../../writers/terminal-text.ts';
import type { Change, DiffResult, Severity } from './change.ts';
import type { SourcePlace } from './sources.ts';

type Kind = Severity | 'accepted';
type Level = 'error' | 'warning' | 'notice' | undefined;

/**
 * The kinds of changes, the most important first, with their heading and their name in the headline. Those without a level
 * need no action and are shown briefly.
 */
const kinds = (
  [
    ['breaking', 'Breaking changes', '', 'red', '✗', 'error'],
    ['unproven', 'Not proven to be safe', 'not proven', 'yellow', '?', 'warning'],
    ['accepted', 'Accepted breaks', 'accepted', 'cyan', '~', 'notice'],
    ['compatible', 'Compatible changes', 'compatible', 'green', '+', undefined],
    ['text', 'No effect on the wire', 'in descriptions only', 'faint', '·', undefined],
  ] satisfies [Kind, string, string, Tone, string, Level][]
).map(([kind, heading, name, tone, sign, level]) => ({ kind, heading, name, tone, sign, level }));

/** The verdict in one line. */
export function toHeadline(result: DiffResult): string {
  const { verdict, counts } = result;
  const told = kinds
    .filter(({ kind }) => kind !== 'breaking' && counts[kind] > 0)
    .map(({ kind, name }) => `${counts[kind]} ${name}`);
  const rest = told.length === 0 ? '' : ` (${told.join(', ')})`;
  if (counts.breaking > 0) return `${toCount(counts.breaking, 'breaking change')}${rest}`;
  if (verdict === 'breaking')
    return `${toCount(counts.unproven, 'change')} not proven to be safe, which counts with --strict${rest}`;
  if (verdict === 'version-too-low') return `The version is too low. ${toVersionLine(result)}`;
  return told.length === 0 ? 'No changes' : `No breaking change${rest}`;
}

/** The version that the new document requires. */
export function toVersionLine({ version, old, new: current }: DiffResult): string {
  const { required, actual, isEnough, lowest } = version;
  const change = `info.version: ${old.version || 'none'} → ${current.version || 'none'}`;
  if (required === 'none') return `${change}; the changes need no new version`;
  if (isEnough && actual === 'none')
    return `${change}; only texts changed, so a new version can wait`;
  const needed = `${lowest ?? 'a higher version'} (a ${required} version)`;
  return `${change}${isEnough ? '' : ' is too low'}; the changes need at least ${needed}`;
}

/** Changes by kind, without kinds that do not occur. */
function groupChanges(changes: readonly Change[]) {
  const toKind = ({ accepted, severity }: Change): Kind => (accepted ? 'accepted' : severity);
  return kinds
    .map((looks) => ({ ...looks, some: changes.filter((each) => toKind(each) === looks.kind) }))
    .filter(({ some }) => some.length > 0);
}

export function toTitle({ operations, title }: Change): string {
  if (operations.length === 0) return title;
  const more = operations.length > 4 ? ` and ${operations.length - 4} more` : '';
  return `${operations.slice(0, 4).join(', ')}${more}: ${title}`;
}

/** The place to open: in the new document, if the change is in a local file of it. */
export function findShownPlace({ old, new: current }: Change): SourcePlace | undefined {
  return current?.file === undefined ? old : current;
}

/** Longer bodies are only in the JSON report. */
const longestBody = 2000;

/** Everything about a change below its title. */
function listNotes({ accepted, witness, id, old, new: current }: Change): string[] {
  if (accepted !== undefined) return [`accepted until ${accepted.expires}: ${accepted.reason}`];
  const lines = Object.entries({ old, new: current }).flatMap(([side, place]) => {
    if (place === undefined) return [];
    const { pointer, file, line } = place;
    return [`${side}: ${file === undefined ? '' : `${file}:${line} `}${pointer}`];
  });
  if (witness !== undefined) {
    const { kind, provenBy, reason, response, curl } = witness;
    const was = kind === 'request' ? 'allowed and no longer is' : 'not allowed and now is';
    const proof = provenBy === 'validation' ? 'proven by validation' : 'by rule';
    const body = response?.body === undefined ? '' : JSON.stringify(response.body);
    const shown = body.length > longestBody ? `${body.slice(0, longestBody)} …` : body;
    lines.push(`This ${kind} was ${was} (${proof}): ${reason}`, ...curl.split('\n'));
    if (response !== undefined) lines.push(`→ ${response.status} ${shown}`.trim());
  }
  return [...lines, `id: ${id}`].map(toVisibleLine);
}

export interface TerminalLooks {
  colour: boolean;
  /** Number of columns. */
  width: number;
  /** Shows all compatible changes instead of only the first ones. */
  full: boolean;
}

const shownCompatible = 8;

export function toTerminal(result: DiffResult, { colour, width, full }: TerminalLooks): string {
  const paint = createPaint(colour);
  const { verdict, changes, warnings, old, new: current } = result;
  const lines = [
    paint(verdict === 'compatible' ? 'green' : 'red', toVisibleLine(toHeadline(result))),
    paint('faint', toVisibleLine(`${old.name} → ${current.name}`)),
  ];
  for (const { kind, heading, tone, sign, level, some } of groupChanges(changes)) {
    lines.push('', paint('strong', heading));
    const shown = !full && kind === 'compatible' ? some.slice(0, shownCompatible) : some;
    for (const change of shown) {
      const [first = '', ...rest] = wrapText(toVisibleLine(toTitle(change)), width - 2);
      lines.push(`${paint(tone, sign)} ${first}`, ...rest.map((line) => `  ${line}`));
      // Not wrapped, so that commands, places and ids can be copied.
      const notes = level === undefined ? [] : listNotes(change);
      lines.push(...notes.map((line) => paint('faint', `    ${line}`)));
    }
    if (shown.length < some.length)
      lines.push(paint('faint', `  and ${some.length - shown.length} more (--full lists them)`));
  }
  lines.push('', toVisibleLine(toVersionLine(result)));
  for (const warning of warnings)
    lines.push(
      ...wrapText(toVisibleLine(`Warning: ${warning}`), width).map((line) => paint('yellow', line)),
    );
  return `${lines.join('\n')}\n`;
}

/** Formats a result for a job summary or a comment on a pull request. */
export function toMarkdown(result: DiffResult): string {
  const { changes, warnings, old, new: current, verdict } = result;
  const parts = [
    `## ${verdict === 'compatible' ? '✅' : '❌'} ${escapeMarkdown(toHeadline(result))}`,
    `${toCode(old.name)} → ${toCode(current.name)}. ${escapeMarkdown(toVersionLine(result))}.`,
    ...warnings.map((warning) => `> ⚠️ ${escapeMarkdown(warning)}`),
  ];
  return `${[...parts, ...toMarkdownSections(changes, true)].join('\n\n')}\n`;
}

/** @param isOpen whether to show the changes that need action at once. The others are folded */
export function toMarkdownSections(changes: readonly Change[], isOpen: boolean): string[] {
  return groupChanges(changes).map(({ level, heading, some }) => {
    const needsAction = level === 'error' || level === 'warning';
    const list = some.map((change) => {
      const title = escapeMarkdown(toTitle(change));
      const notes = listNotes(change).join('\n');
      if (change.accepted !== undefined) return `- ${title} (${escapeMarkdown(notes)})`;
      if (!needsAction) return `- ${title}`;
      const fence = toFence(notes, '').replaceAll('\n', '\n  ');
      return `- **${title}**\n\n  <details><summary>Places, example and id</summary>\n\n  ${fence}\n\n  </details>\n`;
    });
    return isOpen && needsAction
      ? `### ${heading}\n\n${list.join('\n')}`
      : `<details><summary>${heading} (${some.length})</summary>\n\n${list.join('\n')}\n\n</details>`;
  });
}

/** Workflow commands, which GitHub shows at the changed lines. It shows ten of each level. */
export function toGithub(result: DiffResult): string {
  const lines = groupChanges(result.changes).flatMap(({ level, some }) => {
    if (level === undefined) return [];
    return some.slice(0, 10).map((change) => {
      const { file, line } = findShownPlace(change) ?? {};
      const text = [toTitle(change), change.witness?.reason, change.witness?.curl];
      const place = { file, line, title: 'Contract' };
      return toWorkflowCommand(level, place, text.filter(Boolean).join('\n'));
    });
  });
  if (result.verdict === 'version-too-low')
    lines.push(toWorkflowCommand('error', { title: 'Contract' }, toHeadline(result)));
  return lines.map((line) => `${line}\n`).join('');
}
