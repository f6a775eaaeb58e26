/*
 * bench/: `npm run bench`: the mock and the suite beside other servers, in one run on one machine. It may import everything, and
 * runs the built program. Start here; works.ts has what is measured, subjects.ts the servers. Options: `npm run bench -- --help`.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { type Effort, type Section, writeSections } from './figures.ts';
import { largeDocument } from './large-document.ts';
import { reset, starts } from './starts.ts';
import { fastify, installPeers, mock, peers, raw } from './subjects.ts';
import { suite } from './suite.ts';
import { throughput } from './throughput.ts';

const parts = [...throughput, starts, largeDocument, reset, suite];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    document: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.document !== undefined) process.env['BENCH_DOCUMENT'] = values.document;

if (values.help) {
  console.log(`npm run bench -- [--only <part>]... [--quick] [--write] [--document <file>]

  --only   ${parts.map(({ id }) => id).join(', ')}
  --quick  a single short round, to see that everything works
  --write  write bench/results.md
  --document  an OpenAPI document that is measured beside Prism, such as that of
              https://github.com/github/rest-api-description; default: BENCH_DOCUMENT`);
} else await measure();

async function measure(): Promise<void> {
  const effort: Effort = values.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
  installPeers();
  const before = os.loadavg()[0];
  const sections: Section[] = [];
  for (const { id, measure } of parts) {
    if (values.only.length > 0 && !values.only.includes(id)) continue;
    process.stderr.write(`bench: ${id}\n`);
    sections.push(...(await measure(effort)));
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = os.cpus();
  const loads = [before, os.loadavg()[0]].map((load) => load?.toFixed(2));
  const facts = [
    `Date: ${new Date().toISOString().slice(0, 10)}; sources: ${commit}`,
    `Machine: ${os.availableParallelism()} × ${cpu?.model}, Node ${process.versions.node}; load average before and after: ${loads.join(' and ')}`,
    `Rounds: ${effort.rounds} of ${effort.seconds} s for each server in turn, after one to warm up. Each server runs alone on one processor, the load (autocannon) on the other`,
    ...[raw, mock, fastify, ...peers].map(({ title, does }) => `${title}: ${does}`),
  ];
  const text = writeSections(facts, sections);
  process.stdout.write(text);
  if (values.write) writeFileSync('bench/results.md', text);
}
