import { html, type TemplateResult } from 'lit-html';

/** Text in which backticks stand around code. */
export function drawMarked(text: string): (string | TemplateResult)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A description of a contract: a line that was broken in the document goes on, but for paragraphs and list items. */
export function drawDescription(text: string): TemplateResult | null {
  const lines = text.trim().replaceAll(/(\S)[ \t]*\n(?!\s*(?:\n|[-*] ))[ \t]*/g, '$1 ');
  return lines === '' ? null : html`<p class="description">${drawMarked(lines)}</p>`;
}
