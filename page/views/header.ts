import { html, type TemplateResult } from 'lit-html';
import type { Connection } from '../model.ts';
import { applyTheme, nextTheme } from '../theme.ts';
import type { Context } from './context.ts';
import { openShortcuts } from './shortcut-list.ts';

const connections: Readonly<Record<Connection, string>> = {
  locked: 'Locked',
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not connected',
};

export function drawHeader(context: Context): TemplateResult {
  const { model, set } = context;
  const changeTheme = () => set({ theme: applyTheme(nextTheme(model.theme)) });
  return html`<header class="top">
    <p class="brand"><strong>Mock</strong> <span>${model.info?.contractTitle ?? ''}</span></p>
    <p class="connection is-${model.connection}" role="status"><span class="dot" aria-hidden="true"></span>${connections[model.connection]}</p>
    <div class="controls">
      ${drawSessions(context)}
      <button @click=${changeTheme} aria-label="Theme: ${model.theme}" title="Theme: ${model.theme}">
        <span class="theme-mark" aria-hidden="true"></span></button>
      <button @click=${openShortcuts} aria-label="Keyboard shortcuts" title="Keyboard shortcuts">?</button>
      <button class="reset" @click=${openReset}>Reset…</button>
    </div>
    ${drawResetDialog(context)}
  </header>`;
}

function drawSessions({ model, actions }: Context): TemplateResult | null {
  const { sessions = [] } = model;
  if (sessions.length < 2) return null;
  const change = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) void actions.useSession(target.value);
  };
  return html`<label class="session"><span>Session</span> <select @change=${change}>
    ${sessions.map(({ name }) => html`<option value=${name} ?selected=${name === model.session}>${name}</option>`)}
  </select></label>`;
}

function openReset(): void {
  document.querySelector<HTMLDialogElement>('#reset')?.showModal();
}

/** What cannot be taken back is asked for once more. */
function drawResetDialog({ model, actions }: Context): TemplateResult {
  const close = ({ target }: Event): void => {
    if (target instanceof HTMLDialogElement && target.returnValue === 'reset') void actions.reset();
  };
  const session = model.session === 'default' ? '' : ` of the session “${model.session}”`;
  return html`<dialog id="reset" aria-labelledby="reset-title" @close=${close}>
    <form method="dialog">
      <h2 id="reset-title">Reset the mock?</h2>
      <p>This resets state, ids, clock, journal, faults and deliveries${session} to their initial values.
        Snapshots are kept.</p>
      <div class="row end"><button value="cancel">Cancel</button>
        <button class="danger" value="reset">Reset</button></div>
    </form>
  </dialog>`;
}
