import { TimeOver } from '../../contract/time-limit.ts';
import { compareAlternatives, compareOverlaps, compareToParent } from './compare-alternatives.ts';
import { compareDiscriminators } from './compare-discriminators.ts';
import { compareKeywords } from './compare-keywords.ts';
import { compareItems, compareProperties, compareXml, embed } from './compare-properties.ts';
import { type Instances, listFinite } from './instances.ts';
import { createResult, type Pair, type PairResult, report } from './pairs.ts';
import type { Tools } from './refusals.ts';
import { bits } from './schemas.ts';
import type { Union, View, Views } from './views.ts';

/**
 * Compares schemas of a sender and a receiver. Everything serves one question: is there a value that the sender may send and
 * the receiver refuses?
 */
export class Walk implements Tools {
  readonly views: Views;
  readonly instances: Instances;
  readonly #isOver: () => boolean;
  readonly #results = new Map<string, PairResult>();

  /** @param isOver whether the time for the comparison is over */
  constructor(views: Views, instances: Instances, isOver: () => boolean) {
    this.views = views;
    this.instances = instances;
    this.#isOver = isOver;
  }

  /** @throws TimeOver */
  compare(pair: Pair): PairResult {
    const { sender, receiver, wire, hasRules } = pair;
    const result = createResult(pair);
    if (sender.meaning === receiver.meaning || sender.types === 0) return result;
    if (this.#isOver()) throw new TimeOver('the time is over');
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const cached = this.#results.get(key);
    if (cached !== undefined) return cached;
    // Schemas that contain themselves find this one.
    this.#results.set(key, result);
    try {
      this.#fill(result);
    } catch (error) {
      this.#results.delete(key);
      throw error;
    }
    return result;
  }

  /** Puts the value of a property or an item into whole values. */
  embed(pair: Pair, name: string, value: unknown): Generator<unknown> {
    return embed(this, pair, name, value);
  }

  /** Compares alternatives first, then, within each of them, what is left: keywords, properties and items. */
  #fill(pair: PairResult): void {
    if (reportOpaque(pair)) return;
    const { sender, receiver } = pair;
    const unions = this.views.unions(sender);
    const facing = this.views.unions(receiver);
    const ours = findOwn(unions, facing);
    const theirs = findOwn(facing, unions);
    const values = listAll(sender);
    compareDiscriminators(this, pair);
    if (values !== undefined) compareKeywords(this, pair, values);
    else if (ours === undefined && theirs === undefined) this.#fillParts(pair);
    else this.#fillAlternatives(pair, ours, theirs);
  }

  #fillAlternatives(pair: PairResult, ours: Union | undefined, theirs: Union | undefined): void {
    if (theirs !== undefined) compareOverlaps(this, pair, theirs);
    if (ours === undefined && theirs?.atom.isParent) compareToParent(this, pair, theirs);
    else compareAlternatives(this, pair, ours, theirs);
  }

  #fillParts(pair: PairResult): void {
    compareKeywords(this, pair, undefined);
    const types = pair.sender.types & pair.receiver.types;
    if (types & bits.object) compareProperties(this, pair);
    if (types & bits.array) compareItems(this, pair);
    if (types !== 0 && pair.wire.isXml === true) compareXml(this, pair);
  }
}

/** Reports the schemas that cannot be compared. */
function reportOpaque(pair: PairResult): boolean {
  let isOpaque = false;
  for (const schema of [...pair.sender.atoms, ...pair.receiver.atoms]) {
    if (schema.opaque === undefined) continue;
    report(pair, 'doubt', schema, 'not-compared', { reason: schema.opaque });
    isOpaque = true;
  }
  return isOpaque;
}

/**
 * The first alternatives that only one side has. Those that both have need no comparison. Others disappear one by one, as
 * `views.choose` replaces them by one of their parts.
 */
function findOwn(unions: readonly Union[], facing: readonly Union[]): Union | undefined {
  const meanings = new Set(facing.map(({ meaning }) => meaning));
  return unions.find(({ meaning }) => !meanings.has(meaning));
}

/** Every value of a view, if there are few enough to try. */
function listAll(view: View): readonly unknown[] | undefined {
  if (view.atoms.some((atom) => atom.enum !== undefined)) return listFinite(view);
  return (view.types & ~(bits.null | bits.boolean)) === 0 ? [true, false, null] : undefined;
}
