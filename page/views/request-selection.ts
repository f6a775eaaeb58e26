import { html, type TemplateResult } from 'lit-html';
import type { RequestEntry } from '../schemas.ts';
import { noSelection, selectAll } from '../selection.ts';
import type { Context } from './context.ts';

/** How many requests are selected, and what can be done with them. */
export function drawSelection(
  { model, set, actions }: Context,
  found: readonly RequestEntry[],
): TemplateResult | null {
  const { ids } = model.selection;
  const shown = ids.size === 0 ? 0 : found.filter(({ id }) => ids.has(id)).length;
  const isWhole = shown > 0 && shown === found.length;
  const change = () => set({ selection: isWhole ? noSelection : selectAll(found) });
  const hidden = ids.size - shown;
  if (found.length === 0 && ids.size === 0) return null;
  return html`<div class="selection">
    <label class="pick"><input type="checkbox" aria-label="Select all shown requests" .checked=${isWhole}
      .indeterminate=${ids.size > 0 && !isWhole} @click=${change}></label>
    <div class="row"><span role="status">${
      ids.size === 0
        ? 'None selected'
        : `${ids.size} selected${hidden === 0 ? '' : `, ${hidden} not shown`}`
    }</span>${
      ids.size === 0
        ? null
        : html`<button type="button" class="small" @click=${() => actions.exportHar(ids)}>Export selected</button>
            <button type="button" class="small" @click=${() => set({ selection: noSelection })}>Clear selection</button>`
    }</div></div>`;
}
