import { escapeMarkdown, toCode, toFence } from '../../writers/markdown.ts';
import { createPaint, type Paint, type Tone, wrapText } from '../../writers/terminal-text.ts';
import type { Change, DiffResult, Severity, Witness } from './change.ts';
import type { Place } from './sources.ts';

/** The verdict in one line. */
export function toHeadline(result: DiffResult): string {
  const { verdict, counts } = result;
  const { breaking } = counts;
  const others: [number, string][] = [
    [counts.accepted, 'accepted'],
    [counts.unproven, 'not proven'],
    [counts.compatible, 'compatible'],
    [counts.behaviour, 'in the mock only'],
    [counts.text, 'in descriptions only'],
  ];
  const told = others.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const rest = told.length === 0 ? '' : ` (${told.join(', ')})`;
  if (breaking > 0) return `${breaking} breaking change${breaking === 1 ? '' : 's'}${rest}`;
  if (verdict === 'breaking')
    return `${counts.unproven} changes that may break clients, which counts with --strict${rest}`;
  if (verdict === 'version-too-low') return `The version is too low. ${toVersionLine(result)}`;
  return told.length === 0 ? 'No changes' : `No breaking change${rest}`;
}

/** The version that the new document requires, for all reports. */
export function toVersionLine({ version, old, new: current }: DiffResult): string {
  const { required, actual, isEnough, lowest } = version;
  const change = `info.version: ${old.version || 'none'} → ${current.version || 'none'}`;
  if (required === 'none') return `${change}; the changes need no new version`;
  if (isEnough && actual === 'none')
    return `${change}; only texts or the mock changed, so a new version can wait`;
  const needed = `${lowest ?? 'a higher version'} (a ${required} version)`;
  return isEnough
    ? `${change}; the changes need at least ${needed}`
    : `${change} is too low; the changes need at least ${needed}`;
}

/** The kinds of changes in reports, the most important first. Each colour has a sign too. */
const kinds: readonly { kind: Severity | 'accepted'; heading: string; tone: Tone; sign: string }[] =
  [
    { kind: 'breaking', heading: 'Breaking changes', tone: 'red', sign: '✗' },
    { kind: 'accepted', heading: 'Accepted breaks', tone: 'cyan', sign: '~' },
    {
      kind: 'unproven',
      heading: 'Not proven: these may break clients, and no example was found',
      tone: 'yellow',
      sign: '?',
    },
    { kind: 'behaviour', heading: 'The mock behaves differently', tone: 'faint', sign: '·' },
    { kind: 'compatible', heading: 'Compatible changes', tone: 'green', sign: '+' },
    { kind: 'text', heading: 'Changes without effect on the wire', tone: 'faint', sign: '·' },
  ];

type Group = (typeof kinds)[number] & { some: readonly Change[] };

/** Changes by kind, without kinds that do not occur. */
export function groupChanges(changes: readonly Change[]): Group[] {
  return kinds
    .map((looks) => ({
      ...looks,
      some: changes.filter(
        ({ severity, accepted }) => (accepted ? 'accepted' : severity) === looks.kind,
      ),
    }))
    .filter(({ some }) => some.length > 0);
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
    paint(verdict === 'compatible' ? 'green' : 'red', toHeadline(result)),
    paint('faint', `${old.name} → ${current.name}`),
  ];
  for (const group of groupChanges(changes)) {
    const { kind, heading, some } = group;
    lines.push('', paint('strong', heading));
    const isShort = !full && kind === 'compatible';
    const shown = isShort ? some.slice(0, shownCompatible) : some;
    for (const change of shown) lines.push(...toLines(change, group, paint, width));
    if (shown.length < some.length)
      lines.push(paint('faint', `  and ${some.length - shown.length} more (--full lists them)`));
  }
  lines.push('', toVersionLine(result));
  for (const warning of warnings)
    lines.push(...wrapText(`Warning: ${warning}`, width).map((line) => paint('yellow', line)));
  return `${lines.join('\n')}\n`;
}

