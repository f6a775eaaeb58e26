import { randomUUID } from 'node:crypto';
import type { Parameter } from '../../contract/index.ts';
import { Inconclusive } from '../outcomes.ts';
import { callOperation } from '../world/call-operation.ts';
import { toId } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import { makeUnique } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import type { Law, LawScope, LawSubject } from './law.ts';

/** The header that names a request, so that a client can send it again (draft-ietf-httpapi-idempotency-key-header). */
function findKey({ find }: LawSubject): Parameter | undefined {
  const parameters = find('create')?.operation.parameters ?? [];
  return parameters.find(
    ({ name, in: location }) =>
      location === 'header' && /^(?:x-)?idempotency-?(?:key|token)?$/i.test(name),
  );
}

/** A key that no request had. */
function chooseKey({ world }: LawScope, { name, schema }: Parameter): string {
  const key = randomUUID();
  if (world.values.isValid(schema, key, 'request')) return key;
  const unique = world.mark + world.nextNumber();
  const options = { direction: 'request', name, unique, examples: false } as const;
  return String(world.values.generate(schema, options));
}

export const keyCreatesOnce: Law = {
  slug: 'creates-once-for-a-key',
  sentence: ({ a }) =>
    `A creation of ${a} that is repeated with its Idempotency-Key creates no more.`,
  needs: [['create']],
  blames: ['create'],
  applies: (subject) => findKey(subject) !== undefined,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const parameter = findKey(scope);
    const model = await records.create(check, resource);
    if (parameter === undefined || model.creation === undefined) return;
    const { call } = model.creation;
    const body = makeUnique(world, call.operation, '', call.body, world.nextNumber());
    const headers = { ...call.headers, [parameter.name]: chooseKey(scope, parameter) };
    const sent = await callOperation(world, check, { ...call, body, headers });
    const first = isDone(sent) ? records.adopt(resource, model, sent) : undefined;
    if (first === undefined) throw new Inconclusive(`the creation ${describeStatus(sent)}`);
    const repeated = await callOperation(world, check, { ...call, body, headers });
    // A service may refuse what it has done before.
    const second = isDone(repeated) ? records.adopt(resource, model, repeated) : undefined;
    if (second === undefined || toId(second) === toId(first)) return;
    scope.fail({
      message: `the same ${parameter.name} created a second ${resource.name}`,
      expected: toId(first),
      received: toId(second),
      exchange: world.show(repeated),
      write: world.show(sent),
    });
  },
};
