import {
  collectBounds,
  depthLimit,
  type Hints,
  type Pair,
  type Spot,
  toCounted,
  toHint,
  toOne,
} from './candidate-parts.ts';
import type { Schema } from './schema-validator.ts';
import type { Shape } from './shapes.ts';

/**
 * Makes the function that lists arrays of a shape: each length that either document mentions and its neighbours, and each
 * candidate of an item in its place.
 * @param generate lists the candidates of an item
 */
export const createArrayLister =
  (generate: (pair: Pair, spot: Spot) => unknown[]) =>
  (pair: Pair, spot: Spot, shape: Shape, hints: Hints): unknown[][] => {
    const { depth } = spot;
    if (depth >= depthLimit) return [[]];
    const knownArrays = spot.known.filter(Array.isArray);
    const toItems = (shapes: readonly Shape[]): readonly Schema[] =>
      shapes.flatMap(({ items, prefix, contains }) => [...items, ...prefix.flat(), ...contains]);
    const items = generate(pair, {
      source: shape.items.length > 0 ? shape.items : [true],
      target: toHint(shape.items, toItems(hints.theirs), toItems(hints.ours)),
      known: knownArrays.flat(),
      depth: depth + 1,
    });
    const prefixes = shape.prefix.map((schemas, index) =>
      generate(pair, {
        source: schemas,
        target: toOne(hints.theirs.flatMap((hint) => hint.prefix[index] ?? hint.items)),
        known: knownArrays.map((array) => array[index]),
        depth: depth + 1,
      }),
    );
    const needed = shape.contains.flatMap((schema) =>
      generate(pair, { source: [schema], target: [], known: [], depth: depth + 1 }).slice(0, 3),
    );
    const counted = hints.theirs
      .flatMap(({ contains }) => contains)
      .slice(0, 4)
      .flatMap((schema) =>
        items
          .filter((item) => pair.target.validate(schema, item, pair.fromText).length === 0)
          .slice(0, 2),
      );
    const contained = [...needed, ...counted];
    const base = prefixes.map((values) => values[0]);
    const [first] = items;
    const lengths = collectBounds(hints.all, ['minItems', 'maxItems', 'minContains', 'maxContains'])
      .flatMap((length) => [length, length - 1, length + 1])
      .filter((length) => length >= 0 && length <= 2000);
    const distinct = items.length > 1 ? items : [first];
    const fill = (length: number, from: readonly unknown[]): unknown[] =>
      Array.from({ length }, (_, index) => from[index % from.length]);
    const plain: unknown[][] = [
      [],
      base,
      ...contained.flatMap((value) => [
        [...base, value],
        [...base, value, value],
      ]),
      ...prefixes.flatMap((values, index) =>
        values.map((value) => base.map((each, at) => (at === index ? value : each))),
      ),
      ...prefixes.map((_, index) => base.slice(0, index)),
    ];
    if (items.length === 0) return plain;
    if (hints.isSame) return [...knownArrays, [...base, first], ...plain];
    return [
      ...knownArrays,
      ...plain,
      [...base, first],
      ...items.map((item) => [...base, item]),
      ...contained.flatMap((value) => items.slice(0, 20).map((item) => [...base, value, item])),
      [first, first],
      [...base, first, first],
      items.slice(0, 2),
      items.slice(0, 3),
      ...lengths.flatMap((length) => [
        fill(length, distinct),
        fill(length, [first]),
        ...contained.map((value) => fill(length, [value])),
        toCounted(length, items),
      ]),
    ];
  };
