import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import { saveFile } from '../browser.ts';
import { drawMenu, drawRows, drawSearch } from '../parts.ts';

/** Maximum number of drawn rows. */
const rowLimit = 500;

/** A row of the data, which is drawn when it is shown. */
export interface DataRow {
  key: string;
  draw(): TemplateResult;
}

/** What the list of the data shows. */
interface DataList {
  rows: readonly DataRow[];
  /** What the search looks at. */
  searched: string;
  /** Shown without rows. */
  emptyNote: string | undefined;
  /** The form beside the list. */
  detail: TemplateResult | null;
}

/** Draws the data: a search, the buttons for edits, and the rows. */
export function drawDataList(
  { rows, searched, emptyNote, detail }: DataList,
  context: Context,
): TemplateResult {
  const { model, set } = context;
  const search = drawSearch('Search data', searched, model.dataFilter, (dataFilter) => {
    set({ dataFilter });
  });
  const more = rows.length - rowLimit;
  return html`<div class="split ${detail === null ? '' : 'has-detail'}"><section class="list" aria-label="Data" tabindex="-1">
    <form class="filters row" role="search" @submit=${(event: Event) => event.preventDefault()}>
      ${search} ${drawHistory(context)} ${drawFixture(context)}
    </form>
    ${drawRows(
      rows.slice(0, rowLimit),
      ({ key }) => key,
      ({ draw }) => draw(),
    )}
    ${emptyNote === undefined ? null : html`<p class="nothing">${emptyNote}</p>`}
    ${more > 0 ? html`<p class="nothing">And ${more} more. Search to find them.</p>` : null}</section>
    ${detail}</div>`;
}

/** The buttons that take back and repeat edits. */
function drawHistory({ model, actions }: Context): TemplateResult {
  const drawReverse = (direction: 'undo' | 'redo', label: string) => {
    const last = model.history[direction].at(-1);
    const reverse = () => actions.reverse(direction);
    return html`<button type="button" ?disabled=${last === undefined} title=${last?.what ?? ''}
      @click=${reverse}>${label}</button>`;
  };
  return html`${drawReverse('undo', 'Undo')} ${drawReverse('redo', 'Redo')}`;
}

/** The state as a fixture: to the clipboard, to a file, and back from one. */
function drawFixture({ mock, actions }: Context): TemplateResult {
  const writeState = (): string => `${JSON.stringify(mock.state, null, 2)}\n`;
  const choose = () => document.querySelector<HTMLInputElement>('#fixture')?.click();
  const load = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file !== undefined) await actions.loadFixture(file);
    // Otherwise, the same file could not be chosen again after it was corrected.
    target.value = '';
  };
  return html`${drawMenu('Fixture', [
    { label: 'Copy as fixture', act: () => actions.copy(writeState(), 'state') },
    {
      label: 'Save as file',
      act: () => saveFile('fixture.json', writeState(), 'application/json'),
    },
    { label: 'Load a file…', act: choose },
  ])}<input id="fixture" type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}>`;
}
