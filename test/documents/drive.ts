import type { Contract, Operation } from '../../contract/index.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type {
  OperationRole,
  RequestValue,
  Resource,
  ResourceModel,
  Role,
} from '../../contract/resources/model.ts';
import { isIdOf } from '../../mock/behaviours/same-id.ts';
import type { ReplyJudge } from './reply-judge.ts';
import type { Optional, RequestWriter, ValidRequest } from './write-request.ts';

/** What a mock did with one document. */
export interface DriveResult {
  operations: number;
  /** Operations whose reply is a documented success with a valid body. */
  valid: number;
  /** Resources with an operation that creates a record and one that reads it. */
  drivable: number;
  /** Those whose record was read back as it was sent. */
  readBack: number;
  /** Those that are listed, changed and deleted as well, where operations do that. */
  whole: number;
  failures: Failure[];
}

export interface Failure {
  /** The operation or the resource. */
  subject: string;
  cause: string;
}

interface Exchange {
  status: number;
  body: unknown;
  sent: unknown;
  /** The values of all path parameters. */
  path: ReadonlyMap<string, unknown>;
  /** What is wrong with the reply. */
  wrong: string | undefined;
}

/** An operation with its role. */
interface Step {
  operation: Operation;
  role: OperationRole;
}

/** A record that was created. */
interface Created {
  /** As the reply shows it, or as it was sent if the reply does not show it. */
  item: unknown;
  /** The path parameters that identify it and its parents. */
  ids: ReadonlyMap<string, unknown>;
  exchange: Exchange;
}

const slowMs = 300;

interface DriverOptions {
  writer: RequestWriter;
  judge: ReplyJudge;
  url: string;
  /** Exchanges of operations whose id contains it are printed. Default: none. */
  only: string | undefined;
}

/** Asks a mock for every operation of a document, and drives every resource through its life. */
export class Driver {
  readonly #contract: Contract;
  readonly #model: ResourceModel;
  readonly #writer: RequestWriter;
  readonly #judge: ReplyJudge;
  readonly #url: string;
  readonly #only: string | undefined;
  /** The resources of which a record is being created: records may need each other. */
  readonly #inProgress = new Set<string>();
  readonly #shared = new Map<string, Promise<Created | undefined>>();
  readonly slow: string[] = [];

  constructor(
    contract: Contract,
    model: ResourceModel,
    { writer, judge, url, only }: DriverOptions,
  ) {
    this.#only = only;
    this.#contract = contract;
    this.#model = model;
    this.#writer = writer;
    this.#judge = judge;
    this.#url = url;
  }

