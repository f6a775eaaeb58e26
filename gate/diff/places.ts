import type { Finding } from './change.ts';
import type { Comparison } from './comparison.ts';
import { none, type Sample } from './instances.ts';
import { isSame } from './json.ts';
import { toFinding, toReason } from './phrases.ts';
import { accepts, encode } from './validator.ts';
import type { View } from './views.ts';
import { type Difference, type Outcome, type Part, type Place, TimeOver } from './walk.ts';

/** A part of a comparison, and how it was reached. */
interface Visit {
  outcome: Outcome;
  path: readonly string[];
  part?: Part;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/** Compares the values of a place. Breaks that are proven at another place need no other witness. */
export function comparePlace(place: Place, { walk, proven }: Comparison): Finding[] {
  const { sender, receiver } = place;
  if (sender.meaning === receiver.meaning) return [];
  const tellWhole = (kind: 'doubt' | 'note', keyword: string, reason?: string): Finding[] => {
    const [schema] = [...receiver.atoms, ...sender.atoms];
    return schema === undefined ? [] : [toFinding(place, { kind, schema, keyword, reason }, [])];
  };
  let root: Outcome;
  try {
    root = walk(place);
  } catch (error) {
    const isDeep = error instanceof RangeError;
    if (!isDeep && !(error instanceof TimeOver)) throw error;
    const reason = isDeep ? 'its schemas are nested too deeply' : 'the time is over (--max-time)';
    return tellWhole('doubt', 'not-compared', reason);
  }
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const known = findings.get(finding.id)?.severity;
    if (known === undefined || (known !== 'breaking' && finding.severity === 'breaking'))
      findings.set(finding.id, finding);
  };
  const visits = new Map<Outcome, number>();
  const failed: Finding[] = [];
  const queue: Visit[] = [{ outcome: root, path: [] }];
  for (const visit of queue) {
    const { outcome, path } = visit;
    const count = visits.get(outcome) ?? 0;
    if (count === mostVisits) continue;
    visits.set(outcome, count + 1);
    let isOpen = count === 0;
    for (const each of outcome.differences) {
      const finding = toFinding(place, each, path);
      const isProven = each.kind !== 'break' || proven.has(finding.id);
      const value = isProven ? undefined : lift(each, visit, place);
      if (isProven) add(finding);
      else if (value === none) {
        isOpen = true;
        const title = `${finding.title}; no whole value shows an effect`;
        failed.push({ ...finding, severity: 'unproven', title });
      } else {
        proven.add(finding.id);
        const provenBy = each.isRule === true ? 'rule' : 'validation';
        const witness = () => place.show(value, toReason(each, path), provenBy);
        add({ ...finding, witness });
      }
    }
    for (const part of isOpen ? outcome.parts : []) {
      const inner = part.name === undefined ? path : [...path, part.name];
      queue.push({ outcome: part.outcome, path: inner, part, outer: visit });
    }
  }
  for (const finding of failed) if (!findings.has(finding.id)) add(finding);
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    return tellWhole('note', 'rewritten');
  return [...findings.values()];
}

/** Puts a value into whole values of the place, step by step. */
function lift({ value: found, isRule, exact }: Difference, visit: Visit, place: Place): Sample {
  let value: unknown = found;
  for (let step: Visit | undefined = visit; step?.part !== undefined; step = step.outer) {
    const { whole, embed } = step.part;
    const { sender, receiver, wire } = whole;
    const isProof = (candidate: unknown): boolean => {
      const sent = encode(candidate, wire);
      if (sent === undefined || accepts(sender.atoms, candidate) !== true) return false;
      return isRule === true || accepts(receiver.atoms, sent, wire, exact) === false;
    };
    let lifted: Sample = none;
    for (const candidate of embed(value))
      if (isProof(candidate)) {
        lifted = candidate;
        break;
      }
    if (lifted === none) return none;
    value = lifted;
  }
  return encode(value, place.wire) === undefined ? none : value;
}

function toDefault({ atoms }: View): unknown {
  return atoms.find((atom) => atom.default)?.default?.value;
}
