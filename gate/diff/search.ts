import { isRecord } from '../../contract/resolve-reference.ts';
import type { Pair } from './difference.ts';
import type { Instances } from './instances.ts';
import { accepts, encode } from './validator.ts';
import type { View, Views } from './views.ts';

export type Search = ReturnType<typeof createSearch>;

/** The search for values that the sender may send and the receiver refuses. */
export function createSearch(views: Views, instances: Instances) {
  return { refuses, listRefused, isFair };

  function refuses({ receiver, wire }: Pair, value: unknown): boolean {
    const sent = encode(value, wire);
    return sent !== undefined && accepts(receiver.atoms, sent, wire) === false;
  }

  /** The values that the sender may send and the receiver refuses: those that are given, or some near the limits of both. */
  function* listRefused(pair: Pair, given?: readonly unknown[]): Generator<unknown> {
    const { sender, receiver } = pair;
    for (const value of given ?? instances.probes(sender, receiver))
      if (refuses(pair, value) && accepts(sender.atoms, value) === true && isFair(pair, value))
        yield value;
  }

  /** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
  function isFair({ sender, receiver }: Pair, value: unknown): boolean {
    if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
    const ours = new Set([...listAllNames(sender), ...views.required(sender)]);
    const theirs = listAllNames(receiver);
    const isOurs = (name: string): boolean => ours.has(name) || views.declares(sender, name);
    return Object.keys(value).every(
      (name) => isOurs(name) || !theirs.has(name) || views.property(receiver, name).types === 0,
    );
  }

  /** The names of properties, also of those in alternatives and conditions. */
  function listAllNames(view: View): ReadonlySet<string> {
    const parts = view.atoms.flatMap((atom) => [
      ...[...(atom.anyOf ?? []), ...(atom.oneOf ?? [])],
      ...[atom.if ?? [], atom.then ?? [], atom.else ?? []].flat(),
    ]);
    const inside = parts.flatMap((part) => [...views.names(views.of(part))]);
    return new Set([...views.names(view), ...inside]);
  }
}