  async run(): Promise<DriveResult> {
    const failures: Failure[] = [];
    const { operations } = this.#contract;
    let valid = 0;
    for (const operation of sortForAsking(operations, this.#model)) {
      if (!operation.id.includes(this.#only ?? '')) continue;
      const cause = await this.#explain(() => this.#ask(operation));
      if (cause === undefined) valid += 1;
      else failures.push({ subject: operation.id, cause });
    }
    const namePart = this.#only ?? '';
    // Deletions of several records have taken some of them.
    this.#shared.clear();
    const resources = this.#listDrivable().filter(({ name }) => name.includes(namePart));
    let readBack = 0;
    let readWhole = 0;
    for (const { name, creating, reading, resource } of resources) {
      const lost = await this.#explain(async () =>
        resource === undefined || creating === undefined || reading === undefined
          ? 'the model has no resource with these operations'
          : ((await this.#readBack(resource, creating, reading, 'none')) ??
            (await this.#readBack(resource, creating, reading, 'all'))),
      );
      if (lost !== undefined) failures.push({ subject: name, cause: lost });
      else readBack += 1;
      if (lost !== undefined || resource === undefined) continue;
      const broken = await this.#explain(() => this.#live(resource));
      if (broken === undefined) readWhole += 1;
      else failures.push({ subject: `${name} (life)`, cause: broken });
    }
    const drivable = resources.length;
    return { operations: operations.length, valid, drivable, readBack, whole: readWhole, failures };
  }

  async #explain(work: () => Promise<string | undefined>): Promise<string | undefined> {
    try {
      return await work();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #send(step: Step, ids: ReadonlyMap<string, unknown>, optional: Optional) {
    const { operation, role } = step;
    const isNew = role.role === 'create' || role.role === 'upsert';
    const created = isNew ? this.#model.resources.get(role.resource ?? '') : undefined;
    const named = await this.#nameRecords(step, created);
    const request = this.#writer.write(operation, { role, ids, named, created, optional });
    return this.#exchange(operation, request);
  }

  /** The records that a request names outside its path: the linked one, the parent of a new one, or the one it is about. */
  async #nameRecords({ role }: Step, created: Resource | undefined) {
    const named: [place: RequestValue, id: unknown][] = [];
    const add = async (name: string | undefined, place: RequestValue) => {
      const id = await this.#provideId(name ?? '', role.operationId);
      if (id !== undefined) named.push([place, id]);
    };
    const linkedId = role.relation?.linkedId;
    if (linkedId !== undefined) await add(role.relation?.to, { in: 'body', pointer: linkedId });
    if (created?.parent?.field !== undefined) {
      const pointer = `${role.requestItem ?? ''}${created.parent.field}`;
      await add(created.parent.resource, { in: 'body', pointer });
    }
    if (role.recordId !== undefined && created === undefined)
      await add(role.resource, role.recordId);
    return named;
  }

  /** The id of an existing record of a resource. */
  async #provideId(name: string, operationId: string): Promise<unknown> {
    const resource = this.#model.resources.get(name);
    const creating = resource && this.#findCreation(resource);
    if (resource === undefined || creating === undefined) return undefined;
    if (creating.operation.id === operationId || this.#inProgress.has(name)) return undefined;
    const created = await this.#share(resource, creating);
    return readAt(created?.item, resource.id[0] ?? '/id');
  }

  async #exchange(operation: Operation, request: ValidRequest): Promise<Exchange> {
    const { method, target, headers, body, sent, path } = request;
    const start = performance.now();
    const response = await fetch(this.#url + target, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    const text = await response.text();
    const took = performance.now() - start;
    if (took > slowMs) this.slow.push(`${operation.id} ${Math.round(took)} ms`);
    const mediaType = response.headers.get('content-type') ?? '';
    const { status } = response;
    if (this.#only !== undefined)
      console.log(
        `${method} ${target}\n${JSON.stringify(sent)}\n${status} ${response.headers.get('x-mock-basis') ?? ''} ${text}\n`,
      );
    const wrong = this.#judge.judge(operation.path, method, { status, mediaType, text });
    return { status, body: parse(text), sent, path, wrong };
  }

  async #ask(operation: Operation): Promise<string | undefined> {
    const role = this.#model.operations.get(operation.id);
    if (role === undefined) return 'the model lacks the operation';
    await this.#setSingleton(role);
    const isDeletion = role.role === 'delete';
    const ids = await this.#provideIds(role, isDeletion ? role.resource : undefined);
    const { status, body, wrong } = await this.#send({ operation, role }, ids, 'all');
    if (status >= 400) return `${status} ${shorten(body)}`;
    return wrong === undefined ? undefined : `invalid: ${wrong}`;
  }

  /** Some singletons exist only once a request has set them. */
  async #setSingleton(role: OperationRole): Promise<void> {
    const resource = this.#model.resources.get(role.resource ?? '');
    const isAsked = ['read', 'update', 'delete'].includes(role.role);
    if (resource?.isSingleton !== true || !isAsked) return;
    const setting = this.#findStep(resource, 'replace', 'create', 'upsert');
    if (setting === undefined || setting.operation.id === role.operationId) return;
    await this.#send(setting, await this.#provideIds(setting.role), 'all');
  }

  /** Creates what the path of an operation names. @param fresh a resource of which a new record is created */
  async #provideIds(role: OperationRole, fresh?: string): Promise<Map<string, unknown>> {
    const ids = new Map<string, unknown>();
    const names = new Set(role.bindings.map(({ resource }) => resource));
    for (const name of names) {
      const resource = this.#model.resources.get(name ?? '');
      const creating = resource && this.#findCreation(resource);
      if (resource === undefined || creating?.operation.id === role.operationId) continue;
      if (creating === undefined || this.#inProgress.has(resource.name)) continue;
      const created = await (name === fresh
        ? this.#create(resource, creating, 'all')
        : this.#share(resource, creating));
      for (const [parameter, value] of created === undefined
        ? []
        : toParameters(resource, role, created))
        if (!ids.has(parameter)) ids.set(parameter, value);
    }
    return ids;
  }

  #share(resource: Resource, creating: Step): Promise<Created | undefined> {
    const shared = this.#shared.get(resource.name) ?? this.#create(resource, creating, 'all');
    this.#shared.set(resource.name, shared);
    return shared;
  }

  async #create(
    resource: Resource,
    creating: Step,
    optional: Optional,
  ): Promise<Created | undefined> {
    this.#inProgress.add(resource.name);
    const ids = await this.#provideIds(creating.role);
    this.#inProgress.delete(resource.name);
    const exchange = await this.#send(creating, ids, optional);
    if (exchange.status >= 400) return { item: undefined, ids, exchange };
    const item = await this.#identify(resource, creating, exchange);
    // Clients choose some ids in the path.
    return { item, ids: exchange.path, exchange };
  }

  /** A new record with its id: as the reply shows it, as it was sent, or else the last one of its list. */
  async #identify(
    resource: Resource,
    { role }: Step,
    { body, sent, path }: Exchange,
  ): Promise<unknown> {
    const returned = addIds(resource, readAt(body, role.responseItem ?? ''));
    const written = addIds(resource, readAt(sent, role.requestItem ?? ''));
    const [pointer = '/id'] = resource.id;
    const item = [returned, written].find((record) => readAt(record, pointer) !== undefined);
    const listing = this.#findStep(resource, 'list');
    if (item !== undefined || listing?.role.list === undefined) return item ?? written;
    const list = await this.#send(listing, path, 'none');
    const items = readAt(list.body, listing.role.list.items);
    const last: unknown = Array.isArray(items) ? items.at(-1) : undefined;
    return last === undefined ? written : addIds(resource, last);
  }

  #findStep(resource: Resource, ...roles: readonly Role[]): Step | undefined {
    for (const role of roles) {
      const [id = ''] = resource.slots.get(role) ?? [];
      const step = this.#toStep(id);
      if (step !== undefined) return step;
    }
    return undefined;
  }

