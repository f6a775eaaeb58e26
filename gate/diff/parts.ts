import { isRecord } from '../../contract/resolve-reference.ts';
import { addPart, type Pair, type PairResult, report } from './difference.ts';
import { type Instances, none, set } from './instances.ts';
import { isSame } from './json.ts';
import { samplePattern } from './scalars.ts';
import { accepts, toInner } from './validator.ts';
import type { Views } from './views.ts';

/** Compares the properties of objects and the items of lists. */
export function createParts(
  views: Views,
  instances: Instances,
  compare: (pair: Pair) => PairResult,
) {
  const { sample } = instances;
  return { compareProperties, compareItems };

  /** Compares the properties that are named, one for each pattern of names, and one for all others. */
  function compareProperties(pair: PairResult): void {
    const { sender, receiver } = pair;
    const names = [...views.names(sender), ...views.names(receiver)];
    const patterns = [...sender.atoms, ...receiver.atoms].flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    const samples = patterns.map((each) =>
      samplePattern(each).find((name) => !names.includes(name)),
    );
    const isOpen = views.additional(sender).atoms.length === 0;
    for (const name of new Set([...names, ...samples, 'extra'])) {
      if (name === undefined) continue;
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      const isNamed = views.names(sender).has(name);
      // A required property is sent, even if nothing describes it.
      const isOurs = views.declares(sender, name) || views.required(sender).has(name);
      const isTheirs = views.declares(receiver, name);
      const { atoms } = receiver;
      if (!isOurs && isTheirs && (from.types === 0 || (isOpen && to.types !== 0))) {
        const schema = atoms.find(({ properties }) => properties?.has(name)) ?? atoms[0];
        if (!views.required(receiver).has(name))
          report(pair, 'note', schema, 'property-optional', { detail: name });
      } else if (isNamed && !isTheirs && to.atoms.length === 0) addLostProperty(pair, name);
      // Probes with another property have shown whether it is refused.
      else if (from.meaning !== to.meaning && (isTheirs || to.types !== 0)) {
        const wire = pair.wire.isMultipart ? toInner(pair.wire, sample(from)) : pair.wire;
        const found = compare({ ...pair, wire, sender: from, receiver: to });
        addPart(pair, found, name, (value) => embedProperty(pair, name, value));
      }
      if (isOurs && isTheirs) compareDefaults(pair, name);
    }
  }

  /** A property that only the sender describes: the service ignores what clients send. */
  function addLostProperty(pair: PairResult, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const schema = sender.atoms.find(({ properties }) => properties?.has(name));
    const value = instances.toObject(sender, receiver, [name], 0);
    // A receiver without any description may read everything.
    if (hasRules && receiver.atoms.length === 0) return;
    if (!hasRules) report(pair, 'note', schema, 'property-optional', { detail: name });
    else if (value !== undefined && accepts(sender.atoms, value) === true && name in value)
      report(pair, 'break', schema, 'property-removed', { value, isRule: true, detail: name });
    else {
      const reason = 'no value with it was found';
      report(pair, 'doubt', schema, 'property-removed', { reason, detail: name });
    }
  }

  /** Compares what applies to requests without a property. */
  function compareDefaults(pair: PairResult, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const [was, is] = [sender, receiver].map((view) =>
      views.property(view, name).atoms.find((atom) => atom.default),
    );
    if (isSame(was?.default?.value, is?.default?.value)) return;
    if (hasRules && views.required(sender).has(name)) return;
    const isForward = was?.side === 'old' || is?.side === 'new';
    const [from, to] = (isForward ? [was, is] : [is, was]).map((each) =>
      each?.default === undefined ? 'none' : JSON.stringify(each.default.value),
    );
    const detail = `${name}: ${from} → ${to}`;
    const value = sample(sender, receiver);
    if (hasRules && was !== undefined && value !== none)
      report(pair, 'break', is ?? was, 'default', { value, isRule: true, detail });
    else report(pair, 'note', is ?? was, 'default', { detail });
  }

  function* embedProperty({ sender, receiver }: Pair, name: string, value: unknown) {
    const names = [...views.names(sender)];
    const wanted = [name, ...views.required(receiver)].filter((each) => names.includes(each));
    const bases = [sample(sender, receiver), instances.toObject(sender, receiver, wanted, 0)];
    for (const base of [...bases, sample(sender), {}])
      if (isRecord(base)) yield set({ ...base }, name, value);
  }

  function compareItems(pair: PairResult): void {
    const { sender, receiver } = pair;
    const atoms = [...sender.atoms, ...receiver.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    const most = Math.min(...sender.atoms.map(({ maxItems }) => maxItems ?? Infinity));
    for (let index = 0; index <= positions && index < most; index += 1) {
      const [from, to] = [views.item(sender, index), views.item(receiver, index)];
      if (from.meaning === to.meaning) continue;
      const found = compare({ ...pair, sender: from, receiver: to });
      addPart(pair, found, String(index), (value) => embedItem(pair, index, value));
    }
  }

  function* embedItem({ sender, receiver }: Pair, index: number, value: unknown) {
    const least = Math.max(index + 1, ...sender.atoms.map(({ minItems = 0 }) => minItems));
    const items = instances.toItems(sender, receiver, least, 0);
    if (items.length >= index) yield [...items.slice(0, index), value, ...items.slice(index + 1)];
    if (index === 0) yield [value];
  }
}
