/*
 * test/hostile/: `npm run hostile`: attacks on the built mock and suite over sockets. It may import everything. Start here; each
 * part is a file.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CampaignOptions, type Part, type Row, toRandom } from './campaign.ts';
import { kill, store } from './durability.ts';
import { fuzz } from './fuzz.ts';
import { soak } from './soak.ts';
import { targets } from './targets.ts';

const parts: Record<string, Part> = { fuzz, kill, soak, store, targets };

const help = `npm run hostile -- [options]

  --short            About a minute: 600 fuzzed requests, 4 kills, 6 seconds of soak and of mocks with
                     one store, 6 hostile targets
  --only <part>      ${Object.keys(parts).join(', ')}; may be repeated
  --seed <n>         Repeats a campaign. Default: 1
  --requests <n>     Fuzzed requests. Default: 100,000
  --first <n>        The first fuzzed request, to repeat a finding. Default: 0
  --kills <n>        Default: 64
  --sites <n>        Sites in the state file for an eighth of the kills. Default: 100,000
  --minutes <n>      Minutes of soak, and of mocks with one store. Default: 10
  --match <text>     Only the hostile targets whose title contains it
  --write            Write the table into docs/reliability.md
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    help: { ...flag, short: 'h' },
    short: flag,
    write: flag,
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
    seed: text,
    requests: text,
    first: text,
    kills: text,
    sites: text,
    minutes: text,
    match: text,
  },
});

const full = { requests: 100_000, kills: 64, sites: 100_000, minutes: 10 };
const short = { requests: 600, kills: 4, sites: 0, minutes: 0.1 };

async function attack(): Promise<void> {
  const usual = values.short ? short : full;
  const options: CampaignOptions = {
    seed: Number(values.seed ?? 1),
    requests: Number(values.requests ?? usual.requests),
    first: Number(values.first ?? 0),
    kills: Number(values.kills ?? usual.kills),
    sites: Number(values.sites ?? usual.sites),
    minutes: Number(values.minutes ?? usual.minutes),
    match: values.match ?? (values.short ? 'without end' : ''),
    late: !values.short,
  };
  const rows: Row[] = [];
  const findings: string[] = [];
  for (const name of values.only) {
    const part = parts[name];
    if (part === undefined) throw new Error(`--only takes ${Object.keys(parts).join(', ')}`);
    const began = performance.now();
    const folder = mkdtempSync(path.join(tmpdir(), `site-contract-${name}-`));
    const report = (what: string, again = {}): void => {
      const flags = Object.entries({ seed: options.seed, ...again });
      const words = flags.map(([flag, value]) => `--${flag} ${value}`).join(' ');
      findings.push(`${name}: ${what}\n  npm run hostile -- --only ${name} ${words}`);
    };
    const bench = { ...options, folder, addFinding: report, findings: () => findings.length };
    rows.push(...(await part({ ...bench, createRandom: toRandom(options.seed) })));
    rmSync(folder, { recursive: true });
    console.error(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  console.log(toTable(rows.map(toLine)));
  for (const finding of findings) console.log(finding);
  console.log(findings.length === 0 ? 'Everything held.' : `${findings.length} findings.`);
  if (values.write) writeTable(rows, findings.length);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

const toLine = ({ what, how, result }: Row): string => `| ${what} | ${how} | ${result} |`;

const toTable = (lines: readonly string[]): string =>
  ['| Attack | How | Result |', '| --- | --- | --- |', ...lines].join('\n');

/** Replaces the rows of a campaign in the documentation; rows of other parts stay. */
function writeTable(rows: readonly Row[], findings: number): void {
  const file = 'docs/reliability.md';
  const document = readFileSync(file, 'utf8');
  const [, before = '', old = '', after = ''] =
    /^(.*<!-- campaign -->)(.*)(<!-- \/campaign -->.*)$/s.exec(document) ?? [];
  const subjectOf = (line: string): string => line.split(' | ')[0] ?? '';
  const [, , ...kept] = old.split('\n').filter((line) => line.startsWith('| '));
  const lines = new Map<string, string>();
  for (const line of [...kept, ...rows.map(toLine)]) lines.set(subjectOf(line), line);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores`;
  const verdict = findings === 0 ? 'all parts passed' : `${findings} findings`;
  const table = toTable([...lines.values()]);
  writeFileSync(file, `${before}\n${machine}: ${verdict}.\n\n${table}\n${after}`);
}

if (values.help) console.log(help);
else await attack();
