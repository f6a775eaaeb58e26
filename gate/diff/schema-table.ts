import { anyType, listChildren, type Schema, type Side } from './schemas.ts';
import { hide, listHidden, simplify } from './simplify-schemas.ts';

/** Every schema of both documents, in both directions. */
export class SchemaTable {
  readonly all: Schema[] = [];
  /** The schema that allows every value. */
  readonly any: Schema;
  /** The schema that allows no value. */
  readonly never: Schema;
  /** What completes the schemas that were referred to, but not read. */
  readonly #pending: (() => void)[] = [];

  constructor() {
    this.any = this.create('old', '', {});
    this.never = this.create('old', '', { types: 0 });
  }

  create(side: Side, pointer: string, keywords: Partial<Schema>): Schema {
    const schema: Schema = { id: this.all.length, side, pointer, types: anyType, ...keywords };
    this.all.push(schema);
    return schema;
  }

  /** Postpones the reading of a schema, as it may contain itself. */
  postpone(complete: () => void): void {
    this.#pending.push(complete);
  }

  /** Reads all schemas, then simplifies them. */
  settle(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
    const hidden = this.all.map(listHidden);
    for (const [index, schema] of this.all.entries()) hide(schema, hidden[index] ?? []);
    const sorted = sortInnermostFirst(this.all);
    for (const schema of sorted) simplify(schema, this.any);
    // In a loop of references, a schema came before one of its parts.
    for (const schema of sorted) simplify(schema, this.any);
  }
}

/** Parts before the schemas that contain them, whatever the order in the document. */
function sortInnermostFirst(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const sorted = new Set<Schema>();
  const entered = new Set<Schema>();
  const stack = schemas.toReversed();
  for (let schema = stack.at(-1); schema !== undefined; schema = stack.at(-1)) {
    if (entered.has(schema)) {
      sorted.add(schema);
      stack.pop();
      continue;
    }
    entered.add(schema);
    for (const [, , child] of listChildren(schema)) if (!entered.has(child)) stack.push(child);
  }
  return sorted;
}
