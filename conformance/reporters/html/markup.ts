import type { Difference } from '../difference.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { findLine, type JsonLine, toJsonLines } from '../json-lines.ts';
import { type ReportStatus, statusLabels, statusMeanings } from '../report-status.ts';
import { toExcerpt } from '../visible-text.ts';

/** HTML that is safe to put into a page. */
export interface Markup {
  readonly markup: string;
}

/** What a template takes: text is escaped, markup is not, and nothing is written for what is left out. */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** Writes HTML. No text gets into the page as markup: whatever is interpolated is escaped, also between quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = strings.reduce((written, string, index) => {
    const part = index < parts.length ? toMarkup(parts[index]) : '';
    return written + string + part;
  }, '');
  return { markup };
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(toMarkup).join('');
}

/** A sign stands beside every colour, for those who see none. */
const signs: Readonly<Record<ReportStatus, string>> = {
  failed: '✗',
  error: '⚠',
  tolerated: '!',
  known: '≈',
  inconclusive: '?',
  'not-run': '–',
  skipped: '–',
  observed: '•',
  passed: '✓',
};

export function toStatusBadge(status: ReportStatus): Markup {
  return html`<span class="status is-${status}" title="${statusMeanings[status]}"><span aria-hidden="true">${signs[status]}</span> ${statusLabels[status]}</span>`;
}

/** An anchor that stays the same from run to run. */
export function toAnchor(kind: 'check' | 'operation', id: string): string {
  return `${kind}-${id.replaceAll(/[^\w/.-]/g, '_')}`;
}

/** A text in which what differs from the other is marked. */
export function markDifference(text: string, difference: Difference | undefined): Markup {
  if (difference === undefined) return html`${text}`;
  const { start, end } = difference;
  const last = text.length - end;
  const middle = text.slice(start, last);
  return html`${text.slice(0, start)}${middle !== '' && html`<mark>${middle}</mark>`}${text.slice(last)}`;
}

const shownCharacters = 8000;
const shownLines = 120;
const linesBefore = 40;

/** A body, written out where it is JSON, with the place of the failure marked. */
export function toBody(
  body: string | undefined,
  label: string,
  pointer?: string,
): Markup | undefined {
  if (body === undefined || body === '') return undefined;
  const lines = toJsonLines(body);
  const content =
    lines === undefined ? html`${toExcerpt(body, shownCharacters)}` : toLines(lines, pointer);
  return html`<pre class="body" tabindex="0" role="region" aria-label="${label}"><code>${content}</code></pre>`;
}

function toLines(lines: readonly JsonLine[], pointer: string | undefined): Markup {
  const marked = pointer ? findLine(lines, pointer) : -1;
  const first = lines.length <= shownLines ? 0 : Math.max(0, marked - linesBefore);
  const last = Math.min(lines.length, first + shownLines);
  const shown = lines.slice(first, last).map(({ depth, text }, offset) => {
    const line = `${'  '.repeat(depth)}${toExcerpt(text, shownCharacters)}`;
    return first + offset === marked ? html`<mark>${line}</mark>\n` : html`${line}\n`;
  });
  const left = lines.length - last;
  return html`${first > 0 && `… ${first} lines above\n`}${shown}${left > 0 && `… ${left} more lines`}`;
}
