import { isSame, toPointer } from '../../contract/json.ts';
import { TimeOver } from '../../contract/time-limit.ts';
import { type Finding, type Severity, toChangeId, type Witness } from './change.ts';
import type { Comparison } from './comparison.ts';
import { none, type Sample } from './instances.ts';
import type { Difference, Pair, PairResult } from './pairs.ts';
import { UndecidedPattern } from './patterns.ts';
import { phrase, toReason } from './phrases.ts';
import { accepts, encode, isRefused } from './validator.ts';
import type { View } from './views.ts';

/** A part of a request or response that both documents describe. */
export interface ValuePlace extends Pair {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  /** Shows a value within a whole request or response. */
  show(value: unknown, reason: string, provenBy: Witness['provenBy']): Witness;
}

/** A part of a comparison, and how it was reached. */
interface Visit {
  result: PairResult;
  path: readonly string[];
  /** The name of the property or item. */
  name?: string | undefined;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/** Compares the values of a place. Breaks that are proven at another place need no other witness. */
export function comparePlace(values: ValuePlace, { walk, proven }: Comparison): Finding[] {
  const { sender, receiver } = values;
  if (sender.meaning === receiver.meaning) return [];
  const findings = new Findings();
  const addWhole = (kind: 'doubt' | 'note', keyword: string, reason?: string): void => {
    const [schema] = [...receiver.atoms, ...sender.atoms];
    if (schema === undefined) return;
    findings.add(toFinding(values, values, { kind, schema, keyword, reason }, []));
  };
  const queue: Visit[] = [];
  try {
    queue.push({ result: walk.compare(values), path: [] });
  } catch (error) {
    addWhole('doubt', 'not-compared', explainEnd(error));
  }
  const visits = new Map<PairResult, number>();
  for (const visit of queue) {
    const { result } = visit;
    const count = visits.get(result) ?? 0;
    if (count === mostVisits) continue;
    visits.set(result, count + 1);
    const hasUnproven = addDifferences(visit, values, { walk, proven, findings });
    if (count === 0 || hasUnproven) queue.push(...listParts(visit));
  }
  findings.addFailed();
  // The default of a parameter is compared with the parameter.
  if (findings.isEmpty && isSame(toDefault(sender), toDefault(receiver)))
    addWhole('note', 'rewritten');
  return findings.list();
}

/** The findings of a place. A break replaces a weaker finding with the same id. */
class Findings {
  readonly #findings = new Map<string, Finding>();
  /** Breaks that no whole value has shown, until one does. */
  readonly #failed: Finding[] = [];

  get isEmpty(): boolean {
    return this.#findings.size === 0;
  }

  add(finding: Finding): void {
    const severity = this.#findings.get(finding.id)?.severity;
    const isStronger = severity !== 'breaking' && finding.severity === 'breaking';
    if (severity === undefined || isStronger) this.#findings.set(finding.id, finding);
  }

  fail(finding: Finding): void {
    const title = `${finding.title}; no whole value shows an effect`;
    this.#failed.push({ ...finding, severity: 'unproven', title });
  }

  addFailed(): void {
    for (const finding of this.#failed) {
      if (!this.#findings.has(finding.id)) this.add(finding);
    }
  }

  list(): Finding[] {
    return [...this.#findings.values()];
  }
}

/** @returns whether a break could not be shown by a whole value */
function addDifferences(
  visit: Visit,
  values: ValuePlace,
  { walk, proven, findings }: Pick<Comparison, 'walk' | 'proven'> & { findings: Findings },
): boolean {
  const { result, path } = visit;
  let hasUnproven = false;
  for (const difference of result.differences) {
    const finding = toFinding(values, result, difference, path);
    if (difference.kind !== 'break' || proven.has(finding.id)) {
      findings.add(finding);
      continue;
    }
    const value = lift(difference, visit, values, walk);
    if (value === none) {
      hasUnproven = true;
      findings.fail(finding);
      continue;
    }
    proven.add(finding.id);
    const provenBy = difference.isRule === true ? 'rule' : 'validation';
    const witness = () => values.show(value, toReason(difference, path), provenBy);
    findings.add({ ...finding, witness });
  }
  return hasUnproven;
}

function listParts(outer: Visit): Visit[] {
  const { result, path } = outer;
  return result.parts.map(({ result: part, name }) => ({
    result: part,
    name,
    outer,
    path: name === undefined ? path : [...path, name],
  }));
}

/** Why a place could not be compared. */
function explainEnd(error: unknown): string {
  if (error instanceof TimeOver) return 'the time is over (--max-time)';
  if (error instanceof RangeError) return 'its schemas are nested too deeply';
  if (error instanceof UndecidedPattern) return error.message;
  throw error;
}

/** Puts a value into whole values of the place, step by step. */
function lift(
  { value: start, isRule, exact }: Difference,
  visit: Visit,
  values: ValuePlace,
  walk: Comparison['walk'],
): Sample {
  let value = start;
  for (let { name, outer } = visit; outer !== undefined; { name, outer } = outer) {
    const { result: container } = outer;
    const { sender, receiver, wire } = container;
    const isProof = (candidate: unknown): boolean => {
      const sent = encode(candidate, wire);
      if (sent === undefined || !accepts(sender.atoms, candidate)) return false;
      return isRule === true || isRefused(receiver.atoms, sent, wire, exact);
    };
    value = (name === undefined ? [value] : [...walk.embed(container, name, value)]).find(isProof);
    if (value === undefined) return none;
  }
  return encode(value, values.wire) === undefined ? none : value;
}

function toDefault({ atoms }: View): unknown {
  const schema = atoms.find((atom) => atom.default !== undefined);
  return schema?.default?.value;
}

/** Keywords of the document whose pointer ends with a name. */
const named = new Set(['required', 'additionalProperties', 'properties']);

function toFinding(
  values: ValuePlace,
  { sender, receiver }: Pair,
  difference: Difference,
  path: readonly string[],
): Finding {
  const { schema, keyword, detail } = difference;
  const { rule, title } = phrase(values, difference);
  const holder = keyword.startsWith('property-') ? 'properties' : keyword;
  const isPlaced = !['alternative', 'not-compared', 'rewritten'].includes(keyword);
  const tail = detail !== undefined && named.has(holder) ? toPointer(holder, detail) : `/${holder}`;
  const pointer = schema.pointer + (isPlaced ? tail : '');
  const [side, facingSide] = schema.side === 'old' ? ['old', 'new'] : ['new', 'old'];
  const { atoms } = sender.atoms.includes(schema) ? receiver : sender;
  const facingSchema = atoms.find((atom) => atom.pointer !== '');
  const facing = facingSchema?.pointer;
  return {
    id: toChangeId(rule, pointer),
    rule,
    severity: toSeverity(difference),
    [side]: pointer,
    ...(facing !== undefined && { [facingSide]: facing }),
    title: `${values.what}${path.length === 0 ? '' : ` ${toPointer(...path)}`} ${title}`,
  };
}

function toSeverity({ kind, keyword, schema }: Difference): Severity {
  if (kind === 'break') return 'breaking';
  // What only the old document describes may be missing from now on, but it may have been missing before.
  const isLost = keyword === 'property-optional' && schema.side === 'old';
  return kind === 'doubt' || isLost ? 'unproven' : 'compatible';
}
