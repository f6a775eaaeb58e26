import {
  type AssumptionId,
  type Contract,
  type Fault,
  mostFaults,
  type Schema,
} from '../../../contract/index.ts';
import { escapePointer, isRecord, resolveReference } from '../../../contract/resolve-reference.ts';
import type { TextRule } from './host-url.ts';
import type { TextRules } from './text-rules.ts';

/** Adds the faults of a value. What has the wrong type is left to the schema. */
type Check = (value: unknown, pointer: string, faults: Fault[]) => void;

/**
 * Makes the check of the rules that a body schema names by its assumptions, beyond what the schema says by itself.
 * @param skipped assumptions whose rules are left out
 */
export function createBodyRules(
  { document, assumptions }: Contract,
  bodySchema: Schema,
  rules: TextRules,
  skipped: readonly AssumptionId[] = [],
): (body: unknown) => Fault[] {
  const refusesUnknown = assumptions['unknown-fields'] === 'refused';
  const check = toCheck(bodySchema);
  return (body) => {
    const faults: Fault[] = [];
    check?.(body, '', faults);
    return faults;
  };

  function toCheck(unresolved: Schema): Check | undefined {
    const schema = resolveReference<Schema>(document, unresolved);
    const { properties, items, 'x-assumptions': ids = [] } = schema;
    if (properties !== undefined) return toObjectCheck(properties);
    if (items !== undefined) return toArrayCheck(items);
    const texts = Object.entries(rules).flatMap(([id, rule]) =>
      rule !== undefined && ids.includes(id) && !skipped.some((other) => other === id)
        ? [rule]
        : [],
    );
    return texts.length === 0 ? undefined : toTextCheck(texts);
  }

  function toObjectCheck(properties: Record<string, Schema>): Check | undefined {
    const names = new Set(Object.keys(properties));
    const checks = Object.entries(properties).flatMap(([name, property]) => {
      const checkField = toCheck(property);
      return checkField === undefined ? [] : [{ name, token: escapePointer(name), checkField }];
    });
    if (checks.length === 0 && !refusesUnknown) return undefined;
    return (value, pointer, faults) => {
      if (!isRecord(value)) return;
      for (const { name, token, checkField } of checks) {
        const field = value[name];
        if (field !== undefined) checkField(field, `${pointer}/${token}`, faults);
      }
      if (refusesUnknown) addUnknownFields(value, names, pointer, faults);
    };
  }

  function toArrayCheck(items: Schema): Check | undefined {
    const checkItem = toCheck(items);
    if (checkItem === undefined) return undefined;
    return (value, pointer, faults) => {
      if (!Array.isArray(value)) return;
      for (let at = 0; at < value.length && faults.length < mostFaults; at += 1) {
        checkItem(value[at], `${pointer}/${at}`, faults);
      }
    };
  }
}

function toTextCheck(rules: readonly TextRule[]): Check {
  return (value, pointer, faults) => {
    if (typeof value !== 'string') return;
    for (const rule of rules) {
      const detail = rule(value);
      if (detail !== undefined) faults.push({ pointer, detail });
    }
  };
}

function addUnknownFields(
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
  pointer: string,
  faults: Fault[],
): void {
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue;
    if (faults.length >= mostFaults) return;
    faults.push({ pointer: `${pointer}/${escapePointer(name)}`, detail: 'is not a known field' });
  }
}
