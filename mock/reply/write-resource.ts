import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';

/** A resource as JSON. */
export interface WrittenResource {
  readonly text: string;
  /** The longer texts that stand in there as they are, and where. */
  readonly parts: readonly { name: string; start: number; end: number }[];
}

/** Writes a valid resource as JSON.stringify does, its fields in the order of the schema. */
export type ResourceWriter = (resource: object) => WrittenResource;

/** Formats of texts in which no character is escaped (RFC 3986, section 2; RFC 9562, section 4). */
const plainFormats = new Set<string | undefined>(['uri', 'uuid']);

/** From so many characters on, V8 takes less memory for a part of a text than for a text of its own. */
const leastShared = 17;

/** Joined from texts without escapes, a site is written in less than half the time that JSON.stringify takes. */
export function createResourceWriter(document: OpenApiDocument, schema: Schema): ResourceWriter {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property], at) => {
    const { format } = resolveReference(document, property);
    const start = `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
    return {
      name,
      start,
      quotedStart: `${start}"`,
      isAlwaysPlain: plainFormats.has(format),
      // A UUID is never long, and quicker kept than cut out.
      isShared: format !== 'uuid',
    };
  });
  return (resource) => {
    const values = toFields(resource);
    const parts: { name: string; start: number; end: number }[] = [];
    let text = '{';
    for (const { name, start, quotedStart, isAlwaysPlain, isShared } of fields) {
      const value = values[name];
      if (typeof value === 'string' && (isAlwaysPlain || isPlain(value))) {
        text += quotedStart + value;
        if (isShared && value.length >= leastShared)
          parts.push({ name, start: text.length - value.length, end: text.length });
        text += '"';
      } else if (value !== undefined) text += start + JSON.stringify(value);
    }
    return { text: `${text}}`, parts };
  };
}

/** Lets the longer texts of a resource share the memory of its JSON, so that it takes the same however long they are. */
export function shareTexts(resource: object, { text, parts }: WrittenResource): void {
  const values = toFields(resource);
  for (const { name, start, end } of parts) values[name] = text.slice(start, end);
}

/** Types of resources have no index signature. */
function toFields(resource: object): Record<string, unknown> {
  return resource as Record<string, unknown>;
}

/** Without quotes, backslashes and control characters, and without what may be half a surrogate pair (RFC 8259, section 7). */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x22 || code === 0x5c || code >= 0xd800) return false;
  }
  return true;
}