  /** The creation that needs the fewest other records: a fork needs a repository. */
  #findCreation({ name, slots }: Resource): Step | undefined {
    const ids = [...(slots.get('create') ?? []), ...(slots.get('upsert') ?? [])];
    const candidates = ids.map((id) => this.#toStep(id));
    const steps = candidates.filter((step) => step !== undefined);
    const isIndependent = ({ role }: Step): boolean =>
      role.role !== 'create' || role.bindings.every(({ resource }) => resource !== name);
    return steps.find(isIndependent) ?? steps[0];
  }

  #toStep(id: string): Step | undefined {
    const operation = this.#contract.operations.find((candidate) => candidate.id === id);
    const role = this.#model.operations.get(id);
    return operation && role && { operation, role };
  }

  /** By the paths of the document, and by the model: the paths do not know what the model missed, and it judges itself. */
  #listDrivable() {
    const drivable = new Map<string, ReturnType<Driver['toDrivable']>>();
    const { operations } = this.#contract;
    const find = (method: string, test: (path: string) => boolean) =>
      operations.find((operation) => operation.method === method && test(operation.path));
    for (const { method, path } of operations) {
      if (method !== 'POST' || path.endsWith('}')) continue;
      const inner = path.endsWith('/') ? path : `${path}/`;
      const isItem = (isPath: string) =>
        isPath.startsWith(inner) && /^\{[^{}/]+\}\/?$/.test(isPath.slice(inner.length));
      const reading = find('GET', isItem);
      const creating = find('POST', (candidate) => candidate === path);
      if (reading !== undefined && creating !== undefined)
        drivable.set(creating.id, this.toDrivable(creating.id, reading.id));
    }
    for (const resource of this.#model.resources.values()) {
      const creating = this.#findStep(resource, 'create', 'upsert');
      const reading = this.#findStep(resource, 'read');
      if (creating === undefined || reading === undefined || resource.isSingleton) continue;
      if (drivable.has(creating.operation.id)) continue;
      drivable.set(
        creating.operation.id,
        this.toDrivable(creating.operation.id, reading.operation.id),
      );
    }
    return [...drivable.values()];
  }

  toDrivable(creationId: string, readingId: string) {
    const creating = this.#toStep(creationId);
    const reading = this.#toStep(readingId);
    const resource = this.#model.resources.get(reading?.role.resource ?? '');
    const isCreation = creating?.role.resource === reading?.role.resource;
    const created = isCreation ? resource : undefined;
    return { name: `${creationId} → ${readingId}`, creating, reading, resource: created };
  }

  async #readBack(
    resource: Resource,
    creating: Step,
    reading: Step,
    optional: Optional,
  ): Promise<string | undefined> {
    const created = await this.#create(resource, creating, optional);
    if (created?.item === undefined)
      return `create: ${created?.exchange.status} ${shorten(created?.exchange.body)}`;
    if (created.exchange.wrong !== undefined) return `create: invalid: ${created.exchange.wrong}`;
    const read = await this.#send(reading, this.#locate(resource, reading, created), 'all');
    if (read.status >= 400) return `read: ${read.status} ${shorten(read.body)}`;
    if (read.wrong !== undefined) return `read: invalid: ${read.wrong}`;
    const sent = readAt(created.exchange.sent, creating.role.requestItem ?? '');
    const lost = findLost(sent, readAt(read.body, reading.role.responseItem ?? ''));
    return lost === undefined ? undefined : `read: lost ${lost}`;
  }

  #locate(resource: Resource, step: Step, created: Created): Map<string, unknown> {
    return new Map([...created.ids, ...toParameters(resource, step.role, created)]);
  }

  /** Lists, changes and deletes a record. */
  async #live(resource: Resource): Promise<string | undefined> {
    const creating = this.#findStep(resource, 'create', 'upsert');
    const reading = this.#findStep(resource, 'read');
    const created = creating && (await this.#create(resource, creating, 'all'));
    if (created === undefined || reading === undefined) return undefined;
    const unlisted = await this.#list(resource, created);
    if (unlisted !== undefined) return unlisted;
    const unchanged = await this.#change(resource, reading, created);
    if (unchanged !== undefined) return unchanged;
    const deleting = this.#findStep(resource, 'delete');
    if (deleting === undefined) return undefined;
    const gone = await this.#send(deleting, this.#locate(resource, deleting, created), 'all');
    if (gone.status >= 400) return `delete: ${gone.status} ${shorten(gone.body)}`;
    const after = await this.#send(reading, this.#locate(resource, reading, created), 'all');
    return after.status < 400 ? `delete: read afterwards with ${after.status}` : undefined;
  }

  async #list(resource: Resource, created: Created): Promise<string | undefined> {
    const listing = this.#findStep(resource, 'list');
    if (listing?.role.list === undefined || listing.role.relation !== undefined) return undefined;
    const list = await this.#send(listing, this.#locate(resource, listing, created), 'none');
    const items = readAt(list.body, listing.role.list.items);
    if (!Array.isArray(items)) return `list: ${list.status}, no array`;
    const [pointer = '/id'] = resource.id;
    const id = readAt(created.item, pointer);
    const [first] = items;
    const isComparable = readAt(first, pointer) !== undefined;
    const isShort = listing.role.list.position !== undefined && items.length >= 10;
    if (!isComparable || isShort) return items.length === 0 ? 'list: empty' : undefined;
    const isListed = items.some((item) => readAt(item, pointer) === id);
    return isListed ? undefined : `list: lacks the record among ${items.length}`;
  }

  async #change(resource: Resource, reading: Step, created: Created): Promise<string | undefined> {
    const changing = this.#findStep(resource, 'update', 'replace');
    if (changing === undefined) return undefined;
    const changed = await this.#send(changing, this.#locate(resource, changing, created), 'all');
    if (changed.status >= 400) return `change: ${changed.status} ${shorten(changed.body)}`;
    const read = await this.#send(reading, this.#locate(resource, reading, created), 'all');
    const sent = readAt(changed.sent, changing.role.requestItem ?? '');
    const kept = isRecord(sent) ? { ...sent } : {};
    for (const pointer of resource.id) delete kept[pointer.slice(1)];
    const lost = findLost(kept, readAt(read.body, reading.role.responseItem ?? ''));
    return lost === undefined ? undefined : `change: lost ${lost}`;
  }
}

