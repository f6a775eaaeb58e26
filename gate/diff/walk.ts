import { createAlternatives } from './alternatives.ts';
import { type Pair, type PairResult, report } from './difference.ts';
import { type Instances, listFinite, none } from './instances.ts';
import { createKeywords } from './keywords.ts';
import { createParts } from './parts.ts';
import { bits } from './schemas.ts';
import { createSearch } from './search.ts';
import type { Union, View, Views } from './views.ts';

export class TimeOver extends Error {}

/**
 * Compares schemas of a sender and a receiver. Everything serves one question: is there a value that the sender may send and
 * the receiver refuses?
 * @param isOver whether the time for the comparison is over
 */
export function createWalk(views: Views, instances: Instances, isOver: () => boolean) {
  const known = new Map<string, PairResult>();
  const { sample } = instances;
  const search = createSearch(views, instances);
  const compareKeywords = createKeywords(views, search);
  const alternatives = createAlternatives(views, instances, search, compare);
  const { compareProperties, compareItems } = createParts(views, instances, compare);
  return compare;

  /** @throws TimeOver */
  function compare(pair: Pair): PairResult {
    const { sender, receiver, wire, hasRules } = pair;
    const result: PairResult = { ...pair, differences: [], parts: [] };
    if (sender.meaning === receiver.meaning || sender.types === 0) return result;
    if (isOver()) throw new TimeOver();
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Schemas that contain themselves find this one.
    known.set(key, result);
    try {
      fill(result);
    } catch (error) {
      known.delete(key);
      throw error;
    }
    for (const each of result.differences) {
      const { atoms } = sender.atoms.includes(each.schema) ? receiver : sender;
      const facing = atoms.find(({ pointer }) => pointer !== '')?.pointer;
      if (facing !== undefined) each.facing = facing;
    }
    return result;
  }

  /** Compares alternatives first, then, within each of them, what is left: keywords, properties and items. */
  function fill(pair: PairResult): void {
    const { sender, receiver } = pair;
    const opaque = [...sender.atoms, ...receiver.atoms].filter((atom) => atom.opaque !== undefined);
    for (const schema of opaque)
      report(pair, 'doubt', schema, 'not-compared', { reason: schema.opaque ?? '' });
    if (opaque.length > 0) return;
    const [unions, others] = [views.unions(sender), views.unions(receiver)];
    const isIn = (list: readonly Union[], { meaning }: Union): boolean =>
      list.some((each) => each.meaning === meaning);
    // Alternatives that both have need no comparison. Others disappear one by one: `views.choose` puts a part in their place.
    const union = unions.find((each) => !isIn(others, each));
    const other = others.find((each) => !isIn(unions, each));
    const values = listAll(sender);
    alternatives.compareDiscriminators(pair);
    if (values === undefined && other !== undefined && !pair.wire.isText)
      alternatives.addOverlaps(pair, other);
    if (values === undefined && union !== undefined)
      alternatives.compareAlternatives(pair, union, other);
    else if (values === undefined && other !== undefined) alternatives.compareToUnion(pair, other);
    else {
      compareKeywords(pair, values);
      const types = values === undefined ? sender.types & receiver.types : 0;
      if (types & bits.object) compareProperties(pair);
      if (types & bits.array) compareItems(pair);
      if (types !== 0 && pair.wire.isXml === true) compareXml(pair);
    }
  }

  /** Every value of a view, if there are few enough to try. */
  function listAll(view: View): readonly unknown[] | undefined {
    if (view.atoms.some((atom) => atom.enum !== undefined)) return listFinite(view);
    return (view.types & ~(bits.null | bits.boolean)) === 0 ? [true, false, null] : undefined;
  }

  /** Names and nesting of XML elements. */
  function compareXml(pair: PairResult): void {
    const { sender, receiver } = pair;
    const toXml = ({ atoms }: View) => atoms.flatMap(({ xml }) => xml ?? []).join();
    if (toXml(sender) === toXml(receiver)) return;
    const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
    const value = sample(sender, receiver);
    if (value !== none) report(pair, 'break', schema, 'xml', { value, isRule: true });
  }
}
