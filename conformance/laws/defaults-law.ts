import { isRecord } from '../../contract/resolve-reference.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import { readRecord } from '../world/read-records.ts';
import { readRequestSchema } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawSubject } from './law.ts';
import { toReadPointer } from './read-pointer.ts';
import { readResponseFields } from './resource-schemas.ts';

export const defaultsAreFilledIn: Law = {
  slug: 'fills-in-defaults',
  sentence: ({ A }) => `${A} has the default of each field that its creation leaves out.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['create', 'upsert'],
  applies: (subject) => listDefaults(subject).size > 0,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const defaults = listDefaults(scope);
    const names = [...defaults.keys()];
    const handle = await records.create(check, resource, {}, undefined, names);
    const { item, sent } = await readRecord(world, check, handle);
    if (!isDone(sent) || !isRecord(item)) throw new Inconclusive('the record was not read');
    for (const [name, value] of defaults) {
      if (JSON.stringify(item[name]) === JSON.stringify(value)) continue;
      scope.fail({
        message: `${name} does not have its default`,
        expected: JSON.stringify(value),
        received: JSON.stringify(item[name]) ?? 'nothing',
        pointer: toReadPointer(scope, `/${name}`),
        exchange: world.show(sent),
        ...(handle.creation && { write: world.show(handle.creation.sent) }),
      });
    }
  },
};

/** The defaults of optional fields of a creation that responses show, too. */
function listDefaults(subject: LawSubject): Map<string, unknown> {
  const { world, resource } = subject;
  const step = subject.find('create', 'upsert');
  const responseFields = readResponseFields(subject);
  const schema = step === undefined ? {} : readRequestSchema(world, step);
  const { fields, required } = readFields(world.contract.document, schema);
  const defaults = new Map<string, unknown>();
  for (const [name, field] of fields) {
    const isDecided = resource.serverSet.has(`/${name}`) || field.readOnly === true;
    if (field.default === undefined || required.has(name) || !responseFields.has(name) || isDecided)
      continue;
    defaults.set(name, field.default);
  }
  return defaults;
}
