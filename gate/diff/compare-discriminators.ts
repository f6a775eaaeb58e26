import { isRecord } from '../../contract/resolve-reference.ts';
import { isNamesake } from './align-alternatives.ts';
import { type PairResult, report } from './pairs.ts';
import { refuses, type Tools } from './refusals.ts';
import type { Schema } from './schemas.ts';
import { accepts } from './validator.ts';
import type { View, Views } from './views.ts';

/** A value of a discriminator, and the schema that it selects. */
interface Selection {
  name: string;
  target: Schema;
}

/** Validation does not cover which schema a value selects, but programs that read it depend on it. */
export function compareDiscriminators(tools: Tools, pair: PairResult): void {
  const { views, instances } = tools;
  const { sender, receiver } = pair;
  const ours = findDiscriminated(sender);
  const theirs = findDiscriminated(receiver);
  const our = ours?.discriminator;
  const their = theirs?.discriminator;
  if (our === undefined || their === undefined) {
    report(pair, 'note', ours ?? theirs, 'discriminator');
    return;
  }
  if (our.propertyName !== their.propertyName) {
    const value = instances.sample(sender, receiver);
    const detail = `"${our.propertyName}" and "${their.propertyName}"`;
    report(pair, 'break', theirs, 'discriminator', { value, isRule: true, detail });
    return;
  }
  for (const [name, target] of our.mapping) {
    const facing = their.mapping.get(name) ?? their.implied.get(name);
    if (!isAgreed(views, target, facing))
      compareSelection(tools, pair, theirs, our.propertyName, { name, target });
  }
}

/** Compares a value of the sender's discriminator that selects another schema for the receiver, or none. */
function compareSelection(
  { views, instances }: Tools,
  pair: PairResult,
  schema: Schema | undefined,
  propertyName: string,
  { name, target }: Selection,
): void {
  const { sender } = pair;
  const branch = instances.sample(views.join(sender, views.of(target)));
  const value = isRecord(branch) ? { ...branch, [propertyName]: name } : undefined;
  if (!accepts(sender.atoms, value)) {
    const reason = 'no value selects it';
    report(pair, 'doubt', schema, 'discriminator', { reason, detail: name });
    return;
  }
  // What validation refuses is reported with the alternatives.
  if (refuses(pair, value)) return;
  const detail = JSON.stringify(name);
  report(pair, 'break', schema, 'discriminator', { value, isRule: true, detail });
}

function findDiscriminated({ atoms }: View): Schema | undefined {
  return atoms.find(({ discriminator }) => discriminator !== undefined);
}

function isAgreed(views: Views, target: Schema, facing: Schema | undefined): boolean {
  if (facing === undefined) return false;
  return views.meaningOf(target) === views.meaningOf(facing) || isNamesake(target, facing);
}
