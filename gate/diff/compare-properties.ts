import { toExactJson } from '../../contract/exact-numbers.ts';
import { isSame } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { none, set, take } from './instances.ts';
import { type Pair, type PairResult, report } from './pairs.ts';
import { samplePattern } from './patterns.ts';
import type { Tools } from './refusals.ts';
import type { Schema } from './schemas.ts';
import { accepts, toInner } from './validator.ts';
import type { View, Views } from './views.ts';

/** Compares the properties that are named, one for each pattern of names, and one for all others. */
export function compareProperties(tools: Tools, pair: PairResult): void {
  const { sender, receiver } = pair;
  const names = new Set([...tools.views.names(sender), ...tools.views.names(receiver)]);
  const samples = listPatternNames(sender, receiver, names);
  for (const name of new Set([...names, ...samples, 'extra'])) compareProperty(tools, pair, name);
}

/** A name for each pattern of names, that no schema names. */
function listPatternNames(sender: View, receiver: View, names: ReadonlySet<string>): string[] {
  const samples: string[] = [];
  for (const { patternProperties } of [...sender.atoms, ...receiver.atoms])
    for (const pattern of patternProperties?.keys() ?? []) {
      const sample = samplePattern(pattern).find((name) => !names.has(name));
      if (sample !== undefined) samples.push(sample);
    }
  return samples;
}

function compareProperty(tools: Tools, pair: PairResult, name: string): void {
  const { views, instances } = tools;
  const { sender, receiver } = pair;
  const from = views.property(sender, name);
  const to = views.property(receiver, name);
  // A required property is sent, even if nothing describes it.
  const isOurs = views.declares(sender, name) || views.required(sender).has(name);
  const isTheirs = views.declares(receiver, name);
  const isOpen = views.additional(sender).atoms.length === 0;
  const isLost = views.names(sender).has(name) && !isTheirs && to.atoms.length === 0;
  if (!isOurs && isTheirs && (from.types === 0 || (isOpen && to.types !== 0)))
    addNewProperty(views, pair, name);
  else if (isLost) addLostProperty(tools, pair, name);
  // Probes with another property have shown whether it is refused.
  else if (isTheirs || to.types !== 0) {
    const wire = pair.wire.isMultipart ? toInner(pair.wire, instances.sample(from)) : pair.wire;
    comparePart(tools, pair, name, { ...pair, wire, sender: from, receiver: to });
  }
  if (isOurs && isTheirs) compareDefaults(tools, pair, name);
}

/** A property that only the receiver describes. */
function addNewProperty(views: Views, pair: PairResult, name: string): void {
  const { receiver } = pair;
  if (views.required(receiver).has(name)) return;
  const schema = findDescribed(receiver, name) ?? receiver.atoms[0];
  report(pair, 'note', schema, 'property-optional', { detail: name });
}

/** A property that only the sender describes: the service ignores what clients send. */
function addLostProperty(tools: Tools, pair: PairResult, name: string): void {
  const { sender, receiver, hasRules } = pair;
  const schema = findDescribed(sender, name);
  if (!hasRules) {
    report(pair, 'note', schema, 'property-optional', { detail: name });
    return;
  }
  // A receiver without any description may read everything.
  if (receiver.atoms.length === 0) return;
  const value = findWhole(tools, pair, name);
  if (value === none) {
    const reason = 'no value with it was found';
    report(pair, 'doubt', schema, 'property-removed', { reason, detail: name });
  } else report(pair, 'break', schema, 'property-removed', { value, isRule: true, detail: name });
}

/** A value that the sender may send, with a property. */
function findWhole({ views, instances }: Tools, pair: Pair, name: string): unknown {
  const { sender } = pair;
  const part = instances.sample(views.property(sender, name));
  if (part === none) return none;
  for (const candidate of embed({ instances }, pair, name, part))
    if (accepts(sender.atoms, candidate)) return candidate;
  return none;
}

/** Compares what applies to requests without a property. */
function compareDefaults({ views, instances }: Tools, pair: PairResult, name: string): void {
  const { sender, receiver, hasRules } = pair;
  const was = findDefault(views.property(sender, name));
  const is = findDefault(views.property(receiver, name));
  if (isSame(was?.default, is?.default)) return;
  if (hasRules && views.required(sender).has(name)) return;
  const isForward = was?.side === 'old' || is?.side === 'new';
  const change = isForward
    ? `${showDefault(was)} → ${showDefault(is)}`
    : `${showDefault(is)} → ${showDefault(was)}`;
  const detail = `${name}: ${change}`;
  const value = instances.sample(sender, receiver);
  if (hasRules && was !== undefined && value !== none)
    report(pair, 'break', is ?? was, 'default', { value, isRule: true, detail });
  else report(pair, 'note', is ?? was, 'default', { detail });
}

function findDefault({ atoms }: View): Schema | undefined {
  return atoms.find((atom) => atom.default !== undefined);
}

function showDefault(schema: Schema | undefined): string {
  return schema?.default === undefined ? 'none' : toExactJson(schema.default.value);
}

export function compareItems(tools: Tools, pair: PairResult): void {
  const { views } = tools;
  const { sender, receiver } = pair;
  let positions = 0;
  for (const { prefixItems = [] } of [...sender.atoms, ...receiver.atoms])
    positions = Math.max(positions, prefixItems.length);
  for (let index = 0; index <= positions; index += 1) {
    const from = views.item(sender, index);
    const to = views.item(receiver, index);
    comparePart(tools, pair, String(index), { ...pair, sender: from, receiver: to });
  }
}

function comparePart(tools: Tools, owner: PairResult, name: string, part: Pair): void {
  if (part.sender.meaning !== part.receiver.meaning)
    owner.parts.push({ result: tools.compare(part), name });
}

/** How many whole values a value of a part is put into. */
const mostEmbeddings = 40;

/** Puts the value of a property or an item into whole values. */
export function* embed(
  { instances }: Pick<Tools, 'instances'>,
  { sender, receiver }: Pair,
  name: string,
  value: unknown,
): Generator<unknown> {
  const index = Number(name);
  for (const candidate of take(instances.candidates(sender, receiver), mostEmbeddings))
    if (isRecord(candidate)) yield set({ ...candidate }, name, value);
    else if (Array.isArray(candidate) && candidate.length >= index)
      yield candidate.toSpliced(index, 1, value);
}

/** Compares names and nesting of XML elements. */
export function compareXml({ instances }: Tools, pair: PairResult): void {
  const { sender, receiver } = pair;
  if (toXml(sender) === toXml(receiver)) return;
  const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
  const value = instances.sample(sender, receiver);
  if (value !== none) report(pair, 'break', schema, 'xml', { value, isRule: true });
}

function toXml({ atoms }: View): string {
  const texts: string[] = [];
  for (const { xml } of atoms) if (xml !== undefined) texts.push(xml);
  return texts.join();
}

function findDescribed({ atoms }: View, name: string): Schema | undefined {
  return atoms.find(({ properties }) => properties?.has(name));
}
