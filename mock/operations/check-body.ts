import {
  type AssumptionId,
  type Contract,
  type Fault,
  mostFaults,
  type Operation,
  type Schema,
} from '../../contract/index.ts';
import { escapePointer, isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import { skippable, type TextRules } from './text-rules.ts';

/** What is wrong with a body, beyond its types, and its fields that the schema does not define. */
interface Findings {
  faults: Fault[];
  /** JSON Pointers. */
  unknown: string[];
}

/** Adds the findings of a value. Wrong types are left to the schema. */
type Find = (value: unknown, pointer: string, found: Findings) => void;

/** The faults of a body, and JSON Pointers to the fields that are ignored. */
export interface CheckedBody {
  faults: readonly Fault[];
  ignored: readonly string[];
}

/** Creates the step that finds the faults of a body, up to `mostFaults`: those of its schema, and of further rules. */
export function createBodyCheck(contract: Contract, operation: Operation, rules: TextRules) {
  const { document, validators, assumptions } = contract;
  const schema = operation.requestBody?.schema ?? {};
  const find = createFind(document, schema, rules);
  const findUnskippable = createFind(document, schema, rules, skippable);
  const refusesUnknown = assumptions['unknown-fields'] === 'refused';
  const refusesEmpty =
    operation.assumptions.includes('empty-update') && assumptions['empty-update'] === 'refused';
  const names = Object.keys(schema.properties ?? {});
  return (body: unknown, parameters: object): CheckedBody => {
    const faults = validators.body(operation.id, body);
    const skips = 'skipValidation' in parameters && parameters.skipValidation === 'true';
    const found: Findings = { faults: [], unknown: [] };
    (skips ? findUnskippable : find)?.(body, '', found);
    if (refusesEmpty && isRecord(body) && !names.some((name) => Object.hasOwn(body, name)))
      found.faults.push({ pointer: '', detail: `must have at least one of ${names.join(', ')}` });
    if (refusesUnknown)
      for (const pointer of found.unknown)
        found.faults.push({ pointer, detail: 'is not a known field' });
    return { faults: joinFaults(faults, found.faults), ignored: found.unknown };
  };
}

/** Further rules are skipped where a value already violates its schema. */
function joinFaults(faults: readonly Fault[], broken: readonly Fault[]): readonly Fault[] {
  if (broken.length === 0) return faults;
  const places = new Set(faults.map(({ pointer }) => pointer));
  const further = broken.filter(({ pointer }) => !places.has(pointer));
  return [...faults, ...further].slice(0, mostFaults);
}

/** @param skipped assumptions whose rules are left out */
function createFind(
  document: Contract['document'],
  unresolved: Schema,
  rules: TextRules,
  skipped: readonly AssumptionId[] = [],
): Find | undefined {
  const schema = resolveReference<Schema>(document, unresolved);
  const { properties, items, 'x-assumptions': ids = [] } = schema;
  const descend = (inner: Schema) => createFind(document, inner, rules, skipped);
  if (properties !== undefined)
    return findInObject(
      new Map(Object.entries(properties).map(([name, field]) => [name, descend(field)])),
    );
  const findInItem = items && descend(items);
  if (findInItem !== undefined) return findInArray(findInItem);
  const own = Object.entries(rules).flatMap(([id, rule]) =>
    rule !== undefined && ids.includes(id) && !skipped.some((other) => other === id) ? [rule] : [],
  );
  if (own.length === 0) return undefined;
  return (value, pointer, { faults }) => {
    if (typeof value !== 'string') return;
    for (const rule of own) {
      const detail = rule(value);
      if (detail !== undefined) faults.push({ pointer, detail });
    }
  };
}

function findInObject(fields: ReadonlyMap<string, Find | undefined>): Find {
  const checked = [...fields].flatMap(([name, find]) =>
    find === undefined ? [] : [{ name, token: escapePointer(name), find }],
  );
  return (value, pointer, found) => {
    if (!isRecord(value)) return;
    for (const { name, token, find } of checked)
      if (value[name] !== undefined) find(value[name], `${pointer}/${token}`, found);
    for (const name of Object.keys(value)) {
      if (found.unknown.length >= mostFaults) return;
      if (!fields.has(name)) found.unknown.push(`${pointer}/${escapePointer(name)}`);
    }
  };
}

function findInArray(findInItem: Find): Find {
  return (value, pointer, found) => {
    if (!Array.isArray(value)) return;
    for (let at = 0; at < value.length; at += 1) {
      if (found.faults.length >= mostFaults || found.unknown.length >= mostFaults) return;
      findInItem(value[at], `${pointer}/${at}`, found);
    }
  };
}
