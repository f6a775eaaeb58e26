import { html, type TemplateResult } from 'lit-html';
import { readFaultRule } from '../read-fault-rule.ts';
import type { Context } from './context.ts';

const kinds = [
  ['status', 'Answer'],
  ['latency', 'Delay'],
  ['rateLimit', 'Rate limit'],
  ['reset', 'Connection reset'],
  ['truncate', 'Truncated response'],
  ['hang', 'No response'],
] as const;

/** Any rule that there can be. Which fields count follows from the kind that is chosen, by style alone. */
export function drawFaultForm({ model, actions }: Context): TemplateResult {
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement)
      await actions.addFault(readFaultRule(new FormData(event.target)));
  };
  return html`<form class="card form fault-form" @submit=${submit}>
    <label>Operation <select name="operation"><option value="*">Every operation</option>
      ${model.info?.operations.map(({ id }) => html`<option value=${id}>${id}</option>`)}</select></label>
    <label>Session <select name="session"><option value="">Every session</option>
      ${model.sessions?.map(({ name }) => html`<option value=${name}>${name}</option>`)}</select></label>
    <label>Effect <select name="kind">${kinds.map(([kind, text]) => html`<option value=${kind}>${text}</option>`)}</select></label>
    <label class="for-status">Status <input name="status" type="number" min="100" max="599" value="500"></label>
    <label class="for-status wide">Detail <input name="detail" type="text" placeholder="as usual"></label>
    <label class="for-status wide">Body <textarea name="body" rows="3" spellcheck="false" placeholder="JSON or text. Default: a problem, or an example of the contract"></textarea></label>
    <label class="for-status wide">Headers <textarea name="headers" rows="2" spellcheck="false" placeholder="Retry-After: 5"></textarea></label>
    <label class="for-latency">At least (ms) <input name="from" type="number" min="0" max="600000" value="500"></label>
    <label class="for-latency">At most (ms) <input name="to" type="number" min="0" max="600000" placeholder="the same"></label>
    <label class="for-rateLimit">Requests <input name="requests" type="number" min="0" value="5"></label>
    <label class="for-rateLimit">Within (ms) <input name="windowMs" type="number" min="1" max="86400000" value="10000"></label>
    <label>Only the next … requests <input name="next" type="number" min="1" placeholder="all"></label>
    <label>Probability in % <input name="share" type="number" min="0" max="100" placeholder="100"></label>
    <p class="row end"><button class="primary">Add rule</button></p>
  </form>`;
}
