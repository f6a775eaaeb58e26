import { escapeMarkup } from '../../writers/terminal-text.ts';

/** HTML or XML that is safe to insert into a report. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template: text is escaped, markup is not, and undefined or false writes nothing. */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** Template tag that writes HTML or XML. It escapes every interpolated text, including text in attributes. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(writePart)) };
}

function writePart(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(writePart).join('');
}
