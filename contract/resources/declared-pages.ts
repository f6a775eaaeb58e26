import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { escapePointer, isRecord } from '../resolve-reference.ts';
import { assign, type ListDeclaration } from './list-declaration.ts';
import type { Pointer } from './model.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/**
 * Reads how a list is paged from the extensions of SDK generators and of Azure.
 * @param body the response
 */
export function readDeclaredPages(
  document: OpenApiDocument,
  { object, parameters }: Operation,
  body: Shape | undefined,
  shapes: ShapeReader,
): ListDeclaration | undefined {
  const extensions = new Map<string, unknown>(Object.entries(object));
  const shared = new Map<string, unknown>(Object.entries(document)).get('x-fern-pagination');
  const fern = extensions.get('x-fern-pagination');
  const declaration =
    readFern(fern === true ? shared : fern) ??
    readSpeakeasy(extensions.get('x-speakeasy-pagination')) ??
    readAzure(extensions.get('x-ms-pageable'));
  return declaration ?? readStainless(parameters, body, shapes);
}

/** `{ cursor: $request.cursor, next_cursor: $response.next, results: $response.results }`, or `offset` for `cursor`. */
function readFern(pages: unknown): ListDeclaration | undefined {
  if (!isRecord(pages)) return undefined;
  const declaration: ListDeclaration = {};
  const cursor = readRequestName(pages['cursor']);
  const offset = readRequestName(pages['offset']);
  if (cursor !== undefined) Object.assign(declaration, { style: 'cursor', position: cursor });
  if (offset !== undefined) Object.assign(declaration, toNumberedPages(offset));
  assign(declaration, 'next', toPointer(pages['next_cursor'], '$response'));
  assign(declaration, 'items', toPointer(pages['results'], '$response'));
  assign(declaration, 'more', toPointer(pages['has-next-page'], '$response'));
  if (declaration.next !== undefined) declaration.cursorFrom = 'next';
  return declaration;
}

/** Fern and Speakeasy call page numbers and offsets the same. */
function toNumberedPages(position: string): ListDeclaration {
  return { style: /page/i.test(position) ? 'page' : 'offset', position };
}

function readRequestName(text: unknown): string | undefined {
  return typeof text === 'string' ? /^\$request\.([^.]+)$/.exec(text)?.[1] : undefined;
}

/** `{ inputs: [{ name: page, in: parameters, type: page }], outputs: { results: $.data, nextCursor: $.next } }` */
function readSpeakeasy(pages: unknown): ListDeclaration | undefined {
  if (!isRecord(pages)) return undefined;
  const declaration: ListDeclaration = {};
  const inputs: readonly unknown[] = Array.isArray(pages['inputs']) ? pages['inputs'] : [];
  for (const input of inputs.filter(isRecord)) {
    const { name, type } = input;
    if (typeof name !== 'string' || input['in'] !== 'parameters') continue;
    if (type === 'limit') declaration.size = name;
    else if (type === 'page' || type === 'offset' || type === 'cursor') {
      Object.assign(declaration, { style: type, position: name });
    }
  }
  const outputs = isRecord(pages['outputs']) ? pages['outputs'] : {};
  assign(declaration, 'items', toPointer(outputs['results'], '$'));
  const cursor = outputs['nextCursor'];
  const isLastId = typeof cursor === 'string' && /\[-1\]|\[\(@\.length-1\)\]/.test(cursor);
  const url = toPointer(outputs['nextUrl'], '$');
  assign(declaration, 'next', url ?? toPointer(cursor, '$'));
  if (url !== undefined) declaration.nextIsUrl = true;
  if (declaration.style === 'cursor') declaration.cursorFrom = isLastId ? 'last-id' : 'next';
  return declaration;
}

/** `{ nextLinkName: nextLink, itemName: value }` */
function readAzure(pages: unknown): ListDeclaration | undefined {
  if (!isRecord(pages)) return undefined;
  const { itemName = 'value', nextLinkName } = pages;
  const declaration: ListDeclaration = { items: `/${escapePointer(String(itemName))}` };
  if (typeof nextLinkName !== 'string') return declaration;
  const next = `/${nextLinkName.split('.').map(escapePointer).join('/')}`;
  return { ...declaration, next, nextIsUrl: true };
}

/** What the purposes of Stainless mean for parameters, by purpose. */
const parameterPurposes: Readonly<Record<string, (name: string) => ListDeclaration>> = {
  next_cursor_param: (position) => ({ style: 'cursor', position, cursorFrom: 'next' }),
  next_cursor_id_param: (position) => ({ style: 'cursor', position, cursorFrom: 'last-id' }),
  page_number_param: (position) => ({ style: 'page', position }),
  offset_count_param: (position) => ({ style: 'offset', position }),
};

/** The same for fields of the response. */
const fieldPurposes: Readonly<Record<string, (pointer: Pointer) => ListDeclaration>> = {
  items: (items) => ({ items }),
  next_cursor_field: (next) => ({ next }),
  cursor_url_field: (next) => ({ next, nextIsUrl: true }),
  offset_total_count_field: (total) => ({ total }),
  has_next_page: (more) => ({ more }),
};

/** `x-stainless-pagination-property: { purpose: next_cursor_param }` at parameters, and at fields of the response. */
function readStainless(
  parameters: Operation['parameters'],
  body: Shape | undefined,
  shapes: ShapeReader,
): ListDeclaration | undefined {
  const declaration: ListDeclaration = {};
  for (const { name, schema } of parameters) {
    const purpose = readPurpose(schema);
    if (purpose !== undefined) Object.assign(declaration, parameterPurposes[purpose]?.(name));
  }
  for (const [pointer, schema] of listFields(body, shapes)) {
    const purpose = readPurpose(schema);
    if (purpose !== undefined) Object.assign(declaration, fieldPurposes[purpose]?.(pointer));
  }
  return Object.keys(declaration).length === 0 ? undefined : declaration;
}

function readPurpose(schema: unknown): string | undefined {
  const property = isRecord(schema) ? schema['x-stainless-pagination-property'] : undefined;
  const purpose = isRecord(property) ? property['purpose'] : undefined;
  return typeof purpose === 'string' ? purpose : undefined;
}

/** The fields of a response, two levels deep. */
function listFields(
  body: Shape | undefined,
  shapes: ShapeReader,
  base: Pointer = '',
): [Pointer, unknown][] {
  const fields: [Pointer, unknown][] = [];
  for (const [name, property] of body?.properties ?? []) {
    const pointer = `${base}/${escapePointer(name)}`;
    fields.push([pointer, property.schema]);
    if (base === '') fields.push(...listFields(shapes.read(property), shapes, pointer));
  }
  return fields;
}

/** `$response.data.items` or `$.data.items` → `/data/items`. Undefined for other expressions. */
function toPointer(path: unknown, root: string): Pointer | undefined {
  if (typeof path !== 'string' || !path.startsWith(root)) return undefined;
  const names = path.slice(root.length).replace(/\[\*\]$/, '');
  if (!/^(?:\.[\w-]+)*$/.test(names)) return undefined;
  // These names have no character that a pointer escapes.
  return names.replaceAll('.', '/');
}
