/*
 * test/documents/: `npm run documents`: the mocks of any documents, asked for every operation. It imports contract/, and judges
 * replies by the document as it was written. Start here.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadContract } from '../../contract/load-contract.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { type DriveResult, Driver, type Failure } from './drive.ts';
import { readRaw } from './read-raw.ts';
import { ReplyJudge } from './reply-judge.ts';
import { startMock } from './start-mock.ts';
import { RequestWriter } from './write-request.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { failures: { type: 'string', default: '12' }, only: { type: 'string' } },
});

const mostCauses = Number(values.failures);
const key = 'documents-key';

if (positionals.length === 0) console.error('Pass the files or URLs of OpenAPI documents.');
for (const source of positionals) {
  const folder = await mkdtemp(path.join(tmpdir(), 'documents-'));
  try {
    await drive(source, folder);
  } catch (error) {
    console.log(`${path.basename(source)}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drive(source: string, folder: string): Promise<void> {
  const { text, value } = await readRaw(source);
  const file = path.join(folder, text.trimStart().startsWith('{') ? 'api.json' : 'api.yaml');
  await writeFile(file, text);
  const mock = await startMock(file, key);
  try {
    const idleMegabytes = mock.readMegabytes();
    const contract = await loadContract({ document: file });
    const judge = new ReplyJudge(Object(value));
    const writer = new RequestWriter(contract, key);
    const driver = new Driver(contract, readModel(contract), {
      writer,
      judge,
      url: mock.url,
      only: values.only,
    });
    const result = await driver.run();
    report(path.basename(source), result, {
      start: `${mock.startMs} ms`,
      memory: `${idleMegabytes} MB`,
      slow: driver.slow.length,
    });
    const bugs = mock
      .readLog()
      .split('\n')
      .filter((line) => line.includes('500 '));
    for (const line of bugs.slice(0, mostCauses)) console.log(`    mock: ${line.slice(0, 300)}`);
  } finally {
    mock.stop();
  }
}

function report(
  name: string,
  { operations, valid, drivable, readBack, whole, failures }: DriveResult,
  { start, memory, slow }: { start: string; memory: string; slow: number },
): void {
  console.log(
    `${name}: start ${start}, ${memory}; ${operations} operations, valid ${percent(valid, operations)}; ` +
      `${drivable} resources, read back ${percent(readBack, drivable)}, whole life ${percent(whole, drivable)}; ${slow} slow`,
  );
  for (const [cause, group] of groupByCause(failures).slice(0, mostCauses)) {
    console.log(`  ${group.length} × ${cause.slice(0, 200)}`);
    const examples = group
      .slice(0, 3)
      .map(({ subject, cause: fullCause }) => `${subject}: ${fullCause}`);
    for (const example of examples) console.log(`      ${example.slice(0, 300)}`);
  }
}

function percent(part: number, total: number): string {
  return total === 0 ? 'none' : `${((100 * part) / total).toFixed(1)} % (${part})`;
}

/** Causes are equal if they differ only in names, numbers and quoted words. */
function groupByCause(failures: readonly Failure[]): [string, Failure[]][] {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const cause = failure.cause
      .replaceAll(/"[^"]*"|'[^']*'/g, '…')
      .replaceAll(/\(#.*$/g, '')
      .replaceAll(/\/[\w~.-]+/g, '/…')
      .replaceAll(/\d+/g, 'n')
      .slice(0, 3);
    groups.set(cause, [...(groups.get(cause) ?? []), failure]);
  }
  return [...groups].sort(([, left], [, right]) => right.length - left.length);
}