function toLines(
  change: Change,
  { kind, tone, sign }: Group,
  paint: Paint,
  width: number,
): string[] {
  const [first = '', ...rest] = wrapText(toTitle(change), width - 2);
  const lines = [`${paint(tone, sign)} ${first}`, ...rest.map((line) => `  ${line}`)];
  const isBrief = kind === 'compatible' || kind === 'text' || kind === 'behaviour';
  const note = (text: string): void => {
    lines.push(...wrapText(text, width - 4).map((line) => paint('faint', `    ${line}`)));
  };
  if (isBrief) return lines;
  const { witness, accepted, old, new: current } = change;
  if (accepted !== undefined) note(`accepted until ${accepted.expires}: ${accepted.reason}`);
  for (const [name, place] of [
    ['old', old],
    ['new', current],
  ] as const)
    if (place !== undefined) lines.push(paint('faint', `    ${name}  ${toPlaceText(place)}`));
  if (witness !== undefined && accepted === undefined) {
    note(toProof(witness));
    // Not wrapped, so it can be copied.
    lines.push(...witness.curl.split('\n').map((line) => `    ${line}`));
    if (witness.response !== undefined) lines.push(`    ${toResponseText(witness.response)}`);
  }
  // Ids and places are not cut, so that they can be copied.
  if (accepted === undefined) lines.push(paint('faint', `    id   ${change.id}`));
  return lines;
}

export function toTitle({ operations, title }: Change): string {
  if (operations.length === 0) return title;
  const shown = operations.slice(0, 4).join(', ');
  const more = operations.length > 4 ? ` and ${operations.length - 4} more` : '';
  return `${shown}${more}: ${title}`;
}

/** The place to open: in the new document, if the change is in a local file of it. */
export function findShownPlace({ old, new: current }: Change): Place | undefined {
  return current?.file === undefined ? old : current;
}

export function toPlaceText({ pointer, file, line }: Place): string {
  const where = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`} `;
  return `${where}${pointer}`;
}

/** Describes the proof that a witness provides. */
export function toProof({ kind, provenBy, reason }: Witness): string {
  const what =
    kind === 'request'
      ? 'This request was allowed and no longer is'
      : 'This response was not allowed and now is';
  return `${what} (${provenBy === 'validation' ? 'proven by validation' : 'by rule'}): ${reason}`;
}

function toResponseText({ status, body }: NonNullable<Witness['response']>): string {
  return body === undefined ? `→ ${status}` : `→ ${status} ${JSON.stringify(body)}`;
}

/** Formats a result for a job summary or a comment on a pull request. */
export function toMarkdown(result: DiffResult): string {
  const { changes, warnings, old, new: current, verdict } = result;
  const mark = verdict === 'compatible' ? '✅' : '❌';
  const parts = [
    `## ${mark} ${escapeMarkdown(toHeadline(result))}`,
    `${toCode(old.name)} → ${toCode(current.name)}. ${escapeMarkdown(toVersionLine(result))}.`,
    ...warnings.map((warning) => `> ⚠️ ${escapeMarkdown(warning)}`),
  ];
  return `${[...parts, ...toMarkdownSections(changes)].join('\n\n')}\n`;
}

/** The changes by severity. Those that need no action are folded. */
export function toMarkdownSections(changes: readonly Change[]): string[] {
  return groupChanges(changes).map(({ kind, heading, some }) => {
    const isOpen = kind === 'breaking' || kind === 'unproven';
    const list = some
      .map((change) =>
        isOpen
          ? toMarkdownBlock(change)
          : `- ${escapeMarkdown(toTitle(change))}${toAcceptance(change)}`,
      )
      .join('\n');
    return isOpen
      ? `### ${heading}\n\n${list}`
      : `<details><summary>${heading} (${some.length})</summary>\n\n${list}\n\n</details>`;
  });
}

function toAcceptance({ accepted }: Change): string {
  return accepted === undefined
    ? ''
    : ` (until ${accepted.expires}: ${escapeMarkdown(accepted.reason)})`;
}

function toMarkdownBlock(change: Change): string {
  const { witness, detail, old, new: current, id } = change;
  const places = [
    old && `old: ${toCode(toPlaceText(old))}`,
    current && `new: ${toCode(toPlaceText(current))}`,
  ].filter((each) => each !== undefined);
  const lines = [
    `- **${escapeMarkdown(toTitle(change))}**`,
    ...places.map((place) => `  <br>${place}`),
  ];
  if (detail !== '') lines.push(`  <br>${escapeMarkdown(detail)}`);
  lines.push(
    '',
    `  <details><summary>${witness === undefined ? 'How to accept it' : 'Example, and how to accept it'}</summary>`,
    '',
  );
  if (witness !== undefined) {
    lines.push(`  ${escapeMarkdown(toProof(witness))}`, '', ...indent(toFence(witness.curl, 'sh')));
    if (witness.response !== undefined)
      lines.push('', ...indent(toFence(JSON.stringify(witness.response, null, 2), 'json')));
    lines.push('');
  }
  const entry = { change: id, reason: '…', expires: 'YYYY-MM-DD' };
  lines.push(
    '  To accept it, add this to the list `breaks` of the file of accepted breaks:',
    '',
    ...indent(toFence(JSON.stringify(entry), 'json')),
    '',
    '  </details>',
    '',
  );
  return lines.join('\n');
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}
