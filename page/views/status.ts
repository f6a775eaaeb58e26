import { html, type TemplateResult } from 'lit-html';
import type { RequestEntry } from '../schemas.ts';

const marks: Readonly<Record<number, string>> = { 2: '✓', 3: '↪', 4: '✕', 5: '!' };

/** A status is told by number and mark, never by colour alone. */
export function drawStatus(status: number): TemplateResult {
  const kind = Math.floor(status / 100);
  const text = status === 0 ? 'no response' : String(status);
  return html`<span class="status is-${kind}xx"><span aria-hidden="true">${marks[kind] ?? '–'}</span> ${text}</span>`;
}

export function toDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}

/** Made once: to make it takes longer than to draw the rest of a row. */
const timeOfDay = new Intl.DateTimeFormat([], { timeStyle: 'medium', hourCycle: 'h23' });

/** The time of day of the reader, to the second. */
export function toTime(time: string): string {
  return timeOfDay.format(new Date(time));
}

/** A time by the clock of the mock, as the page shows that clock. */
export function toMockTime(time: string): string {
  return `${new Date(time).toISOString().slice(11, 19)} UTC`;
}

export function isRefused({ status }: RequestEntry): boolean {
  return status === 0 || status >= 400;
}
