import { escapeMarkup } from '../escape-markup.ts';

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
