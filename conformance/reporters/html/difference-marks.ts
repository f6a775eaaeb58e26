import type { Difference } from '../difference.ts';
import { html, type Markup } from './markup.ts';

/** A text in which what differs from the other is marked. */
export function markDifference(text: string, difference: Difference | undefined): Markup {
  if (difference === undefined) return html`${text}`;
  const { start, end } = difference;
  const last = text.length - end;
  const middle = text.slice(start, last);
  return html`${text.slice(0, start)}${middle !== '' && html`<mark>${middle}</mark>`}${text.slice(last)}`;
}
