import type { Contract, DocumentedReply, Operation, Schema } from '../../contract/index.ts';
import { isRecord, readPointer } from '../../contract/resolve-reference.ts';
import { ContractBreach } from './contract-breach.ts';
import { readKeptJson } from './kept-json.ts';

/**
 * Makes the function that writes the body of a documented reply as JSON. Nothing leaves it unvalidated: resources
 * that were validated when they were made are joined as the texts that they carry, everything around them is
 * validated now.
 * @throws ContractBreach when the body is not what the reply's schema says
 */
export function createReplyWriter(
  { document, validators }: Contract,
  operation: Operation,
  { status, schema, pointer }: DocumentedReply,
): (body: unknown) => string {
  const whole = readSchemaName(readPointer(document, pointer));
  const lists = readLists(schema);
  return (body) => {
    const kept = whole === undefined ? undefined : readKeptJson(body, whole);
    if (kept !== undefined) return kept;
    return (isRecord(body) ? joinLists(body) : undefined) ?? writeWhole(body);
  };

  function writeWhole(body: unknown): string {
    assertReply(body);
    return JSON.stringify(body);
  }

  /** Writes an object around lists of resources, or nothing when one of them carries no text. */
  function joinLists(body: Record<string, unknown>): string | undefined {
    if (lists.size === 0) return undefined;
    const envelope: Record<string, unknown> = {};
    let text = '';
    for (const name of Object.keys(body)) {
      const value = body[name];
      const itemSchema = lists.get(name);
      const joined = itemSchema === undefined ? undefined : joinItems(value, itemSchema);
      if (itemSchema !== undefined && joined === undefined) return undefined;
      // Its items have been validated; that there is a list, and what else there is, has not.
      envelope[name] = joined === undefined ? value : [];
      text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${joined ?? JSON.stringify(value)}`;
    }
    assertReply(envelope);
    return `${text}}`;
  }

  function assertReply(body: unknown): void {
    const faults = validators.reply(operation.id, status, body);
    if (faults.length > 0) throw new ContractBreach(`the reply of ${operation.id}`, faults);
  }
}

function joinItems(items: unknown, schema: string): string | undefined {
  if (!Array.isArray(items)) return undefined;
  let text = '';
  for (const item of items) {
    const kept = readKeptJson(item, schema);
    if (kept === undefined) return undefined;
    text += text === '' ? kept : `,${kept}`;
  }
  return `[${text}]`;
}

/** The names of the properties that are plain lists of a named schema, with the name of that schema. */
function readLists({ properties = {} }: Schema): ReadonlyMap<string, string> {
  const lists = new Map<string, string>();
  for (const [name, property] of Object.entries(properties)) {
    const { items, type, description, ...others } = property;
    const schema = items === undefined ? undefined : readSchemaName(items);
    // A keyword about the list itself, such as maxItems, has to see the list.
    if (schema !== undefined && Object.keys(others).length === 0) lists.set(name, schema);
  }
  return lists;
}

/** The name of the schema under `components` that a reference names. */
function readSchemaName(schema: object): string | undefined {
  const reference = '$ref' in schema ? String(schema.$ref) : '';
  return /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
}
