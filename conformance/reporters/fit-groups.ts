import { type Paint, toCount } from '../../writers/terminal-text.ts';
import type { FailureGroup } from '../results.ts';
import { mostLinesOfGroup, toCompactGroup } from './compact-group.ts';

/** How many lines groups get where not all of them fit. */
const smaller = [6, 4];

/**
 * Writes groups into a number of lines. Where they do not fit, the last ones, which are often consequences of the first, get
 * shorter, and then are only named.
 *
 * @returns the lines, and the groups that did not fit
 */
export function fitGroups(
  paint: Paint,
  groups: readonly FailureGroup[],
  width: number,
  mostLines: number,
): { lines: string[]; hidden: readonly FailureGroup[] } {
  const texts = groups.map((group) => toCompactGroup(paint, group, width, mostLinesOfGroup));
  for (const most of smaller)
    for (const [index, group] of [...groups.entries()].toReversed())
      if (count(texts) > mostLines) texts[index] = toCompactGroup(paint, group, width, most);
  while (count(texts) > mostLines && texts.length > 0) texts.pop();
  return { lines: texts.flat(), hidden: groups.slice(texts.length) };
}

const count = (texts: readonly string[][]): number => texts.flat().length;

/** The requirements that did not fit, and how many there are. */
export function nameHidden(hidden: readonly FailureGroup[]): string {
  const names = hidden.map(({ requirement }) => requirement.id).join(', ');
  return `and ${toCount(hidden.length, 'more requirement')}: ${names}`;
}
