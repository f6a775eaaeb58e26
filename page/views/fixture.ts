import { html, type TemplateResult } from 'lit-html';
import type { Context } from './context.ts';

/** The state as a fixture: to the clipboard, to a file, and back from one. */
export function drawFixture({ model, set, actions }: Context): TemplateResult {
  const toText = (): string => `${JSON.stringify(model.state, null, 2)}\n`;
  const choose = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLButtonElement)) return;
    const input = currentTarget.nextElementSibling;
    if (input instanceof HTMLInputElement) input.click();
  };
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
    // Or else the same file could not be chosen again, once it is corrected.
    target.value = '';
  };
  return html`<button type="button" @click=${() => actions.copy(toText(), 'state')}>Copy as fixture</button>
    <button type="button" @click=${() => save(toText())}>Save as file</button>
    <button type="button" @click=${choose}>Load a file…</button>
    <input type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}>`;
}

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'fixture.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
