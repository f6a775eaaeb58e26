import { html, type TemplateResult } from 'lit-html';
import type { Context } from './context.ts';
import { toTime } from './status.ts';

export function drawSessionList({ model, actions }: Context): TemplateResult {
  return html`<p>Requests with the header <code>X-Mock-Session: &lt;name&gt;</code> use their own state, so tests can run in
      parallel.</p>
    <ul class="sessions">${model.sessions?.map(
      ({
        name,
        createdAt,
      }) => html`<li class="card row spread"><span><strong>${name}</strong> <span class="quiet">since ${toTime(createdAt)}</span></span>
        <span class="row">${
          name === model.session
            ? html`<span class="tag">shown</span>`
            : html`<button aria-label="Show the session ${name}" @click=${() => actions.useSession(name)}>Show</button>`
        }${name === 'default' ? null : html`<button aria-label="Delete the session ${name}" @click=${() => actions.deleteSession(name)}>Delete</button>`}</span></li>`,
    )}</ul>`;
}