/** Paths are shorter than that. */
const mostSegments = 100;

/** Creations first, in the order of the model, and deletions last, those of several records at the very end. */
function sortForAsking(
  operations: readonly Operation[],
  { resources, operations: roles }: ResourceModel,
): Operation[] {
  const names = [...resources.keys()];
  const rank = ({ id, method, path }: Operation): number => {
    const role = roles.get(id);
    const position = names.indexOf(role?.resource ?? '');
    if (role?.role === 'create' || role?.role === 'upsert') return position - names.length - 1;
    if (role?.bulk?.change === 'delete') return mostSegments + 2;
    // What is inside a record is deleted before it.
    return role?.role === 'delete' || method === 'DELETE'
      ? mostSegments - path.split('/').length
      : -1;
  };
  return operations.toSorted((left, right) => rank(left) - rank(right));
}

/** Adds the id of a record that has it under another name, such as `name` for `pool_name`. */
function addIds(resource: Resource, record: unknown): unknown {
  const [pointer = '/id'] = resource.id;
  if (!isRecord(record) || readAt(record, pointer) !== undefined) return record;
  const name = Object.keys(record).find((candidate) => isIdOf(resource, candidate));
  const id = name === undefined ? undefined : record[name];
  return id === undefined ? record : { ...record, [pointer.slice(1)]: id };
}

/** The path parameters of an operation that identify a record. */
function toParameters(
  resource: Resource,
  { bindings }: OperationRole,
  { item, ids }: Created,
): Map<string, unknown> {
  const parameters = new Map<string, unknown>();
  const ofResource = bindings.filter((binding) => binding.resource === resource.name);
  for (const [index, { parameter, field }] of ofResource.entries()) {
    const pointer = field ?? resource.id[index] ?? '/id';
    const value = readAt(item, pointer) ?? ids.get(parameter);
    if (value !== undefined) parameters.set(parameter, value);
  }
  return parameters;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function shorten(body: unknown): string {
  return (JSON.stringify(body) ?? '').slice(0, 160);
}

/** The first field that was sent, has the same type in the reply, and another value. */
function findLost(sent: unknown, returned: unknown): string | undefined {
  if (!isRecord(sent) || !isRecord(returned)) return undefined;
  for (const [name, value] of Object.entries(sent)) {
    const back = returned[name];
    const isComparable = typeof value !== 'object' && typeof back === typeof value;
    if (isComparable && back !== value)
      return `${name}: ${String(value).slice(0, 40)} became ${String(back).slice(0, 40)}`;
  }
  return undefined;
}
