import { html, type TemplateResult } from 'lit-html';
import { saveFile } from '../save-file.ts';
import type { Context } from './context.ts';
import { drawMenu } from './menu.ts';

/** The state as a fixture: to the clipboard, to a file, and back from one. */
export function drawFixture({ model, set, actions }: Context): TemplateResult {
  const toText = (): string => `${JSON.stringify(model.state, null, 2)}\n`;
  const choose = (): void => document.querySelector<HTMLInputElement>('.fixture input')?.click();
  const read = async (file: File): Promise<void> => {
    try {
      await actions.loadFixture(file.name, JSON.parse(await file.text()));
    } catch {
      set({ notice: { text: `“${file.name}” is not valid JSON.`, isBad: true } });
    }
  };
  const load = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file !== undefined) await read(file);
    // Otherwise, the same file could not be chosen again after it was corrected.
    target.value = '';
  };
  return html`<span class="fixture">${drawMenu('Fixture', [
    { label: 'Copy as fixture', act: () => void actions.copy(toText(), 'state') },
    {
      label: 'Save as file',
      act: () => saveFile('fixture.json', toText(), 'application/json'),
    },
    { label: 'Load a file…', act: choose },
  ])}
    <input type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}></span>`;
}
