import { html, type TemplateResult } from 'lit-html';
import { firstRequest } from '../first-request.ts';
import type { Context } from './context.ts';

/** What to do when nothing has happened yet. */
export function drawFirstRequest(context: Context): TemplateResult {
  const { model, actions } = context;
  const { info } = model;
  if (info === undefined) return html`<p class="nothing">Reading…</p>`;
  const [workspace = ''] = info.workspaces;
  const { method, mediaType, body, toPath } = firstRequest;
  const { shownApiKey } = info;
  const isKnown = shownApiKey !== '$API_KEY';
  const line = `curl -X ${method} ${info.baseUrl.replace(/\/$/, '')}${toPath(workspace)} -H "Authorization: Bearer ${shownApiKey}" -H 'Content-Type: ${mediaType}' -d '${body}'`;
  return html`<section class="first card" aria-labelledby="first">
    <h2 id="first">No requests yet</h2>
    <p>Requests appear here with their responses and errors. Send one from your program, or</p>
    <p class="row"><button class="primary" @click=${() => actions.createSite()}>Create a site</button>
      <button @click=${() => actions.copy(line, 'curl command')}>Copy a curl command</button>
      <a class="button" href="#/send">Write a request</a></p>
    <pre>${isKnown ? line.replace(shownApiKey, `${shownApiKey.slice(0, 4)}…`) : line}</pre>
  </section>`;
}
