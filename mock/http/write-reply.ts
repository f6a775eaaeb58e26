import type { Contract, DocumentedReply, Operation, Schema } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { readStoredList, type StoredJson, toJson } from '../store/stored-json.ts';
import { ContractBreach } from './contract-breach.ts';

/** A field of a reply that is a list, and the mark of the items that were found valid in it. */
interface ListField {
  name: string;
  validFor: object;
}

interface StoredField extends ListField {
  items: readonly StoredJson<unknown>[];
}

const none: readonly never[] = [];

/**
 * Makes the function that validates the body of a documented reply and writes it as JSON. A list straight from the
 * memory store is joined from JSON that exists: each of its items is validated the first time it is shown, and
 * everything around them every time.
 * @throws ContractBreach when the body does not match the reply's schema
 */
export function createReplyWriter(
  { validators }: Contract,
  operation: Operation,
  { status, schema }: DocumentedReply,
): (body: unknown) => string {
  const listFields = findListFields(schema);
  return (body) => {
    const lists = isRecord(body) ? readLists(body) : none;
    if (lists.length === 0 || !isRecord(body)) return writeWhole(body);
    if (lists.every(isValid)) return writeAround(lists, body);
    const text = writeWhole(body);
    for (const { items, validFor } of lists) for (const item of items) item.validFor = validFor;
    return text;
  };

  function readLists(body: Record<string, unknown>): readonly StoredField[] {
    const lists: StoredField[] = [];
    for (const { name, validFor } of listFields) {
      const items = readStoredList(body[name]);
      if (items !== undefined) lists.push({ name, validFor, items });
    }
    return lists;
  }

  function writeWhole(body: unknown): string {
    const text = toJson(body);
    assertReply(body ?? null);
    return text;
  }

  /** The items have been validated; the fields beside their lists have not. */
  function writeAround(lists: readonly StoredField[], body: Record<string, unknown>): string {
    const envelope: Record<string, unknown> = {};
    let text = '';
    for (const name of Object.keys(body)) {
      const list = lists.find((each) => each.name === name);
      const json = list === undefined ? JSON.stringify(body[name]) : joinItems(list.items);
      if (json === undefined) continue;
      envelope[name] = list === undefined ? body[name] : none;
      text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${json}`;
    }
    assertReply(envelope);
    return `${text}}`;
  }

  function assertReply(body: unknown): void {
    const faults = validators.reply(operation.id, status, body);
    if (faults.length > 0) throw new ContractBreach(`the reply of ${operation.id}`, faults);
  }
}

function isValid({ items, validFor }: StoredField): boolean {
  for (const item of items) if (item.validFor !== validFor) return false;
  return true;
}

function joinItems(items: readonly StoredJson<unknown>[]): string {
  const [first, ...others] = items;
  let text = first?.text ?? '';
  for (const item of others) text += `,${item.text}`;
  return `[${text}]`;
}

/** Plain lists: a keyword about the list itself, such as maxItems, has to see its items. */
function findListFields({ properties = {} }: Schema): ListField[] {
  return Object.entries(properties).flatMap(([name, { items, type, description, ...others }]) =>
    items === undefined || Object.keys(others).length > 0 ? [] : [{ name, validFor: {} }],
  );
}
