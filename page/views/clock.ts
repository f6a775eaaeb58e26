import { html, type TemplateResult } from 'lit-html';
import type { Context } from './context.ts';

const steps: readonly [label: string, milliseconds: number][] = [
  ['1 second', 1000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
];

export function drawClock({ model, actions }: Context): TemplateResult {
  const { clock } = model;
  if (clock === undefined) return html`<p class="nothing">Reading…</p>`;
  const [day = '', time = ''] = clock.now.replace(/\.\d+Z$/, 'Z').split('T');
  const freezeAt = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const at = String(new FormData(event.target).get('at') ?? '');
    if (at !== '') void actions.freezeAt(new Date(`${at}Z`).toISOString());
  };
  return html`<div class="card clock">
    <p class="now"><time datetime=${clock.now}><span class="time">${time.replace('Z', '')}</span> <span class="quiet">${day} UTC</span></time></p>
    <button class="switch" role="switch" aria-checked=${clock.frozen}
      @click=${() => (clock.frozen ? actions.resume() : actions.freeze())}><span class="label">Frozen</span></button>
    <p class="quiet">Advance by</p>
    <p class="row">${steps.map(([label, milliseconds]) => html`<button @click=${() => actions.advance(milliseconds)}>${label}</button>`)}</p>
    <form class="row" @submit=${freezeAt}><label>Freeze at (UTC) <input type="datetime-local" name="at" step="1" required></label>
      <button>Freeze</button></form>
  </div>`;
}
