import type { Role } from './model.ts';
import { nameResources } from './name-resources.ts';
import { collectionKeyOf, lastNoun, parameterKey, type Segment, toKey } from './path-shape.ts';
import { createResourceDraft, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import { isSameNoun, splitWords, toCamelCase, toSingularName } from './words.ts';

/** Parameters of paths that select a form or a version rather than a record. */
const formParameters = /^(?:api)?_?-?(?:version|format|ext|extension|locale|lang|language)$/i;

/** Finds the resource of each path that ends in a parameter. */
export class ResourceIndex {
  readonly resources: ResourceDraft[];
  readonly #byKey = new Map<string, ResourceDraft>();

  constructor(resources: readonly ResourceDraft[]) {
    this.resources = [...resources];
    for (const resource of resources) this.#register(resource);
  }

  #register(resource: ResourceDraft): void {
    for (const key of resource.keys) this.#byKey.set(key, resource);
  }

  find(key: string): ResourceDraft | undefined {
    return this.#byKey.get(key);
  }

  add(resource: ResourceDraft): void {
    this.resources.push(resource);
    this.#register(resource);
  }

  /** The resource that an operation acts on. */
  ownerOf(operationId: string): ResourceDraft | undefined {
    return this.resources.find(({ operations }) => {
      return operations.some(({ facts }) => facts.operation.id === operationId);
    });
  }

  moveOperation(draft: RoleDraft, to: ResourceDraft): void {
    if (to.operations.includes(draft)) return;
    const owner = this.ownerOf(draft.facts.operation.id);
    if (owner !== undefined)
      owner.operations = owner.operations.filter((candidate) => candidate !== draft);
    to.operations.push(draft);
  }

  /** Gives a resource the paths of its records. Operations of other resources on these paths become its own. */
  setKeys(resource: ResourceDraft, keys: readonly string[]): void {
    for (const key of keys) {
      const owner = this.find(key);
      if (owner === undefined || owner === resource) continue;
      for (const draft of [...owner.operations]) {
        if (draft.target === key) this.moveOperation(draft, resource);
      }
      owner.keys = owner.keys.filter((candidate) => candidate !== key);
    }
    resource.keys = [...keys];
    this.#register(resource);
  }

  /** Names a resource. One that has the name already gets the name of its parent before its own. */
  rename(resource: ResourceDraft, name: string): void {
    if (resource.name === name) return;
    const namesake = this.resources.find((candidate) => candidate.name === name);
    resource.name = name;
    if (namesake === undefined) return;
    namesake.name = '';
    nameResources(this.resources);
  }

  /** Removes resources without operations and paths, of which nothing is left. */
  removeEmpty(): void {
    const parents = new Set(this.resources.map(({ parent }) => parent));
    const kept = this.resources.filter((resource) => {
      const isUsed =
        resource.keys.length > 0 && (resource.segments !== undefined || parents.has(resource));
      return resource.operations.length > 0 || resource.isDeclared || isUsed;
    });
    this.resources.splice(0, this.resources.length, ...kept);
  }

  /** The resource of a path, or a new one that no operation creates or reads: `workspace` of `/workspaces/{id}/sites`. */
  findOrCreate(segments: readonly Segment[]): ResourceDraft | undefined {
    if (segments.length === 0) return undefined;
    const key = toKey(segments);
    const existing = this.find(key);
    if (existing !== undefined) return existing;
    const name = nameContainer(segments);
    if (name === '') return undefined;
    const namesake = this.resources.find((resource) => {
      return (
        !resource.isSingleton &&
        isSameNoun(lastNoun(resource.keys[0] ?? ''), name) &&
        hasOneParameter(resource)
      );
    });
    if (namesake !== undefined && lastNoun(key) !== '') {
      namesake.keys.push(key);
      this.#byKey.set(key, namesake);
      return namesake;
    }
    const resource = createResourceDraft(key);
    resource.segments = segments;
    resource.name = name;
    resource.because.push(
      `paths such as /${segments.map(({ text }) => text).join('/')} contain its id`,
    );
    this.resources.push(resource);
    this.#register(resource);
    return resource;
  }
}

function hasOneParameter({ keys: [key = ''] }: ResourceDraft): boolean {
  return key.split('/').filter((part) => part === parameterKey).length === 1;
}

/** The noun before the parameter, or the name of the parameter where there is none. */
function nameContainer(segments: readonly Segment[]): string {
  const last = segments.at(-1);
  const [parameter = ''] = last?.parameters ?? [];
  if (formParameters.test(parameter)) return '';
  const noun = segments.at(-2);
  if (noun !== undefined && noun.parameters.length === 0 && !/^v\d/.test(noun.text)) {
    return toSingularName(noun.text);
  }
  const words = splitWords(parameter).filter(
    (word) => !['id', 'name', 'slug', 'key'].includes(word),
  );
  return toCamelCase(words.length > 0 ? words : splitWords(parameter));
}

/** Finds what contains each resource. Adds resources that only paths show. */
export function containResources(resources: readonly ResourceDraft[]): ResourceIndex {
  const index = new ResourceIndex(resources);
  for (const resource of resources) {
    const creating = selectCreating(resource);
    const containers = creating
      .map((draft) => findContainer(draft, index))
      .filter((container) => !isBelow(container, resource));
    // What can be created without a parent has none.
    const isFree = creating.some(({ role }) => isCreating(role)) && containers.includes(undefined);
    if (isFree) continue;
    resource.parent = containers.find((container) => container !== resource && container);
  }
  addContainers(index);
  return index;
}

/** Whether a record of one resource is below one of another: its parts can create such a record, but do not contain it. */
function isBelow(resource: ResourceDraft | undefined, above: ResourceDraft): boolean {
  if (resource === undefined || resource === above) return false;
  const prefixes = above.keys.map((key) => `${key}/`);
  return resource.keys.some((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

function isCreating(role: Role): boolean {
  return role === 'create' || role === 'upsert';
}

/** Resources that only paths show can be contained in others. */
function addContainers(index: ResourceIndex): void {
  for (const resource of index.resources) {
    if (resource.operations.length > 0 || resource.segments === undefined) continue;
    const container = index.findOrCreate(containerSegments(collectionSegments(resource.segments)));
    if (container !== undefined && container !== resource) resource.parent = container;
  }
}

/** The operation that creates records tells what contains them, else any other one. */
function selectCreating({ operations }: ResourceDraft): readonly RoleDraft[] {
  const creating = operations.filter(({ role }) => isCreating(role));
  return creating.length > 0 ? creating : operations;
}

function findContainer({ facts, target }: RoleDraft, index: ResourceIndex) {
  const { segments } = facts.operation.shape;
  const length = collectionKeyOf(target).split('/').length - 1;
  return index.findOrCreate(containerSegments(segments.slice(0, length)));
}

/** Without the parameters at the end. */
function collectionSegments(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex(({ parameters }) => parameters.length === 0);
  return segments.slice(0, last + 1);
}

/** The segments up to the last parameter that identifies something. */
function containerSegments(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex(({ parameters: [parameter] }) => {
    return parameter !== undefined && !formParameters.test(parameter);
  });
  return segments.slice(0, last + 1);
}
