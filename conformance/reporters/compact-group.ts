import {
  countCells,
  type Paint,
  toCount,
  toExcerpt,
  toVisibleLine,
  wrapText,
} from '../../writers/terminal-text.ts';
import type { FailureGroup, GroupedFailure } from '../results.ts';
import { toExpected, toReceived, toTitle } from './texts.ts';

/** A command that is longer is cut; `--full` has the whole. */
const longestCommand = 700;

/** How many lines a group has at most. */
export const mostLinesOfGroup = 8;

/** A part of a group. It starts with one line, and gets more while the group has room. */
interface Part {
  /** What stands before the text, which is as wide as the indent. */
  lead: string;
  indent: number;
  text: string;
  /** What a reader needs least is left out first where a report is long. */
  importance: number;
  /** A command stays whole, because a person copies it. */
  isCommand?: true;
}

/**
 * A requirement in a few lines: an empty one, the sentence, the clearest failure with what was expected and received, the command
 * that repeats it, what else failed, and the checks.
 */
export function toCompactGroup(
  paint: Paint,
  group: FailureGroup,
  width: number,
  most = mostLinesOfGroup,
): string[] {
  const parts = listParts(paint, group, width, most < mostLinesOfGroup);
  const byImportance = parts.toSorted((left, right) => right.importance - left.importance);
  const kept = byImportance.slice(0, most);
  const counts = new Map<Part, number>();
  let room = most - kept.length;
  for (const part of kept) {
    const further = Math.min(wrapPart(part, width).length - 1, room);
    counts.set(part, 1 + further);
    room -= further;
  }
  return parts.flatMap((part) => {
    const count = counts.get(part) ?? 0;
    return writePart(part, count, width);
  });
}

function listParts(
  paint: Paint,
  { requirement, level, failures, checks }: FailureGroup,
  width: number,
  isShort: boolean,
): Part[] {
  const [first] = failures;
  if (first === undefined) return [];
  const field = (name: string, text: string, importance: number): Part => ({
    lead: `    ${paint('faint', name.padEnd(9))} `,
    indent: 14,
    text,
    importance,
  });
  const tone = level === 'MUST' ? 'red' : 'yellow';
  const command = toCommand(first);
  const further = describeFurther(failures);
  // A long report has no line for what else failed.
  const isJoined = isShort && further !== '';
  const title = isJoined ? `${toTitle(first)}; also ${further}` : toTitle(first);
  const parts: (Part | undefined)[] = [
    { lead: '', indent: 0, text: '', importance: 0 },
    {
      lead: `${paint(tone, level)} `,
      indent: level.length + 1,
      text: requirement.statement,
      importance: 5,
    },
    { lead: `  ${paint('red', '✗')} `, indent: 4, text: title, importance: 6 },
    ...listValues(first, width, isShort).map(([name, text]) => field(name, text, 3)),
    command === undefined
      ? undefined
      : {
          lead: `    ${paint('faint', '$')} `,
          indent: 6,
          text: command,
          importance: 4,
          isCommand: true,
        },
    further === '' || isJoined ? undefined : field('also', further, 2),
    {
      lead: `  ${paint('faint', toCount(checks.length, 'check').padEnd(9))} `,
      indent: 12,
      text: checks.join(', '),
      importance: 1,
    },
  ];
  return parts.filter((part) => part !== undefined);
}

/** What was expected and received, in one line where it fits or has to. The excerpts show the first difference. */
function listValues(
  failure: GroupedFailure,
  width: number,
  isShort: boolean,
): [name: string, text: string][] {
  const room = width - 14;
  const length = isShort ? Math.floor(room / 2) - 15 : Math.max(room - 31, 40);
  const longest = isShort ? length : room;
  const excerpt = (text: string, part: string): string =>
    countCells(text) <= longest ? text : part;
  const expected = excerpt(toExpected(failure), toExpected(failure, length));
  const received = excerpt(toReceived(failure), toReceived(failure, length));
  const joined = `${expected}; received ${received}`;
  if (isShort || countCells(joined) <= room) return [['expected', joined]];
  return [
    ['expected', expected],
    ['received', received],
  ];
}

function wrapPart({ text, indent, isCommand }: Part, width: number): string[] {
  const line = toVisibleLine(shortenRuns(text));
  return isCommand ? [line] : wrapText(line, width - indent);
}

/** The first lines of a part. The last one is cut where more would follow. */
function writePart(part: Part, count: number, width: number): string[] {
  const { lead, indent, isCommand } = part;
  const lines = wrapPart(part, width);
  const kept = lines.slice(0, Math.max(0, count - 1));
  const lastLine = lines.slice(kept.length).join(' ');
  if (count > 0) kept.push(isCommand ? lastLine : cutText(lastLine, Math.max(width - indent, 40)));
  const [first, ...further] = kept;
  const indented = further.map((line) => ' '.repeat(indent) + line);
  return first === undefined ? [] : [lead + first, ...indented];
}

function cutText(text: string, width: number): string {
  if (countCells(text) <= width) return text;
  const characters = [...text];
  while (countCells(characters.join('')) > width - 1) characters.pop();
  return `${characters.join('')}…`;
}

/** The request that shows the failure, as one line. What was written says more than the read that shows the effect. */
function toCommand({ write, exchange }: GroupedFailure): string | undefined {
  const request = write ?? exchange;
  if (request === undefined) return undefined;
  const command = request.curl.replaceAll(/ \\\n */g, ' ');
  return toExcerpt(shortenRuns(command), longestCommand);
}

/** The other failures in one line. Those of one kind are joined: `name is missing; city is missing`. */
function describeFurther([first, ...further]: readonly GroupedFailure[]): string {
  const operations = new Map<string, Set<string>>();
  for (const failure of further) {
    const isSame = failure.operation === first?.operation;
    if (isSame && failure.message === first?.message) continue;
    const words = toClause(failure);
    const names = operations.get(words) ?? new Set();
    operations.set(words, names.add(failure.operation));
  }
  const clauses = new Map<string, string[]>();
  for (const [words, names] of operations) {
    const list = [...names].join(', ');
    clauses.set(list, [...(clauses.get(list) ?? []), words]);
  }
  return [...clauses]
    .map(([list, words]) => {
      const isSame = list === first?.operation;
      return isSame ? words.join('; ') : `${list}: ${words.join('; ')}`;
    })
    .join('; ');
}

/** What is wrong, without what all failures of a group have in common. */
function toClause({ operation, message }: GroupedFailure): string {
  const words = message.replace(/, and the request was accepted$/, '');
  return words.startsWith(`${operation} `) ? words.slice(operation.length + 1) : words;
}

/** How often a character is repeated at least in a run that is shortened. */
const run = /(.)\1{23,}/gu;

/** Shortens what is repeated: `[` 1,000 times. */
export function shortenRuns(text: string): string {
  return text.replaceAll(run, (repeated, character: string) => {
    const count = [...repeated].length.toLocaleString('en');
    return `${character}${character}${character}… (${count} times)`;
  });
}
