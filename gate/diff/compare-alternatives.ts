import { alignAlternatives, toLabel } from './align-alternatives.ts';
import { none } from './instances.ts';
import { createResult, isClean, noEffect, type Pair, type PairResult, report } from './pairs.ts';
import { isFair, listRefused, refuses, type Tools } from './refusals.ts';
import { bits, type Schema } from './schemas.ts';
import { isRefused, json } from './validator.ts';
import type { Union, View, Views } from './views.ts';

/**
 * Compares each alternative of the sender with the one of the receiver that corresponds to it, and with all others if that
 * one refuses something: from `oneOf: [Card, Cash]` to `oneOf: [Card, Cheque]`, Card with Card, and Cash with both.
 * A receiver without alternatives has to accept each: `oneOf: [string, integer]` → `string`. For a sender without
 * alternatives, each of its types is one.
 * @param ours the alternatives of the sender
 * @param theirs the alternatives of the receiver
 */
export function compareAlternatives(
  tools: Tools,
  pair: PairResult,
  ours: Union | undefined,
  theirs: Union | undefined,
): void {
  const { views } = tools;
  const isAligned = ours !== undefined && theirs !== undefined;
  const aligned = isAligned
    ? alignAlternatives(views, ours.parts, theirs.parts)
    : new Map<Schema, Schema>();
  const hasRules = pair.hasRules && isAssigned(ours, theirs);
  for (const { part, sender } of listBranches(views, pair.sender, ours)) {
    const branch: Branch = { part, pair: { ...pair, sender, hasRules } };
    const facing = part && aligned.get(part);
    const result = compareBranch(tools, branch, facing, theirs);
    if (result !== undefined) pair.parts.push({ result });
  }
  if (theirs === undefined) return;
  if (ours === undefined) {
    if (pair.parts.length === 0) report(pair, 'note', theirs.atom, theirs.keyword);
    return;
  }
  const paired = new Set(aligned.values());
  for (const part of theirs.parts)
    if (!paired.has(part)) report(pair, 'note', part, 'alternative', { detail: toLabel(part) });
}

/** Values that the sender may send: one of its alternatives, or one of its types. */
interface Branch {
  part: Schema | undefined;
  pair: Pair;
}

function listBranches(views: Views, sender: View, union: Union | undefined) {
  if (union === undefined)
    return splitTypes(views, sender).map((view) => ({ part: undefined, sender: view }));
  return union.parts.map((part) => ({ part, sender: views.choose(sender, union, part) }));
}

function splitTypes(views: Views, view: View): View[] {
  const types = Object.values(bits).filter((type) => (view.types & type) !== 0);
  if (types.length === 1) return [view];
  return types.map((type) => views.ofTypes(view, type));
}

/**
 * @param facing the alternative that corresponds to the branch
 * @returns undefined if another alternative accepts everything
 */
function compareBranch(
  tools: Tools,
  { part, pair }: Branch,
  facing: Schema | undefined,
  union: Union | undefined,
): PairResult | undefined {
  if (union === undefined) return tools.compare(pair);
  const result = facing && tools.compare(choosePart(tools, pair, union, facing));
  if (result !== undefined && isClean(result)) return result;
  const candidates = union.parts.filter((candidate) => candidate !== facing);
  if (isInOne(tools, pair, union, candidates)) return undefined;
  return result ?? compareToAll(tools, pair, union, part && toLabel(part));
}

function choosePart({ views }: Tools, pair: Pair, union: Union, part: Schema): Pair {
  return { ...pair, receiver: views.choose(pair.receiver, union, part) };
}

/** Whether one of some alternatives accepts everything that the sender may send. */
function isInOne(tools: Tools, pair: Pair, union: Union, parts: readonly Schema[]): boolean {
  const value = tools.instances.sample(pair.sender);
  for (const part of parts) {
    const inside = choosePart(tools, pair, union, part);
    if (value !== none && refuses(inside, value)) continue;
    if (isClean(tools.compare(inside))) return true;
  }
  return false;
}

/** Looks for a value that none of the alternatives accepts. */
function compareToAll(
  tools: Tools,
  pair: Pair,
  { atom, keyword }: Union,
  detail: string | undefined,
): PairResult {
  const result = createResult(pair);
  const [value = none] = listRefused(tools, pair);
  const reason = `the alternatives differ, and ${noEffect}`;
  if (value === none) report(result, 'doubt', atom, keyword, { reason, detail });
  else report(result, 'break', atom, keyword, { value, detail });
  return result;
}

/** The schemas that inherit from the receiver's restrict values of the sender, which may not name any of them. */
export function compareToParent(tools: Tools, pair: PairResult, union: Union): void {
  const reason = 'only one document selects schemas that inherit from it';
  report(pair, 'doubt', union.atom, 'discriminator', { reason });
  const receiver = tools.views.withoutUnion(pair.receiver, union);
  pair.parts.push({ result: tools.compare({ ...pair, receiver }) });
}

/** How many alternatives are joined with each other. */
const mostJoined = 8;

/** Looks for values that match two alternatives of a `oneOf`. Not if the sender has one, because real ones overlap. */
export function compareOverlaps(tools: Tools, pair: PairResult, union: Union): void {
  const { atom, keyword, parts } = union;
  if (pair.wire.isText || keyword !== 'oneOf' || atom.discriminator !== undefined) return;
  const unions = tools.views.unions(pair.sender);
  if (unions.some((candidate) => candidate.keyword === 'oneOf')) return;
  const value = findOverlap(tools, pair, atom, parts.slice(0, mostJoined));
  if (value === none) return;
  const detail = 'matches two alternatives';
  report(pair, 'break', atom, 'oneOf', { value, exact: atom, detail });
}

function findOverlap(tools: Tools, pair: Pair, atom: Schema, parts: readonly Schema[]): unknown {
  const { views, instances } = tools;
  for (const [index, first] of parts.entries())
    for (const second of parts.slice(index + 1)) {
      const joined = views.join(pair.sender, views.of(first), views.of(second));
      const value = instances.sample(joined);
      if (value === none || !isFair(tools, pair, value)) continue;
      if (isRefused([atom], value, json, atom)) return value;
    }
  return none;
}

/** Whether the alternatives of both sides that accept a value are those that were compared: a discriminator selects them. */
function isAssigned(ours: Union | undefined, theirs: Union | undefined): boolean {
  if (ours?.atom.isParent) return theirs?.atom.isParent === true;
  return isOptional(ours) && isOptional(theirs ?? ours);
}

/** Whether the only alternative is null. */
function isOptional(union: Union | undefined): boolean {
  const parts = union?.parts ?? [];
  return parts.filter(({ types }) => types !== bits.null).length === 1;
}
