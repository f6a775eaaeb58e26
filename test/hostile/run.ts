/** `npm run hostile`: attacks the mock and the suite for a given time, and reports violations. */
import { parseArgs } from 'node:util';
import { type CampaignOptions, type PartName, type PartResult, partNames } from './campaign.ts';
import { fuzz } from './fuzz.ts';
import { kill } from './kill.ts';
import { soak } from './soak.ts';
import { attackStore } from './store/store.ts';
import { attackSuite } from './targets.ts';
import { toTable, writeTable } from './write-table.ts';

const parts: Record<PartName, (options: CampaignOptions) => Promise<PartResult>> = {
  fuzz,
  kill,
  soak,
  store: attackStore,
  targets: attackSuite,
};

const help = `npm run hostile -- [options]

  --short            About a minute: 600 fuzzed requests, 4 kills, 6 seconds of soak and of mocks with
                     one store, 6 hostile targets
  --only <part>      ${partNames.join(', ')}; may be repeated
  --seed <n>         Repeats a campaign. Default: 1
  --requests <n>     Fuzzed requests. Default: 100,000
  --first <n>        The first fuzzed request, to repeat a finding. Default: 0
  --kills <n>        Default: 64
  --sites <n>        Sites in the state file for an eighth of the kills. Default: 100,000
  --minutes <n>      Minutes of soak, and of mocks with one store. Default: 10
  --match <text>     Only the hostile targets whose title contains it
  --write            Write the table into docs/reliability.md
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
    first: { type: 'string', default: '0' },
    kills: { type: 'string' },
    sites: { type: 'string' },
    minutes: { type: 'string' },
    match: { type: 'string' },
  },
});

if (values.help) console.log(help);
else await attack();

async function attack(): Promise<void> {
  const { short } = values;
  const options: CampaignOptions = {
    seed: Number(values.seed),
    requests: Number(values.requests ?? (short ? 600 : 100_000)),
    first: Number(values.first),
    kills: Number(values.kills ?? (short ? 4 : 64)),
    sites: Number(values.sites ?? (short ? 0 : 100_000)),
    minutes: Number(values.minutes ?? (short ? 0.1 : 10)),
    targets: values.match ?? (short ? 'without end' : ''),
    late: !short,
  };
  const chosen = partNames.filter((name) => values.only.length === 0 || values.only.includes(name));
  if (chosen.length === 0) throw new Error(`--only takes ${partNames.join(', ')}`);
  const results: PartResult[] = [];
  for (const name of chosen) {
    const began = performance.now();
    const result = await parts[name](options);
    results.push(result);
    console.error(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const findings = results.flatMap((result) => result.findings);
  console.log(toTable(results));
  for (const { part, what, again } of findings) console.log(`${part}: ${what}\n  ${again}`);
  console.log(findings.length === 0 ? 'Everything held.' : `${findings.length} findings.`);
  if (values.write) await writeTable(results, findings.length);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
