import type { Schema } from '../../contract/openapi-document.ts';
import { createRandom } from '../../contract/random.ts';
import { isRecord, splitPointer } from '../../contract/resolve-reference.ts';
import { readFields, resolveSchema } from '../../contract/schema-fields.ts';
import { formatValue } from '../format-value.ts';
import { Inconclusive } from '../outcomes.ts';
import { compareRecords } from '../world/compare-records.ts';
import type { Handle } from '../world/handle.ts';
import { readIds, readPages, readRecord, toId } from '../world/read-records.ts';
import { readRequestFields, readRequestSchema } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { isState } from '../world/write-requests.ts';
import { describeStatus } from './describe-status.ts';
import { showsAll } from './is-listed.ts';
import type { Law, LawScope, LawSubject } from './law.ts';
import { tryToCreate } from './try-to-create.ts';

/** The kinds of records that a creation can have, such as cards and bank accounts. */
function listAlternatives({ world, find }: LawSubject): Schema[] {
  const step = find('create');
  if (step === undefined) return [];
  const { document } = world.contract;
  const schema = resolveSchema(document, readRequestSchema(world, step));
  const { oneOf = [], anyOf = [] } = schema;
  return [...oneOf, ...anyOf].filter((part) => readFields(document, part).fields.size > 0);
}

/** Creates a record of one kind. @returns undefined if the service refuses it, as it may for rules of its own */
async function createAlternative(
  scope: LawScope,
  alternative: Schema,
  parent: Handle | undefined,
): Promise<Handle | undefined> {
  const { world, resource, step } = scope;
  const number = world.nextNumber();
  const random = createRandom(world.settings.seed + number);
  const options = { direction: 'request', random, unique: world.mark + number } as const;
  const value = world.values.generate(alternative, { ...options, optional: 'all' });
  if (!isRecord(value)) return undefined;
  const names = [...readRequestFields(world, step('create')).keys()];
  const omitted = names.filter((name) => value[name] === undefined);
  // What it names has to exist.
  for (const pointer of resource.references.keys()) delete value[pointer.slice(1)];
  return tryToCreate(scope, value, parent, omitted);
}

/** Whether the service decides the value, or never shows it. */
const isDecided = (field: Schema): boolean =>
  field.readOnly === true || field.writeOnly === true || isState(field);

export const keepsAlternatives: Law = {
  slug: 'keeps-each-kind',
  sentence: ({ A }) => `${A} of each kind that the document names is read back as it was sent.`,
  needs: [['create'], ['read']],
  blames: ['create'],
  applies: (subject) => listAlternatives(subject).length > 1,
  async run(scope) {
    const { world, check, resource, records } = scope;
    const model = await records.create(check, resource);
    for (const alternative of listAlternatives(scope)) {
      const handle = await createAlternative(scope, alternative, model.parent);
      if (handle?.creation === undefined) continue;
      const { sent, item } = await readRecord(world, check, handle);
      const write = handle.creation.sent;
      const results = { exchange: world.show(sent), write: world.show(write) };
      if (!isDone(sent)) {
        const message = `a new ${resource.name} of one kind cannot be read`;
        const received = describeStatus(sent);
        scope.fail({ message, expected: 'a success response', received, ...results });
        continue;
      }
      const { fields } = readFields(world.contract.document, alternative);
      for (const { pointer, kind, expected, received } of compareRecords(
        handle.creation.item,
        item,
      )) {
        const [name = ''] = splitPointer(pointer);
        const field = fields.get(name);
        const isOwn = field !== undefined && !isDecided(field);
        if (!isOwn || kind === 'normalised') continue;
        scope.fail({
          message: `${name} of one kind of ${resource.name} ${kind === 'lost' ? 'was lost' : 'has another value'}`,
          expected: formatValue(expected),
          received: formatValue(received),
          pointer,
          ...results,
        });
      }
    }
  },
};

export const listsAlternatives: Law = {
  slug: 'lists-each-kind',
  sentence: ({ many }) => `The list of ${many} shows each kind that the document names.`,
  needs: [['create'], ['list'], ['read']],
  blames: ['list'],
  applies: (subject) => listAlternatives(subject).length > 1 && showsAll(subject.find('list')),
  async run(scope) {
    const { world, check, resource, records } = scope;
    const model = await records.create(check, resource);
    const created: Handle[] = [];
    for (const alternative of listAlternatives(scope)) {
      const handle = await createAlternative(scope, alternative, model.parent);
      if (handle !== undefined && (await isReadable(scope, handle))) created.push(handle);
    }
    const step = scope.step('list');
    const { pages, isCut } = await readPages(world, check, step, model.parent);
    const [first] = pages;
    const ids = pages.flatMap(({ items }) => readIds(resource, items));
    // A list without any of them is another fault, or a view.
    const isAnyShown = created.some((handle) => ids.includes(toId(handle)));
    const hidden = created.find((handle) => !ids.includes(toId(handle)));
    if (isCut || first === undefined || !isAnyShown)
      throw new Inconclusive(`the list does not show the new ${resource.plural}`);
    if (hidden?.creation === undefined) return;
    scope.fail({
      message: `the list does not show one kind of ${resource.name}`,
      expected: `${toId(hidden)} in the list`,
      received: `${ids.length} other ${resource.plural}`,
      exchange: world.show(first.sent),
      write: world.show(hidden.creation.sent),
    });
  },
};

async function isReadable({ world, check }: LawScope, handle: Handle): Promise<boolean> {
  const { sent } = await readRecord(world, check, handle);
  return isDone(sent);
}
