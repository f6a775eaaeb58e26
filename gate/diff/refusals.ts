import { isRecord } from '../../contract/resolve-reference.ts';
import type { Instances } from './instances.ts';
import type { Pair, PairResult } from './pairs.ts';
import { accepts, encode, isRefused } from './validator.ts';
import type { View, Views } from './views.ts';

/** What the parts of a comparison work with. */
export interface Tools {
  views: Views;
  instances: Instances;
  /** Compares the schemas of a part. */
  compare(pair: Pair): PairResult;
}

/**
 * The values that the sender may send and the receiver refuses.
 * @param values those to try. Default: some near the limits of both
 */
export function* listRefused(
  tools: Tools,
  pair: Pair,
  values?: readonly unknown[],
): Generator<unknown> {
  const { sender, receiver } = pair;
  for (const value of values ?? tools.instances.probes(sender, receiver)) {
    if (!refuses(pair, value) || !accepts(sender.atoms, value)) continue;
    if (isFair(tools, pair, value)) yield value;
  }
}

export function refuses({ receiver, wire }: Pair, value: unknown): boolean {
  const sent = encode(value, wire);
  return sent !== undefined && isRefused(receiver.atoms, sent, wire);
}

/** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
export function isFair(tools: Tools, { sender, receiver }: Pair, value: unknown): boolean {
  const { views } = tools;
  if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
  const ours = listNames(tools, sender);
  const theirs = listNames(tools, receiver);
  const required = views.required(sender);
  for (const name of Object.keys(value)) {
    if (!theirs.has(name) || ours.has(name) || required.has(name)) continue;
    const isForbidden = views.property(receiver, name).types === 0;
    if (!views.declares(sender, name) && !isForbidden) return false;
  }
  return true;
}

/** The names of properties that a view describes, also inside its alternatives. */
function listNames({ views, instances }: Tools, view: View): ReadonlySet<string> {
  const names = new Set(views.names(view));
  for (const inner of instances.listInner(view))
    for (const name of views.names(inner)) names.add(name);
  return names;
}
