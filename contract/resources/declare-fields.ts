import { DeclaredValue } from './declaration-values.ts';
import type { CopyDeclaration, ResourceDeclaration } from './declarations.ts';
import type { CopyRule, Pointer, Reason, Resource } from './model.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/** What the fields and names of a declaration are compared with. */
interface DeclaredContext {
  shapes: ShapeReader;
  /** The record, and the records of requests. */
  bodies: readonly Shape[];
  /** The names of all resources. */
  names: readonly string[];
}

/**
 * Completes a resource with the fields that a document declares.
 * @throws DocumentError with the nearest right name
 */
export function declareFields(
  resource: Resource,
  declaration: ResourceDeclaration,
  context: DeclaredContext,
): Resource {
  const { value, unique } = declaration;
  const check = (pointers: readonly Pointer[] | undefined, key: string) => {
    return checkFields(pointers, new DeclaredValue(pointers, `${value.location}/${key}`), context);
  };
  const toSet = (pointers: readonly Pointer[] | undefined, inferred: ReadonlySet<Pointer>) => {
    return pointers === undefined ? inferred : new Set(pointers);
  };
  const references = declaration.references && checkReferences(declaration.references, context);
  check(references && [...references.keys()], 'refs');
  for (const rule of unique) check(rule.fields, 'unique');
  for (const [id, sets] of declaration.actions) check([...sets.keys()], `actions/${id}/sets`);
  check(declaration.copy?.fresh, 'copy/fresh');
  const { filters, sort } = declaration.list ?? {};
  check(filters && [...filters.values()], 'list/filter');
  check(sort && [...sort.fields.values()].map(({ field }) => field), 'list/sort');
  check(declaration.sample && Object.keys(declaration.sample).map((name) => `/${name}`), 'sample');
  return {
    ...resource,
    id: isSameId(declaration.id, resource.id)
      ? resource.id
      : (check(declaration.id, 'id') ?? resource.id),
    parent: declareParent(resource, declaration, context),
    references: references ?? resource.references,
    serverSet: declareServerSet(resource, check(declaration.serverSet, 'serverSet')),
    derived: toSet(check(declaration.derived, 'derived'), resource.derived),
    hidden: toSet(check(declaration.hidden, 'hidden'), resource.hidden),
    secret: toSet(check(declaration.secret, 'secret'), resource.secret),
    unique: unique.length > 0 ? unique : resource.unique,
    sample: declaration.sample ?? resource.sample,
    replaceKeeps: declaration.keeps ?? resource.replaceKeeps,
  };
}

/** An inferred id can be a path parameter that no schema shows. */
function isSameId(declared: readonly Pointer[] | undefined, inferred: readonly Pointer[]): boolean {
  return declared?.join(' ') === inferred.join(' ');
}

function declareServerSet(
  { serverSet }: Resource,
  declared: readonly Pointer[] | undefined,
): ReadonlyMap<Pointer, Reason> {
  if (declared === undefined) return serverSet;
  const reason: Reason = { certainty: 'declared', because: 'x-resources says so' };
  return new Map(declared.map((pointer) => [pointer, reason]));
}

/** The key of a declared parent is a path parameter, or the field with its id. */
function declareParent(
  { parent, itemPaths, collectionPaths }: Resource,
  { parent: declared, value }: ResourceDeclaration,
  { bodies }: DeclaredContext,
): Resource['parent'] {
  if (parent === undefined || !declared) return parent;
  const paths = [...itemPaths, ...collectionPaths];
  if (paths.some((path) => path.includes(`{${declared.key}}`))) return parent;
  const field = declared.key.replace(/^\//, '');
  const isField = bodies.some(({ properties }) => properties.has(field));
  if (isField) return { ...parent, field: `/${field}` };
  const names = listFields(bodies);
  const declaration = value.at('parent');
  if (declared.key.startsWith('/')) declaration.with(field).name('field', names);
  const parameters = paths.flatMap((path) => [...path.matchAll(/\{([^}]+)\}/g)]);
  const choices = [...parameters.map(([, name = '']) => name), ...names];
  if (choices.length > 0) declaration.with(field).name('path parameter or field', choices);
  return parent;
}

function checkReferences(
  declared: ReadonlyMap<Pointer, DeclaredValue>,
  { names }: DeclaredContext,
): Map<Pointer, string> {
  const references = new Map<Pointer, string>();
  for (const [pointer, name] of declared) references.set(pointer, name.name('resource', names));
  return references;
}

/** Refuses a field that neither responses nor requests have. Records without named fields can have any. */
function checkFields(
  pointers: readonly Pointer[] | undefined,
  { location }: DeclaredValue,
  { shapes, bodies }: DeclaredContext,
): readonly Pointer[] | undefined {
  const described = bodies.filter(({ properties }) => properties.size > 0);
  const isOpen =
    described.length === 0 || described.some(({ additional }) => additional !== undefined);
  if (isOpen) return pointers;
  for (const pointer of pointers ?? []) {
    const isField = described.some((body) => pointer === '' || shapes.readAt(body, pointer));
    if (isField) continue;
    const names = listFields(described);
    new DeclaredValue(pointer.slice(1), location).name('field', names);
  }
  return pointers;
}

function listFields(bodies: readonly Shape[]): string[] {
  return [...new Set(bodies.flatMap(({ properties }) => [...properties.keys()]))];
}

export function toCopyRule(
  { children, fresh }: CopyDeclaration,
  names: readonly string[],
): CopyRule {
  return {
    children: children.map((child) => child.name('resource', names)),
    fresh: new Set(fresh),
  };
}
