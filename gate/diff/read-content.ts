import type { Part } from '../../contract/documents/references.ts';
import { isSame, type JsonObject } from '../../contract/json.ts';
import type { ApiContent, ApiEncoding, ApiField } from './api.ts';
import type { DocumentParts } from './document-parts.ts';
import { toMediaType } from './media-types.ts';
import type { Way } from './schemas.ts';
import { json, type Wire } from './validator.ts';

/** Where a parameter or a header is sent. */
interface FieldPlace {
  way: Way;
  in: string;
  name: string;
}

/** Reads a parameter or a header. */
export function readField(
  parts: DocumentParts,
  { value, pointer }: Part,
  { way, in: location, name }: FieldPlace,
): ApiField {
  const isDescribed = value['schema'] !== undefined;
  const content = isDescribed ? undefined : readContent(parts, { value, pointer }, way)[0];
  const style = toStyle(value, location === 'query' || location === 'cookie' ? 'form' : 'simple');
  return {
    name,
    in: location,
    pointer,
    style,
    key: `${location} ${location === 'header' ? name.toLowerCase() : name}`,
    isRequired: value['required'] === true || location === 'path',
    isDeprecated: value['deprecated'] === true,
    allowsEmpty: location === 'query' && value['allowEmptyValue'] === true,
    allowsReserved: location === 'query' && value['allowReserved'] === true,
    schema: isDescribed ? parts.readSchema(`${pointer}/schema`, way) : content?.schema,
    mediaType: content?.mediaType,
    wire: content?.wire ?? toFieldWire(style, location),
  };
}

/** Reads the media types of a body, a response or a parameter. */
export function readContent(parts: DocumentParts, owner: Part, way: Way): ApiContent[] {
  return parts.list(owner, 'content').map((content) => {
    const { name, value, pointer } = content;
    const mediaType = toMediaType(name);
    const isAny = isSame(value['schema'] ?? {}, {});
    const schema = isAny ? undefined : parts.readSchema(`${pointer}/schema`, way);
    const encodings = readEncodings(parts, mediaType, content);
    return { mediaType, pointer, wire: toWire(mediaType), schema, encodings };
  });
}

/** How each part of a form or multipart body is encoded, with defaults (OpenAPI, "Encoding Object"). */
function readEncodings(
  parts: DocumentParts,
  mediaType: string,
  content: Part,
): Map<string, ApiEncoding> {
  const encodings = new Map<string, ApiEncoding>();
  const isForm = mediaType.startsWith('application/x-www-form-urlencoded');
  if (!isForm && !mediaType.startsWith('multipart/')) return encodings;
  const properties = parts.find(parts.find(content, 'schema'), 'properties');
  const described = { ...properties.value, ...Object(content.value['encoding']) };
  for (const name of Object.keys(described)) {
    const { value, pointer } = parts.find(content, 'encoding', name);
    const isStyled = ['style', 'explode', 'allowReserved'].some((key) => key in value);
    const types = value['contentType'] ?? toContentType(parts, properties, name);
    const headers = parts.list(content, 'encoding', name, 'headers');
    const required = headers.filter((header) => header.value['required'] === true);
    const terms = {
      contentType: String(types)
        .toLowerCase()
        .split(/\s*,\s*/),
      style: isForm || isStyled ? toStyle(value, 'form') : '',
      allowReserved: value['allowReserved'] === true,
      headers: required.map((header) => header.name.toLowerCase()),
    };
    encodings.set(name, { pointer, terms });
  }
  return encodings;
}

/** Lists inside lists are followed to this depth, in case one contains itself. */
const mostLists = 4;

/** The media type of a part without `contentType`. */
function toContentType(parts: DocumentParts, owner: Part, name: string, depth = 0): string {
  if (!(name in owner.value) || depth > mostLists) return 'text/plain';
  const part = parts.find(owner, name);
  const { type, format, contentMediaType } = part.value;
  if (typeof contentMediaType === 'string') return contentMediaType;
  const types = [type].flat();
  if (types.includes('array')) return toContentType(parts, part, 'items', depth + 1);
  if (types.includes('object') || 'properties' in part.value) return 'application/json';
  const isBytes = format === 'binary' || Object.keys(part.value).length === 0;
  return isBytes ? 'application/octet-stream' : 'text/plain';
}

/** The style of a parameter, a header or a part of a form. A list or an object depends on it. */
function toStyle({ style = '', explode }: JsonObject, fallback: string): string {
  const written = String(style || fallback);
  if (written === 'deepObject') return written;
  return (explode ?? written === 'form') === true ? `${written}, explode` : written;
}

function toWire(mediaType: string): Wire {
  if (mediaType.startsWith('multipart/')) return { isText: true, isMultipart: true };
  if (/[/+]xml\b/.test(mediaType)) return { isText: true, isXml: true };
  return /json|yaml|event-stream|msgpack|cbor|\*/.test(mediaType) ? json : { isText: true };
}

function toFieldWire(style: string, location: string): Wire {
  const isSplit = style.includes('explode') && !style.startsWith('simple');
  if (isSplit || style === 'deepObject') return { isText: true, empty: '[]' };
  const wire: Wire = { isText: true, separator: toSeparator(style) };
  return location === 'path' ? { ...wire, empty: '' } : wire;
}

function toSeparator(style: string): string {
  if (style.startsWith('pipe')) return '|';
  return style.startsWith('space') ? ' ' : ',';
}
