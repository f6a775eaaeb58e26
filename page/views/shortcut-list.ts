import { html, type TemplateResult } from 'lit-html';
import { keepUsesKeys, shortcuts } from '../shortcuts.ts';
import type { Context } from './context.ts';

/** The focus goes to the top: what can have it by itself is at the end of a list that may have to be scrolled. */
export function openShortcuts(): void {
  document.querySelector<HTMLDialogElement>('#shortcuts')?.showModal();
  document.getElementById('shortcuts-title')?.focus();
}

/** What keys do, and a switch for those that do something by themselves. */
export function drawShortcuts({ model, set }: Context): TemplateResult {
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title"><form method="dialog">
    <h2 id="shortcuts-title" tabindex="-1">Keyboard shortcuts</h2>
    <dl class="keys">${shortcuts.map(
      ({ keys, what, isSingle }) => html`<div class=${isSingle && !model.usesKeys ? 'quiet' : ''}>
        <dt>${keys.split(' ').map((key) => (key === '…' ? '…' : html`<kbd>${key}</kbd> `))}</dt><dd>${what}</dd></div>`,
    )}</dl>
    <label class="check"><input type="checkbox" .checked=${model.usesKeys}
      @change=${() => set({ usesKeys: keepUsesKeys(!model.usesKeys) })}> Use single keys</label>
    <div class="row end"><button class="primary">Close</button></div></form></dialog>`;
}
