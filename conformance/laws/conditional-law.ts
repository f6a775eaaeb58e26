import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { type Handle, toPath } from '../world/handle.ts';
import { readRecord } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { writeItem, writeRequired } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';

function takesState({ find }: LawSubject): boolean {
  const parameters = find('update', 'replace')?.operation.parameters ?? [];
  return parameters.some(
    ({ name, in: location }) => location === 'header' && /^if-match$/i.test(name),
  );
}

/** The state of a record that a strong ETag names (RFC 9110, section 8.8.3). Weak ones never match. */
async function readState({ world, check }: LawScope, handle: Handle): Promise<string> {
  const first = await readRecord(world, check, handle);
  const second = await readRecord(world, check, handle);
  const state = first.sent.reply?.headers['etag'];
  if (state === undefined || state.startsWith('W/'))
    throw new Inconclusive('no strong ETag is shown');
  if (second.sent.reply?.headers['etag'] !== state)
    throw new Inconclusive('the ETag changes from read to read');
  return state;
}

async function updateIf(scope: LawScope, handle: Handle, state: string): Promise<Sent> {
  const { world, check, resource } = scope;
  const step = scope.step('update', 'replace');
  const { item: before } = await readRecord(world, check, handle);
  const { body } = writeItem(world, step, resource, { states: false, before });
  const { query, headers } = writeRequired(world, step.operation);
  const call = { operation: step.operation, path: toPath(step, handle), query, body };
  const named = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'if-match');
  const all = { ...Object.fromEntries(named), 'If-Match': state };
  return callOperation(world, check, { ...call, headers: all });
}

export const updatesOnlyKnownState: Law = {
  slug: 'updates-only-the-known-state',
  sentence: ({ a }) => `An update of ${a} that names a state in If-Match changes only that state.`,
  needs: [['create', 'upsert'], ['read'], ['update', 'replace']],
  blames: ['update', 'replace'],
  // RFC 9110, section 13.1.1.
  applies: takesState,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const handle = await records.create(check, resource);
    const state = await readState(scope, handle);
    const write = await updateIf(scope, handle, state);
    const fail = (message: string, expected: string, sent: Sent) =>
      scope.fail({
        message,
        expected,
        received: describeStatus(sent),
        exchange: world.show(sent),
        write: world.show(write),
      });
    if (write.reply?.status === 412)
      fail('an update with the present ETag was refused', 'a success response', write);
    if (!isDone(write)) throw new Inconclusive(`the update ${describeStatus(write)}`);
    const changed = await readRecord(world, check, handle);
    if (changed.sent.reply?.headers['etag'] === state) {
      fail('the ETag is the same after an update', 'another ETag', changed.sent);
      return;
    }
    const late = await updateIf(scope, handle, state);
    if (isDone(late)) fail('an update with an old ETag was accepted', 'status 412', late);
  },
};
