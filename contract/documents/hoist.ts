import { isRecord, readAt, toPointer, toReference } from '../resolve-reference.ts';
import { define } from '../values-at.ts';
import { type Bundle, bundleKey } from './bundle.ts';
import { type Part, type PartKind, toPartPointer, walkDocument } from './parts.ts';

type Json = Record<string, unknown>;

/** Where parts of a kind have names. */
export type Sections = Readonly<Partial<Record<PartKind, readonly string[]>>>;

export const componentSections: Sections = {
  schema: ['components', 'schemas'],
  parameter: ['components', 'parameters'],
  response: ['components', 'responses'],
  requestBody: ['components', 'requestBodies'],
  header: ['components', 'headers'],
  example: ['components', 'examples'],
  link: ['components', 'links'],
  callback: ['components', 'callbacks'],
  pathItem: ['components', 'pathItems'],
  securityScheme: ['components', 'securitySchemes'],
};

/** Swagger 2.0. */
export const swaggerSections: Sections = {
  schema: ['definitions'],
  parameter: ['parameters'],
  response: ['responses'],
  securityScheme: ['securityDefinitions'],
};

/**
 * Gives the targets of references outside a document's named sections names in them, so that readers find every named part
 * there: parts of other files get the name of their file, or of their place in it.
 */
export function hoistTargets(bundle: Bundle, sections: Sections): void {
  const { document } = bundle;
  const pointers = new Map<unknown, string>();
  const named: Part[] = [];
  const unnamed: Part[] = [];
  walkDocument(document, (part) => {
    const section = sections[part.kind]?.map((key) => `/${key}`).join('');
    const pointer = toPartPointer(part);
    const isNamed = section !== undefined && pointer.startsWith(`${section}/`);
    if (isNamed) pointers.set(part.value, pointer);
    if (typeof part.value['$ref'] === 'string') {
      const list = isNamed ? named : unnamed;
      list.push(part);
    }
  });
  for (const part of named) takeTarget(document, part, pointers);
  for (const part of [...named, ...unnamed]) hoistTarget(bundle, sections, part, pointers);
  delete document[bundleKey];
}

/** A named part that is only a reference to another file becomes its target. */
function takeTarget(document: Json, part: Part, pointers: Map<unknown, string>): void {
  const pointer = toPointer(String(part.value['$ref']));
  const target = readAt(document, pointer);
  const isOnlyReference = Object.keys(part.value).length === 1;
  if (!isRecord(target) || !pointer.startsWith(`/${bundleKey}/`) || !isOnlyReference) return;
  if (pointers.has(target)) return;
  delete part.value['$ref'];
  Object.assign(part.value, target);
  pointers.set(target, toPartPointer(part));
}

function hoistTarget(
  bundle: Bundle,
  sections: Sections,
  { kind, value }: Part,
  pointers: Map<unknown, string>,
): void {
  const { document } = bundle;
  // Another part may have taken the place of the reference.
  if (typeof value['$ref'] !== 'string') return;
  const pointer = toPointer(value['$ref']);
  const target = readAt(document, pointer);
  const section = sections[kind];
  const isOutside = pointer.startsWith(`/${bundleKey}/`) || sections === swaggerSections;
  if (!isRecord(target) || section === undefined || !isOutside) return;
  const earlier = pointers.get(target);
  const name = toName(bundle, pointer);
  const hoisted = earlier ?? addNamed(document, section, name, target);
  pointers.set(target, hoisted);
  value['$ref'] = toReference(hoisted);
}

/** The name of a part: the last key of its pointer, or the name of its file. */
function toName({ fileNames }: Pick<Bundle, 'fileNames'>, pointer: string): string {
  const last = pointer.split('/').at(-1) ?? '';
  const isFile = pointer === `/${bundleKey}/${last}`;
  const name = (isFile ? fileNames[Number(last)] : undefined) ?? last;
  return name.replaceAll(/[^\w.-]+/g, '_');
}

/** Adds a part under a free name. Returns its pointer. */
function addNamed(document: Json, section: readonly string[], name: string, target: Json): string {
  let owner = document;
  for (const key of section) {
    const inner = owner[key];
    const next: Json = isRecord(inner) ? inner : {};
    owner[key] = next;
    owner = next;
  }
  let free = name;
  for (let count = 2; Object.hasOwn(owner, free) && owner[free] !== target; count += 1)
    free = `${name}${count}`;
  define(owner, free, target);
  return `/${[...section, free].join('/')}`;
}
