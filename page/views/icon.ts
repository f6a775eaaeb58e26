import { html, type TemplateResult } from 'lit-html';

const shapes = {
  requests: html`<svg viewBox="0 0 20 20"><path d="M4 7h11l-3-3M16 13H5l3 3" /></svg>`,
  send: html`<svg viewBox="0 0 20 20"><path d="M3 10h11M10 5.500l4.500 4.500-4.500 4.500M17 4v12" /></svg>`,
  data: html`<svg viewBox="0 0 20 20"><path d="M10 3 3 6.5l7 3.5 7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5" /></svg>`,
  faults: html`<svg viewBox="0 0 20 20"><path d="M11 2.5 4.5 11.5h5l-1 6 6.5-9h-5z" /></svg>`,
  events: html`<svg viewBox="0 0 20 20"><path d="M17 3 2.5 8.5l6 2.5 2.5 6zM8.5 11 17 3" /></svg>`,
  state: html`<svg viewBox="0 0 20 20"><path d="M3.5 10a6.5 6.5 0 1 0 2-4.700M3 3.5v3.5h3.5M10 6.5V10l2.5 1.5" /></svg>`,
  contract: html`<svg viewBox="0 0 20 20"><path d="M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M8 10h5M8 13.5h5" /></svg>`,
} as const;

/** A drawing beside a word; it says nothing of its own. */
export function drawIcon(name: keyof typeof shapes): TemplateResult {
  return html`<span class="icon" aria-hidden="true">${shapes[name]}</span>`;
}
