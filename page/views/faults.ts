import { html, type TemplateResult } from 'lit-html';
import { toCount } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import type { FaultRule, Schemas } from '../api.ts';
import { getControlSchema } from '../contract.ts';
import { drawForm } from '../form.ts';
import { drawChoice, drawSwitch } from '../parts.ts';

type Effect = Schemas['FaultEffect'];
type Rule = Schemas['FaultRuleCreation'];

export function drawFaults(context: Context): TemplateResult {
  const { model, mock, actions } = context;
  const { faults } = mock;
  const edited = faults.find(({ id }) => id === model.faultId);
  return html`
    <p class="lead">Faults replace or delay responses. They do not change the state. Affected responses have the header
      <code>X-Mock-Fault</code>.</p>
    <section aria-labelledby="switches"><h2 id="switches">Switches</h2>
      <ul class="columns">${drawLatency(context)}${switches.map((preset) => drawFaultSwitch(preset, context))}</ul></section>
    <section aria-labelledby="rules"><h2 id="rules">Active rules</h2>
      ${
        faults.length === 0
          ? html`<p class="nothing">No rules are active. Requests are handled normally.</p>`
          : html`<ul class="items">${faults.map((rule) => drawRule(rule, context))}</ul>
            <p class="row end"><button @click=${() => actions.run('All rules removed.', 'DELETE', '/faults')}>Remove all</button></p>`
      }</section>
    <section aria-labelledby="add"><h2 id="add">${edited === undefined ? 'Add a rule' : `Edit ${edited.id}`}</h2>
      <div class="card">${drawRuleForm(edited, context)}</div></section>`;
}

function add(rule: Rule, { actions }: Context): Promise<boolean> {
  return actions.run('Rule added.', 'POST', '/faults', rule);
}

function remove(id: string, { actions }: Context): Promise<boolean> {
  return actions.run('Rule removed.', 'DELETE', `/faults/${encodeURIComponent(id)}`);
}

function drawRule(rule: FaultRule, context: Context): TemplateResult {
  const { id, operation, session, next, probability, effect, injected } = rule;
  const scope = [
    operation === '*' ? 'Every operation' : operation,
    session === undefined ? '' : `session ${session}`,
    next === undefined ? '' : `the next ${next}`,
    probability === undefined ? '' : `${Math.round(probability * 100)} % of the time`,
    `applied to ${toCount(injected, 'request')}`,
  ].filter((text) => text !== '');
  const edit = (): void => {
    context.set({ faultId: id });
    queueMicrotask(() =>
      document.querySelector<HTMLElement>('main form :is(input, select)')?.focus(),
    );
  };
  return html`<li class="card row"><span class="grow"><strong>${toEffectText(effect)}</strong>
      <span class="quiet">${scope.join(' · ')} · <code>${id}</code></span></span>
    <span class="row"><button aria-label="Edit rule ${id}" @click=${edit}>Edit</button>
    <button aria-label="Remove rule ${id}" @click=${() => remove(id, context)}>Remove</button></span></li>`;
}

function toEffectText(effect: Effect): string {
  switch (effect.kind) {
    case 'status':
      return `Status ${effect.status}`;
    case 'latency':
      return effect.milliseconds === undefined
        ? `${effect.from ?? 0} to ${effect.to ?? 0} ms later`
        : `${effect.milliseconds} ms later`;
    case 'reset':
      return 'Connection reset';
    case 'truncate':
      return 'Truncated response';
    case 'hang':
      return 'No response';
    case 'rateLimit':
      return `429 beyond ${effect.requests} in ${effect.windowMs / 1000} s`;
  }
}

/** Effects on every operation and session that can be switched on and off, some with a probability. */
const switches: readonly [label: string, about: string, effect: Effect, probability?: number][] = [
  ['Unavailable', 'All requests fail with 503.', { kind: 'status', status: 503 }],
  ['Flaky', 'A third of all requests fail with 500.', { kind: 'status', status: 500 }, 0.33],
  [
    'Rate limit',
    'More than 5 requests in 10 seconds fail with 429.',
    { kind: 'rateLimit', requests: 5, windowMs: 10_000 },
  ],
  ['Connection lost', 'The connection is reset.', { kind: 'reset' }],
  ['Truncated responses', 'The response body is cut off.', { kind: 'truncate' }],
  ['Silence', 'The mock never responds.', { kind: 'hang' }],
];

function drawFaultSwitch(
  [label, about, effect, probability]: (typeof switches)[number],
  context: Context,
): TemplateResult {
  const rule: Rule = { operation: '*', effect, ...(probability !== undefined && { probability }) };
  const active = context.mock.faults.find((candidate) => isSame(rule, candidate));
  const toggle = () => (active === undefined ? add(rule, context) : remove(active.id, context));
  return html`<li class="card">${drawSwitch(html`<strong>${label}</strong>`, active !== undefined, toggle)}<p class="quiet">${about}</p></li>`;
}

/** Whether two rules are for the same requests, and have the same effect: only details may differ. */
function isSame(left: Rule, right: Rule): boolean {
  const toKey = ({ operation, session, next, probability, effect }: Rule) =>
    [operation, session, next, probability, effect.kind, Object(effect).status].join();
  return toKey(left) === toKey(right);
}

/** Draws a choice of delays, including none. */
function drawLatency(context: Context): TemplateResult {
  const toRule = (milliseconds: number): Rule => ({
    operation: '*',
    effect: { kind: 'latency', milliseconds },
  });
  const active = context.mock.faults.find((rule) => isSame(toRule(0), rule));
  const current = active?.effect.kind === 'latency' ? active.effect.milliseconds : 0;
  // The new rule is added first, so that the choice does not briefly change to none.
  const choose = async (time = 0): Promise<void> => {
    if (time > 0 && !(await add(toRule(time), context))) return;
    if (active !== undefined) await remove(active.id, context);
  };
  const choices = [
    [0, 'Off'],
    [300, '300 ms'],
    [1000, '1 s'],
    [3000, '3 s'],
  ] as const;
  return html`<li class="card">${drawChoice<number | undefined>('Slow', choices, current, choose, '')}<p class="quiet">Delays every response.</p></li>`;
}

/** Draws the form for any rule, from its schema. */
function drawRuleForm(edited: FaultRule | undefined, context: Context): TemplateResult {
  const { mock, set, actions } = context;
  const schema = getControlSchema('FaultRuleCreation', {
    operation: ['*', ...mock.info.operations.map(({ id }) => id)],
    session: mock.sessions.map(({ name }) => name),
  });
  // The mock ignores these two in a new rule.
  const { id: _id, injected: _injected, ...properties } = schema.properties ?? {};
  const id = edited?.id ?? '';
  const initial = edited ?? { operation: '*', effect: { kind: 'status', status: 500 } };
  return drawForm(
    {
      key: `rule ${id}`,
      schema: { ...schema, properties },
      initial,
      label: edited === undefined ? 'Add rule' : 'Save rule',
      save: async (value) => {
        await actions.call('POST', '/faults', value);
        if (edited !== undefined) await actions.call('DELETE', `/faults/${encodeURIComponent(id)}`);
        set({ faultId: '' });
        await actions.refresh();
        actions.say(edited === undefined ? 'Rule added.' : 'Rule changed.');
      },
      ...(edited !== undefined && { cancel: () => set({ faultId: '' }) }),
    },
    context,
  );
}
