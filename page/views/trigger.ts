import { html, type TemplateResult } from 'lit-html';
import { eventTypes } from '../../generated/names.ts';
import type { EventTrigger } from '../schemas.ts';
import type { Context } from './context.ts';

const types: readonly EventTrigger['type'][] = eventTypes;

export function drawTrigger(context: Context): TemplateResult {
  const workspaces = listWorkspaces(context);
  const likely = context.model.webhooks?.[0]?.eventType;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const trigger = readTrigger(new FormData(event.target));
    if (trigger === undefined) {
      context.set({ notice: { text: 'The data is not valid JSON.', isBad: true } });
      event.target.querySelector('textarea')?.focus();
    } else await context.actions.trigger(trigger);
  };
  return html`<form class="card form" @submit=${submit}>
    <label>Event <select name="type">${types.map((type) => html`<option ?selected=${type === likely}>${type}</option>`)}</select></label>
    <label class="wide">Workspace <select name="workspaceId">${workspaces.map((id) => html`<option>${id}</option>`)}</select></label>
    <label class="wide">Data <textarea name="data" rows="3" spellcheck="false" placeholder='JSON. Default: the workspaceId'></textarea></label>
    <p class="row end"><button class="primary">Send</button></p>
  </form>`;
}

/** Those with webhooks first: an event of another one goes nowhere. */
function listWorkspaces({ model }: Context): string[] {
  const registered = model.webhooks?.map(({ workspaceId }) => workspaceId) ?? [];
  const filled = model.state?.workspaces.map(({ id }) => id) ?? [];
  return [...new Set([...registered, ...filled, ...(model.info?.workspaces ?? [])])];
}

function readTrigger(form: FormData): EventTrigger | undefined {
  const type = types.find((each) => each === form.get('type')) ?? eventTypes[0];
  const workspaceId = String(form.get('workspaceId'));
  const text = String(form.get('data') ?? '').trim();
  if (text === '') return { type, workspaceId };
  try {
    return { type, workspaceId, data: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
