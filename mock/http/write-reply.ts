import type { Contract, DocumentedReply, Operation, Schema } from '../../contract/index.ts';
import { isRecord, readPointer } from '../../contract/resolve-reference.ts';
import { ContractBreach } from './contract-breach.ts';
import { createKeptJsonReader, type KeptJsonReader } from './kept-json.ts';

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
  const whole = createReader(readPointer(document, pointer));
  const fields = readFields(schema);
  return (body) => {
    return whole?.read(body) ?? joinFields(body) ?? writeWhole(body);
  };

  function writeWhole(body: unknown): string {
    // What is sent is what is looked at: in the place of a resource there may be its JSON.
    const text = JSON.stringify(body) ?? 'null';
    assertReply(JSON.parse(text));
    return text;
  }

  /** Writes an object around lists of resources; nothing if it is more or less than that. */
  function joinFields(body: unknown): string | undefined {
    if (fields === undefined || !isRecord(body)) return undefined;
    if (Object.keys(body).length !== fields.length) return undefined;
    const envelope: Record<string, unknown> = {};
    let text = '';
    for (const { name, start, items } of fields) {
      const json = items === undefined ? JSON.stringify(body[name]) : items.join(body[name]);
      if (json === undefined) return undefined;
      // The items have been validated; that there is a list, and what else there is, has not.
      envelope[name] = items === undefined ? body[name] : [];
      text += start + json;
    }
    assertReply(envelope);
    return `${text}}`;
  }

  function assertReply(body: unknown): void {
    const faults = validators.reply(operation.id, status, body);
    if (faults.length > 0) throw new ContractBreach(`the reply of ${operation.id}`, faults);
  }

  /** The fields of an object of which one at least is a plain list of resources. */
  function readFields({ properties = {} }: Schema) {
    const all = Object.entries(properties).map(([name, property], at) => {
      const start = `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      return { name, start, items: createItemReader(property) };
    });
    return all.some(({ items }) => items !== undefined) ? all : undefined;
  }

  /** For a plain list of resources. A keyword about the list itself, such as maxItems, has to see the list. */
  function createItemReader({ items, type, description, ...others }: Schema) {
    if (items === undefined || Object.keys(others).length > 0) return undefined;
    return createReader(items);
  }

  function createReader(resource: object): KeptJsonReader | undefined {
    const name = readSchemaName(resource);
    return name === undefined ? undefined : createKeptJsonReader(validators, name);
  }
}

/** The name of the schema under `components` that a reference names. */
function readSchemaName(schema: object): string | undefined {
  const reference = '$ref' in schema ? String(schema.$ref) : '';
  return /^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1];
}
