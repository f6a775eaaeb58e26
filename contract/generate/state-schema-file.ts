import { parse } from 'yaml';
import type { OpenApiDocument } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';
import { expandFields } from './expand-fields.ts';

interface ControlDocument {
  components: { schemas: Record<string, Record<string, unknown>> };
}

const start = '#/components/schemas/';

/** The form of fixtures as a JSON Schema of its own, for editors: that in which the control surface takes a state. */
export function toStateSchemaFile(text: string, service: OpenApiDocument): Record<string, string> {
  const control: ControlDocument = parse(text);
  const { components } = expandFields(control, service, true);
  const { schemas } = components;
  const used = new Map<string, unknown>();
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (!isRecord(value)) return value;
    const { $ref } = value;
    if (typeof $ref === 'string' && $ref.startsWith(start))
      return { $ref: use($ref.slice(start.length)) };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner)]));
  };
  const use = (name: string): string => {
    if (!used.has(name)) {
      used.set(name, undefined);
      used.set(name, inline(schemas[name]));
    }
    return `#/$defs/${name}`;
  };
  const body = inline(schemas['StateReplacement']);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:site-contract:state:1',
    $comment:
      'Generated from spec/control.yaml by `npm run generate`. Do not edit: change the document.',
    title: 'A state of the site-contract mock',
    ...(isRecord(body) ? body : {}),
    $defs: Object.fromEntries(used),
  };
  return { '../spec/state.schema.json': `${joinLists(JSON.stringify(schema, null, 2))}\n` };
}

/** Lists of texts stand in one line, as the formatter has them. */
function joinLists(json: string): string {
  return json.replaceAll(/\[\s+("[^[\]{}]*")\s+\]/g, (_, items: string) => {
    return `[${items.replaceAll(/,\s+"/g, ', "')}]`;
  });
}
