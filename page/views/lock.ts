import { html, type TemplateResult } from 'lit-html';

/** Asks for the admin token, and says why the one that there was is not taken. */
export function drawLock(because: string, unlock: (token: string) => void): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    unlock(String(new FormData(event.target).get('token') ?? ''));
  };
  return html`<main class="lock" id="main" tabindex="-1">
    <h1>This page needs the admin token</h1>
    <p>The mock printed a link with the token when it started. Open that link, or paste the token here.
      The token changes each time the mock starts, unless you choose one.</p>
    ${because === '' ? null : html`<p class="problem" role="alert">${because}</p>`}
    <form @submit=${submit}>
      <label>Admin token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
      <button class="primary">Open</button>
    </form>
  </main>`;
}
