import { none, type Sample } from './instances.ts';
import { isSame } from './json.ts';
import { type Finding, toFinding, toReason, toWholeFinding } from './phrases.ts';
import { accepts, encode } from './validator.ts';
import type { View } from './views.ts';
import {
  type Difference,
  type Outcome,
  type Part,
  type Place,
  TimeOver,
  type Walk,
} from './walk.ts';

/** A part of a comparison, and how it was reached. */
interface Visit {
  outcome: Outcome;
  path: readonly string[];
  part?: Part;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/**
 * Compares the values of a place.
 * @param proven ids of breaks that need no other proof; grows
 */
export function comparePlace(place: Place, compare: Walk, proven: Set<string>): Finding[] {
  const { sender, receiver } = place;
  if (sender.meaning === receiver.meaning) return [];
  let root: Outcome;
  try {
    root = compare(place);
  } catch (error) {
    const isDeep = error instanceof RangeError;
    if (!isDeep && !(error instanceof TimeOver)) throw error;
    const reason = isDeep ? 'its schemas are nested too deeply' : 'the time is over (--max-time)';
    return [toWholeFinding(place, 'not-compared', `is not compared: ${reason}`)];
  }
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const key = `${finding.rule}:${finding.pointer}`;
    const known = findings.get(key)?.severity;
    if (known === undefined || (known !== 'breaking' && finding.severity === 'breaking'))
      findings.set(key, finding);
  };
  const visits = new Map<Outcome, number>();
  const failed: Finding[] = [];
  const queue: Visit[] = [{ outcome: root, path: [] }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { outcome, path } = next;
    const count = visits.get(outcome) ?? 0;
    visits.set(outcome, count + 1);
    let isOpen = count === 0;
    for (const each of outcome.differences) {
      const finding = toFinding(place, each, path);
      const key = `${finding.rule}:${finding.pointer}`;
      if (each.kind !== 'break') {
        if (count === 0) add(finding);
      } else if (proven.has(key)) add(finding);
      else {
        const value = lift(each, next, place);
        if (value === none) {
          isOpen = true;
          failed.push(finding);
          continue;
        }
        proven.add(key);
        const provenBy = each.isRule === true ? 'rule' : 'validation';
        add({ ...finding, witness: { value, provenBy, reason: toReason(each, path) } });
      }
    }
    if (isOpen && count + 1 < mostVisits)
      for (const part of outcome.parts)
        if ((visits.get(part.outcome) ?? 0) < mostVisits) {
          const inner = part.name === undefined ? path : [...path, part.name];
          queue.push({ outcome: part.outcome, path: inner, part, outer: next });
        }
  }
  for (const finding of failed) {
    const title = `${finding.title}; no whole value shows an effect`;
    if (!findings.has(`${finding.rule}:${finding.pointer}`))
      add({ ...finding, severity: 'unproven', title });
  }
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    add(toWholeFinding(place, 'rewritten', 'is described differently, with the same values'));
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
