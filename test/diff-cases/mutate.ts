/**
 * Changes any OpenAPI document in many ways, compares each version with the original, and reports wrong verdicts.
 * Prism, an independent implementation, also checks the witnesses of requests and responses:
 *
 * npx tsx test/diff-cases/mutate.ts <document> [--each 5] [--seed 1] [--alone] [--verbose]
 *
 * `--alone` omits Prism, which needs a long time to read a large document.
 */
import { parseArgs } from 'node:util';
import { diffDocuments } from '../../gate/diff/diff-documents.ts';
import { readSource } from '../../gate/diff/sources.ts';
import { listMutations, type Mutation } from './mutations.ts';
import { createReferee } from './prism-referee.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    alone: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('pass the name of an OpenAPI document');
void mutate(file, Number(values.each), Number(values.seed));

async function mutate(name: string, each: number, seed: number): Promise<void> {
  const { document } = await readSource(name, name);
  const groups = new Map<string, Mutation[]>();
  for (const mutation of listMutations(document)) {
    const group = `${mutation.verdict}: ${mutation.kind}`;
    groups.set(group, [...(groups.get(group) ?? []), mutation]);
  }
  const counts = { breaking: 0, compatible: 0 };
  const wrong: string[] = [];
  const replayed = { agreed: 0, disagreed: [] as string[], silent: 0 };
  const referee = values.alone ? undefined : await createReferee(document);
  for (const [group, all] of groups) {
    for (const mutation of pick(all, each, seed)) {
      counts[mutation.verdict] += 1;
      const copy = structuredClone(document);
      mutation.edit(copy);
      const toSource = (of: typeof document) => ({
        name,
        document: of,
        locate: (pointer: string) => ({ pointer }),
      });
      const { changes } = diffDocuments(toSource(document), toSource(copy));
      const breaks = changes.filter(({ severity }) => severity === 'breaking');
      const isRight =
        mutation.verdict === 'breaking'
          ? breaks.length > 0 && breaks.every(({ witness }) => witness !== undefined)
          : breaks.length === 0;
      const told = changes.map(({ severity, title }) => `    ${severity}: ${title}`).slice(0, 6);
      if (!isRight) wrong.push([`${group} at ${mutation.place}`, ...told].join('\n'));
      if (values.verbose)
        process.stdout.write(`${group} at ${mutation.place}\n${told.join('\n')}\n`);
      const proven = breaks.flatMap(({ witness }) =>
        witness?.provenBy === 'validation' ? [witness] : [],
      );
      if (proven.length === 0 || referee === undefined) continue;
      const other = await createReferee(copy);
      for (const witness of proven.slice(0, 2)) {
        const [before, after] = [await referee(witness), await other(witness)];
        const [allows, refuses] = witness.kind === 'request' ? [before, after] : [after, before];
        if (allows === undefined || refuses === undefined) replayed.silent += 1;
        else if (allows.length === 0 && refuses.length > 0) replayed.agreed += 1;
        else
          replayed.disagreed.push(
            `${group} at ${mutation.place}: ${witness.curl}\n    ${JSON.stringify(witness.response ?? {}).slice(0, 300)}\n    allows: ${allows.join('; ')}\n    refuses: ${refuses.join('; ')}`,
          );
      }
    }
  }
  for (const line of [...wrong, ...replayed.disagreed.map((text) => `Prism disagrees: ${text}`)])
    process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${name}: ${counts.breaking} breaking and ${counts.compatible} compatible changes of ${groups.size} kinds, ${wrong.length} judged wrongly${referee === undefined ? '' : `; Prism agreed with ${replayed.agreed} witnesses, disagreed with ${replayed.disagreed.length}, and could not judge ${replayed.silent}`}\n`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

/** Selects some items of a list by a seed. */
function pick(all: readonly Mutation[], count: number, seed: number): Mutation[] {
  const left = [...all];
  const chosen: Mutation[] = [];
  for (let state = seed; chosen.length < count && left.length > 0; ) {
    state = (state * 48_271 + 11) % 2_147_483_647;
    chosen.push(...left.splice(state % left.length, 1));
  }
  return chosen;
}
