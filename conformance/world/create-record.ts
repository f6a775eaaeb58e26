import { createRandom } from '../../contract/random.ts';
import { readAt, splitPointer } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { removeAt, setAt } from '../../contract/values-at.ts';
import { Inconclusive, unlessInconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from './call-operation.ts';
import { type Handle, toPath } from './handle.ts';
import { aRecordOf } from './nouns.ts';
import type { OperationCall } from './operation-call.ts';
import { listBlamedFields } from './refused-fields.ts';
import { readRequestSchema } from './request-schema.ts';
import { findStep, type Step } from './step.ts';
import { isDone, type World } from './world.ts';
import {
  type Recipe,
  readItem,
  recipes,
  toWhole,
  writeBody,
  writeRequired,
} from './write-requests.ts';

/** How a creation differs from the one that the service usually accepts. */
interface Wishes {
  changes: Readonly<Record<string, unknown>>;
  omitted: readonly string[];
  /** The resources whose creation needs this one. They may name each other in a circle. */
  chain: readonly Resource[];
}

/** A creation that was sent. */
interface Attempt {
  /** Undefined if the service refused it. */
  handle: Handle | undefined;
  /** The record that was sent. */
  item: Record<string, unknown>;
  sent: Sent;
}

/** Creates records, with the records that contain them and those that they name. */
export class RecordFactory {
  readonly #world: World;
  readonly #accepted = new Map<string, Recipe>();
  readonly #shared = new Map<string, Promise<Handle>>();

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * A record that checks may read, and must not change.
   * @param key tells several shared records of a resource apart
   * @param parent the record that contains it. Default: a shared one
   */
  share(check: string, resource: Resource, key = '', parent?: Handle): Promise<Handle> {
    return this.#share(check, resource, [], key, parent);
  }

  #share(
    check: string,
    resource: Resource,
    chain: readonly Resource[],
    key = '',
    parent?: Handle,
  ): Promise<Handle> {
    const name = `${resource.name} ${key}`;
    const wishes: Wishes = { changes: {}, omitted: [], chain };
    const shared = this.#shared.get(name) ?? this.#create(check, resource, wishes, parent);
    this.#shared.set(name, shared);
    return shared;
  }

  /**
   * Creates a record of its own for a check.
   * @param changes fields of the record to send, instead of generated ones
   * @param chosenParent the record that contains it. Default: a shared one
   * @param omitted names of fields to leave out
   * @throws Inconclusive if the service refuses every creation, with its words
   */
  create(
    check: string,
    resource: Resource,
    changes: Readonly<Record<string, unknown>> = {},
    chosenParent?: Handle,
    omitted: readonly string[] = [],
  ): Promise<Handle> {
    return this.#create(check, resource, { changes, omitted, chain: [] }, chosenParent);
  }

  async #create(
    check: string,
    resource: Resource,
    { changes, omitted, chain: outer }: Wishes,
    chosenParent?: Handle,
  ): Promise<Handle> {
    const world = this.#world;
    const chain = [...outer, resource];
    const step = findStep(world, resource, 'create', 'upsert');
    if (step === undefined) return this.#findExisting(check, resource, chain, chosenParent);
    const undriven = world.undriven.get(resource.name);
    if (undriven !== undefined) throw new Inconclusive(undriven.reason);
    const parent = chosenParent ?? (await this.#provideParent(check, resource, chain));
    const accepted = this.#accepted.get(resource.name);
    // The first refusal says most: later creations leave out what the service may need.
    let refusal: Sent | undefined;
    // The values of a creation differ each time, and a rule of the service may refuse some of them.
    const attempts = accepted === undefined ? recipes : [accepted, accepted, 'required' as const];
    for (const recipe of attempts) {
      const attempt = await this.#attemptAgain(check, step, resource, parent, recipe, {
        changes,
        omitted,
        chain,
      });
      if (attempt === undefined) continue;
      if (attempt.handle !== undefined) {
        if (accepted === undefined) this.#accepted.set(resource.name, recipe);
        return attempt.handle;
      }
      refusal ??= attempt.sent;
    }
    const unusual = [...Object.keys(changes), ...omitted];
    throw this.#explainRefusal(resource, step, refusal, {
      isFirst: accepted === undefined,
      unusual,
    });
  }

  /** If the service refuses a creation and names some of its fields, a second one leaves them out. */
  async #attemptAgain(
    check: string,
    step: Step,
    resource: Resource,
    parent: Handle | undefined,
    recipe: Recipe,
    wishes: Wishes,
  ): Promise<Attempt | undefined> {
    const { refused } = this.#world;
    const first = await this.#attempt(check, step, resource, parent, recipe, wishes);
    if (first === undefined || first.handle !== undefined) return first;
    const blamed = listBlamedFields(this.#world, step, first.item, first.sent);
    const free = blamed.filter((name) => !Object.hasOwn(wishes.changes, name));
    if (free.length === 0) return first;
    refused.add(step, free);
    const second = await this.#attempt(check, step, resource, parent, recipe, wishes);
    if (second?.handle !== undefined) return second;
    refused.remove(step, free);
    return first;
  }

  /** Undefined if the recipe has no body to send. */
  async #attempt(
    check: string,
    step: Step,
    resource: Resource,
    parent: Handle | undefined,
    recipe: Recipe,
    { changes, omitted, chain }: Wishes,
  ): Promise<Attempt | undefined> {
    const world = this.#world;
    const number = world.nextNumber();
    const body = writeBody(world, step, resource, recipe, number);
    if (body === undefined && step.operation.requestBody !== undefined) return undefined;
    const item = this.#leaveOutRefused(step, readItem(step, body));
    await this.#fillReferences(check, step, item, chain);
    Object.assign(item, this.#fitChanges(step, item, changes));
    for (const name of omitted) delete item[name];
    const chosen = this.#chooseIds(step, resource, number);
    const payload = toWhole(step, item, body);
    const call: OperationCall = {
      operation: step.operation,
      path: toPath(step, { ...emptyHandle(resource, chosen), parent }),
      ...writeRequired(world, step.operation),
      body: step.operation.requestBody === undefined ? undefined : payload,
    };
    const sent = await callOperation(world, check, call);
    if (sent.reply?.status === 202)
      throw new Inconclusive(`${step.operation.id} creates ${aRecordOf(resource)} later (202)`);
    if (!isDone(sent)) return { handle: undefined, item, sent };
    const returned = readAt(sent.reply?.json, step.role.responseItem ?? '');
    const ids = this.#readIds(resource, chosen, returned, item, sent);
    const creation = { item, shown: returned, call, sent };
    const handle: Handle = { resource, ids, parent, creation, isDeleted: false };
    this.#assertNew(handle, changes);
    world.inventory.push(handle);
    return { handle, item, sent };
  }

  /**
   * A key that the client sends in the body, such as a country code, may name a record that exists. Its second creation then is no
   * other record, unless the check wants to know just that.
   * @throws Inconclusive for such a record
   */
  #assertNew({ resource, ids, parent, creation }: Handle, changes: Wishes['changes']): void {
    const isSent = resource.id.some((pointer) => readAt(creation?.item, pointer) !== undefined);
    const isWanted = resource.id.some((pointer) => readAt(changes, pointer) !== undefined);
    if (!isSent || isWanted) return;
    const isSame = (known: Handle): boolean =>
      known.resource === resource &&
      known.ids.join('/') === ids.join('/') &&
      known.parent?.ids.join('/') === parent?.ids.join('/') &&
      !known.isDeleted;
    if (this.#world.inventory.some(isSame))
      throw new Inconclusive(`not judged: only one ${resource.name} ${ids.join('/')} can exist`);
  }

  /** A record without the optional fields that the service has refused. */
  #leaveOutRefused(step: Step, item: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { refused } = this.#world;
    return Object.fromEntries(Object.entries(item).filter(([name]) => !refused.has(step, name)));
  }

  /**
   * Keeps a record that another request created than those of `create`, so that it is deleted at the end.
   * @param like a record below the same parent
   * @param returned the record in the response. Default: where a creation shows it
   * @returns undefined if the response shows no id
   */
  adopt(resource: Resource, like: Handle, sent: Sent, returned?: unknown): Handle | undefined {
    const step = findStep(this.#world, resource, 'create');
    const pointer = step?.role.responseItem ?? '';
    const item = returned ?? readAt(sent.reply?.json, pointer);
    const ids = resource.id.map((pointer) => readAt(item, pointer));
    if (ids.length === 0 || ids.includes(undefined)) return undefined;
    const handle: Handle = { ...like, ids: ids.map(String), isDeleted: false };
    const { inventory } = this.#world;
    const isSame = (candidate: Handle): boolean =>
      candidate.resource === resource && candidate.ids.join('/') === handle.ids.join('/');
    if (!inventory.some(isSame)) inventory.push(handle);
    return handle;
  }

  /**
   * The changes without fields that only another alternative of the schema (`oneOf`) has: than the one that they select, or if
   * they select none, than that of the record.
   */
  #fitChanges(
    step: Step,
    item: Readonly<Record<string, unknown>>,
    changes: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    const { document } = this.#world.contract;
    const schema = readRequestSchema(this.#world, step);
    const { fields: ofAll } = readFields(document, schema);
    const { fields: ofChanged } = readFields(document, schema, { ...item, ...changes });
    const isSelected = ofChanged.size < ofAll.size;
    const selected = isSelected ? ofChanged : readFields(document, schema, item).fields;
    const tag = isSelected ? undefined : schema.discriminator?.propertyName;
    const fitting = Object.entries(changes).filter(
      ([name]) => name !== tag && (selected.has(name) || !ofAll.has(name)),
    );
    return Object.fromEntries(fitting);
  }

  /**
   * Creates the records that fields name, so that the service can find them. Where that is not possible, the value stays:
   * the service may accept it.
   */
  async #fillReferences(
    check: string,
    step: Step,
    item: Record<string, unknown>,
    chain: readonly Resource[],
  ): Promise<void> {
    const resource = chain.at(-1);
    for (const [pointer, name] of resource?.references ?? []) {
      const named = this.#world.model.resources.get(name);
      const old = readAt(item, pointer);
      if (named === undefined || old === undefined) continue;
      if (chain.includes(named)) {
        // No record exists that it could name, and the service may look for one.
        if (this.#isOptional(step, pointer)) removeAt(item, pointer);
        continue;
      }
      const id = await this.#findId(check, named, chain);
      if (id !== undefined) setAt(item, pointer, withId(old, id));
    }
  }

  #isOptional(step: Step, pointer: string): boolean {
    const { document } = this.#world.contract;
    const schema = readRequestSchema(this.#world, step);
    const [name = '', ...inner] = splitPointer(pointer);
    return inner.length === 0 && !readFields(document, schema).required.has(name);
  }

  async #findId(
    check: string,
    resource: Resource,
    chain: readonly Resource[],
  ): Promise<string | undefined> {
    const handle = await unlessInconclusive(this.#share(check, resource, chain));
    return handle?.ids[0];
  }

  /** The ids in the path of an operation that creates a record where the client says. */
  #chooseIds({ operation, role }: Step, resource: Resource, number: number): string[] {
    const ownBindings = role.bindings.filter((binding) => binding.resource === resource.name);
    return ownBindings.map(({ parameter }) => {
      const described = operation.parameters.find(({ name }) => name === parameter);
      const schema = described?.schema ?? {};
      const unique = this.#world.mark + number;
      const random = createRandom(unique);
      return String(
        this.#world.values.generate(schema, {
          direction: 'request',
          name: parameter,
          random,
          unique,
          examples: false,
        }),
      );
    });
  }

  #readIds(
    resource: Resource,
    chosen: readonly string[],
    returned: unknown,
    item: unknown,
    sent: Sent,
  ): string[] {
    if (chosen.length > 0) return [...chosen];
    const readId = (pointer: string) => readAt(returned, pointer) ?? readAt(item, pointer);
    const ids = resource.id.map(readId);
    if (!ids.includes(undefined) && ids.length > 0) return ids.map(String);
    const [location = ''] = (sent.reply?.headers['location'] ?? '').split('?');
    const last = location.replace(/\/$/, '').split('/').at(-1) ?? '';
    if (last === '')
      throw new Inconclusive(`the response to a creation of ${resource.name} shows no id`);
    return [decodeURIComponent(last)];
  }

  /** The record that contains a new one. */
  async #provideParent(
    check: string,
    resource: Resource,
    chain: readonly Resource[],
  ): Promise<Handle | undefined> {
    const parent = this.#world.model.resources.get(resource.parent?.resource ?? '');
    if (parent === undefined) return undefined;
    // Waiting for it would never end: its creation waits for this one.
    if (chain.includes(parent))
      throw new Inconclusive(`${aRecordOf(parent)} and ${aRecordOf(resource)} need each other`);
    return this.#share(check, parent, chain);
  }

  /** A record of a resource that nothing creates: from the options, from its list, or from an example in the document. */
  async #findExisting(
    check: string,
    resource: Resource,
    chain: readonly Resource[],
    chosenParent: Handle | undefined,
  ): Promise<Handle> {
    const world = this.#world;
    const parent = chosenParent ?? (await this.#provideParent(check, resource, chain));
    if (resource.isSingleton) return { ...emptyHandle(resource, []), parent };
    const optionIds = this.#readOptions(resource, 0);
    if (optionIds !== undefined) return { ...emptyHandle(resource, optionIds), parent };
    const listed = await this.#findListed(check, resource, parent);
    if (listed !== undefined) return { ...emptyHandle(resource, listed), parent };
    const examples = this.#readExamples(resource);
    if (examples !== undefined) return { ...emptyHandle(resource, examples), parent };
    const [name] = listParameters(world, resource);
    const advice = name === undefined ? '' : `; pass --param ${name}=<value>`;
    throw new Inconclusive(`nothing creates ${aRecordOf(resource)}${advice}`);
  }

  /** The second record that the options name, where nothing creates records of a resource. Undefined if they name one. */
  findSecond(first: Handle): Handle | undefined {
    const ids = this.#readOptions(first.resource, 1);
    return ids === undefined ? undefined : { ...first, ids };
  }

  /** The ids that the options name for a resource. @param index 0, or 1 for a second record */
  #readOptions(resource: Resource, index: number): string[] | undefined {
    const values = listParameters(this.#world, resource).map(
      (name) => this.#world.settings.parameters.get(name)?.[index],
    );
    const complete = values.filter((value) => value !== undefined);
    return values.length > 0 && complete.length === values.length ? complete : undefined;
  }

  #readExamples(resource: Resource): string[] | undefined {
    for (const operation of this.#world.contract.operations) {
      const role = this.#world.model.operations.get(operation.id);
      const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
      const values: unknown[] = [];
      for (const binding of role?.bindings ?? [])
        if (binding.resource === resource.name) values.push(examples.get(binding.parameter));
      if (values.length > 0 && !values.includes(undefined)) return values.map(String);
    }
    return undefined;
  }

  async #findListed(
    check: string,
    resource: Resource,
    parent: Handle | undefined,
  ): Promise<string[] | undefined> {
    const step = findStep(this.#world, resource, 'list');
    if (step?.role.list === undefined) return undefined;
    const sent = await callOperation(this.#world, check, {
      operation: step.operation,
      path: toPath(step, parent),
      ...writeRequired(this.#world, step.operation),
    });
    const items = readAt(sent.reply?.json, step.role.list.items);
    const [first] = Array.isArray(items) ? items : [];
    const ids = resource.id.map((pointer) => readAt(first, pointer));
    return ids.length === 0 || ids.includes(undefined) ? undefined : ids.map(String);
  }

  #explainRefusal(
    resource: Resource,
    { operation }: Step,
    sent: Sent | undefined,
    { isFirst, unusual }: { isFirst: boolean; unusual: readonly string[] },
  ): Inconclusive {
    const { show, undriven } = this.#world;
    const status = sent?.reply?.status;
    const answer = `${status ?? 'nothing'} (${this.#quoteReply(sent)})`;
    if (unusual.length > 0)
      return new Inconclusive(
        `not judged: ${operation.id} refused another ${unusual.join(', ')} with ${answer}`,
      );
    if (!isFirst)
      return new Inconclusive(
        `not judged: ${operation.id} refused with ${answer} what it had accepted before`,
      );
    const isLocked = status === 401 || status === 403;
    const advice = isLocked
      ? 'check the credentials'
      : `declare one that it accepts: x-resources: { ${resource.name}: { sample: { … } } }`;
    const reason = `not judged: ${operation.id} refused every creation with ${answer}; ${advice}`;
    undriven.set(resource.name, { reason, exchange: sent && show(sent) });
    return new Inconclusive(reason);
  }

  /** The first words of a response. */
  #quoteReply(sent: Sent | undefined): string {
    if (sent?.reply === undefined) return 'no response';
    return this.#world.redact(new TextDecoder().decode(sent.reply.bytes)).slice(0, 300);
  }
}

/** An id in the form of an invented one, which may be a list of several. */
function withId(old: unknown, id: string): unknown {
  if (Array.isArray(old)) return old.length === 0 ? old : [withId(old[0], id)];
  return typeof old === 'number' ? Number(id) : id;
}

function emptyHandle(resource: Resource, ids: readonly string[]): Handle {
  return { resource, ids, parent: undefined, creation: undefined, isDeleted: false };
}

/** The names of the path parameters that identify records of a resource. */
function listParameters({ model }: World, resource: Resource): string[] {
  for (const { bindings } of model.operations.values()) {
    const ownBindings = bindings.filter((binding) => binding.resource === resource.name);
    if (ownBindings.length > 0) return ownBindings.map(({ parameter }) => parameter);
  }
  return [];
}
