import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import { saveFile } from '../browser.ts';
import { drawMenu } from '../parts.ts';

/** The buttons that take back and repeat edits. */
export function drawHistory({ model, actions }: Context): TemplateResult {
  const drawReverse = (way: 'undo' | 'redo', label: string) => {
    const last = model.history[way].at(-1);
    return html`<button type="button" ?disabled=${last === undefined} title=${last?.what ?? ''} @click=${() => actions.reverse(way)}>${label}</button>`;
  };
  return html`${drawReverse('undo', 'Undo')} ${drawReverse('redo', 'Redo')}`;
}

/** The state as a fixture: to the clipboard, to a file, and back from one. */
export function drawFixture({ mock, actions }: Context): TemplateResult {
  const toText = (): string => `${JSON.stringify(mock.state, null, 2)}\n`;
  const choose = () => document.querySelector<HTMLInputElement>('#fixture')?.click();
  const load = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file !== undefined) await actions.loadFixture(file);
    // Otherwise, the same file could not be chosen again after it was corrected.
    target.value = '';
  };
  return html`${drawMenu('Fixture', [
    { label: 'Copy as fixture', act: () => actions.copy(toText(), 'state') },
    { label: 'Save as file', act: () => saveFile('fixture.json', toText(), 'application/json') },
    { label: 'Load a file…', act: choose },
  ])}<input id="fixture" type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}>`;
}
