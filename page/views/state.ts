import { html, type TemplateResult } from 'lit-html';
import { drawClock } from './clock.ts';
import type { Context } from './context.ts';
import { drawSessionList } from './session-list.ts';
import { drawSnapshots } from './snapshots.ts';

export function drawState(context: Context): TemplateResult {
  return html`<div class="columns">
    <div class="stack">
      <section aria-labelledby="snapshots"><h2 id="snapshots">Snapshots</h2>${drawSnapshots(context)}</section>
      <section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>${drawSessionList(context)}</section>
    </div>
    <section aria-labelledby="clock"><h2 id="clock">Clock</h2>${drawClock(context)}</section>
  </div>`;
}
