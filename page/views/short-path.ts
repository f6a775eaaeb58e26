import { html, type TemplateResult } from 'lit-html';

const uuid = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/i;

/** A path whose ids are shortened, so that what differs between paths is seen. */
export function drawShortPath(path: string, query: string): TemplateResult {
  const parts = `${path}${query === '' ? '' : `?${query}`}`.split(uuid);
  return html`${parts.map((part, at) =>
    at % 2 === 1 ? html`<span class="short-id">${part.slice(0, 4)}…</span>` : part,
  )}`;
}
