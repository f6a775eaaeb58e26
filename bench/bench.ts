import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Context } from './context.ts';
import { findLoadGenerator } from './load/load.ts';
import { describeMachine, readCommit, readLoadAverage } from './machine/describe-machine.ts';
import { findPlacement, type Placement, pinSelf } from './machine/pin.ts';
import { type BenchArguments, readArguments } from './read-arguments.ts';
import { type RunFacts, type Section, writeMarkdown } from './report/section.ts';
import { parts } from './sections/index.ts';
import { casts, selectSubjects } from './subjects/index.ts';
import { installPeers, writePeerDocument } from './subjects/peers.ts';

const note = (line: string): void => {
  process.stderr.write(`bench: ${line}\n`);
};

/** Runs the selected measurements, prints the results, and writes them to a file. */
async function bench({ effort, only, cast, output }: BenchArguments): Promise<void> {
  if (cast !== 'own') installPeers(note);
  const placement = findPlacement();
  pinSelf(placement);
  const load = findLoadGenerator(placement);
  const { subjects, missing } = selectSubjects(casts[cast]);
  for (const reason of missing) note(`NOT MEASURED: ${reason}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-bench-'));
  const context: Context = {
    placement,
    load,
    subjects,
    effort,
    isSelected: (id) => only.length === 0 || only.includes(id),
    folder,
    document: writePeerDocument(folder),
    note,
  };
  const loadBefore = readLoadAverage();
  try {
    const sections: Section[] = [];
    for (const { ids, measure } of parts) {
      if (ids.some(context.isSelected)) sections.push(...(await measure(context)));
    }
    const facts = toFacts(context, missing, `${loadBefore} and ${readLoadAverage()}`);
    const text = writeMarkdown(facts, sections);
    process.stdout.write(text);
    if (output !== undefined) writeFileSync(output, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toFacts(
  { load, placement, effort, subjects }: Context,
  missing: readonly string[],
  loadAverages: string,
): RunFacts {
  const { warmUpSeconds, connections } = effort;
  const { rounds, seconds } = effort.byRate;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    commit: readCommit(),
    load: `${load.name}, ${connections} connections, as fast as the server responds`,
    placement: describePlacement(placement),
    rounds: `${rounds} of ${seconds} s for each server in turn, after ${warmUpSeconds} s to warm up`,
    loadAverages,
    subjects: subjects.map(({ title, does }) => `${title}: ${does}`),
    missing,
  };
}

function describePlacement(placement: Placement | undefined): string {
  return placement === undefined
    ? 'server and load share all processors, because this system cannot separate them'
    : `each server alone on processor ${placement.server}, the load generator on processor ${placement.load}`;
}

void (async () => {
  try {
    await bench(readArguments(process.argv.slice(2)));
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
  // A server that does not stop must not block the exit.
  process.exit();
})();
