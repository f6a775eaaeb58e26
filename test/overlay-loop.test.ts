/**
 * An overlay of observations makes the mock behave like the observed target. These tests give a mock values of
 * assumptions, observe it with the suite, and expect the same values; then they repeat this with the written overlay.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  type ObservedOverlay,
  type RunResult,
  runSuite,
  toObservedOverlay,
} from '../conformance/index.ts';
import { type AssumptionValue, contract, listAssumptions } from '../contract/index.ts';
import { loadContract } from '../contract/load-contract.ts';
import { createMock } from '../mock/index.ts';
import { lawfulTargets } from './corpus/index.ts';
import { runProgram, startProgram } from './installed/run-program.ts';
import { testInCi } from './support/in-ci.ts';

type Values = Readonly<Record<string, AssumptionValue>>;

/** Assumptions that no check observes, with the reason. The tests cover all others. */
const unobservable: Readonly<Record<string, string>> = {
  'incomplete-variant': 'one value is known: no request proves another one',
  'other-operations': 'one value is known: undocumented paths are not requested',
  lifecycle: 'one value is known: no state is named',
  'api-key-scope': 'one value is known: the suite has one key',
  'rate-limit': 'one value is known: the suite slows down, and counts no window',
  'body-size-limit': 'what it takes to find it is a flood of bodies that a deployment would mind',
  versioning: 'one value is known: there is one version',
  'event-causes': 'one value is known: the suite receives no events',
  'event-payload': 'one value is known: the suite receives no events',
  'event-signing': 'one value is known: the suite receives no events',
  'event-retries': 'one value is known: the suite receives no events',
};

/** Values in addition to the known ones, for assumptions that allow any value. */
const open: Readonly<Record<string, readonly AssumptionValue[]>> = {
  'unnamed-copy-name': ['{name}, {name} & $&', 'Kopie'],
  'host-url-default': ['https://{id}.eu.hosting.example:8443', 'https://preview.hosting.example'],
  'name-max-length': [17, 299],
  'unknown-workspace': [410],
};

const observable = listAssumptions(contract.document).filter(({ id }) => !(id in unobservable));
const defaults: Values = Object.fromEntries(observable.map(({ id, value }) => [id, value]));

/** Each test runs the whole suite; outside CI, with only some of several similar probes. */

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-overlay-'));
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function writeOverlay(overlay: ObservedOverlay): string {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  writeFileSync(file, JSON.stringify(overlay));
  return file;
}

function toOverlay(values: Values): ObservedOverlay {
  return {
    overlay: '1.0.0',
    info: { title: 'A deployment', version: '1' },
    actions: Object.entries(values).map(([id, value]) => ({
      target: `$['x-assumptions']['${id}']`,
      description: id,
      update: { value },
    })),
  };
}

/** Runs the whole suite against a mock with an overlay. */
async function observeMock(overlay: ObservedOverlay): Promise<RunResult> {
  await using mock = createMock({
    contract: await loadContract({ overlays: [writeOverlay(overlay)] }),
    seed: 1,
  });
  const { url: baseUrl } = await mock.listen();
  return await runSuite({
    baseUrl,
    apiKey: mock.apiKeys[0] ?? '',
    workspace,
    seed: 1,
  });
}

function listSeen({ observations }: RunResult): Values {
  return Object.fromEntries(
    observations.flatMap(({ assumption }) =>
      assumption === undefined ? [] : [[assumption.id, assumption.value]],
    ),
  );
}

function expectToConform({ checks, verdict }: RunResult): void {
  const failed = checks.filter(({ outcome }) => /failed|error/.test(outcome.status));
  expect(failed.map(({ id, outcome }) => ({ id, outcome }))).toEqual([]);
  expect(verdict).toEqual({ kind: 'conforms' });
}

/** Returns the values as the suite observes them: UUIDs of version 7 sort by time, so ids are in the order of creation. */
function toVisible(values: Values): Values {
  return values['uuid-version'] === 7 && values['list-order'] === 'by-id'
    ? { ...values, 'list-order': 'oldest-first' }
    : values;
}

/** All other values of all assumptions. Each run changes several assumptions, because it takes a second or more. */
const changes = (() => {
  const others = observable.map(({ id, value, known }) =>
    [...known.map((candidate) => candidate.value), ...(open[id] ?? [])]
      .filter((other) => other !== value)
      .map((other) => [id, other] as const),
  );
  const rounds = Math.max(...others.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => {
    const pairs = others.flatMap((values) => values.slice(round, round + 1));
    return Array.from({ length: Math.ceil(pairs.length / 5) }, (_, part) => {
      const values: Values = Object.fromEntries(pairs.slice(part * 5, part * 5 + 5));
      return { round, values, changed: toLine(values) };
    });
  }).flat();
})();

function toLine(values: Values): string {
  return Object.entries(values)
    .map(([id, value]) => `${value} as ${id}`)
    .join(', ');
}

describe('the overlay loop', () => {
  test('covers every assumption, or says why it cannot', () => {
    const silent = listAssumptions(contract.document).filter(({ known }) => known.length === 1);
    expect(Object.keys(unobservable)).toEqual(silent.map(({ id }) => id));
    for (const reason of Object.values(unobservable)) expect(reason).not.toBe('');
  });

  test('observes the defaults of the included mock', async () => {
    const result = await observeMock(toOverlay({}));
    expectToConform(result);
    expect(listSeen(result)).toEqual(defaults);
    const copies = result.observations.filter(({ check }) => check.endsWith('/observes-copies'));
    // The original is updated after its duplication.
    expect(copies.map(({ statement }) => statement)).toEqual([
      'an unnamed duplicate of "{name}" is called "Copy of {name}"',
      'a duplicate has its own apiKey',
      'a duplicate has the host of its original',
    ]);
  });

  const seesOnly = async ({ values }: (typeof changes)[number]): Promise<void> => {
    const result = await observeMock(toOverlay(values));
    expectToConform(result);
    expect(listSeen(result)).toEqual(toVisible({ ...defaults, ...values }));
  };
  const seen = 'sees $changed, and nothing else changed';
  // The first round has one value of each assumption.
  test.each(changes.filter(({ round }) => round === 0))(seen, seesOnly);
  testInCi.each(changes.filter(({ round }) => round > 0))(seen, seesOnly);
});

/** Deployments that differ from the mock in nearly all assumptions, each with other values. */
const mixtures = [1, 2, 3].map((shift) => {
  const chosen = observable.map(({ id, known }, at): [string, AssumptionValue] => {
    const value = known[(at + shift) % known.length]?.value ?? null;
    return [id, value];
  });
  const values: Values = Object.fromEntries(chosen);
  const differing = chosen.filter(([id, value]) => value !== defaults[id]).length;
  return { values, differing };
});

describe('a deployment that differs', () => {
  const goesRound = async ({ values, differing }: (typeof mixtures)[number]): Promise<void> => {
    expect(differing).toBeGreaterThan(10);
    const first = await observeMock(toOverlay(values));
    expectToConform(first);
    expect(listSeen(first)).toEqual(toVisible(values));
    const overlay = toObservedOverlay(first, contract);
    const second = await observeMock(overlay);
    expectToConform(second);
    expect(toObservedOverlay(second, contract).actions).toEqual(overlay.actions);
  };
  const title = 'in $differing assumptions at once goes round the loop twice';
  test.each(mixtures.slice(0, 1))(title, goesRound);
  testInCi.each(mixtures.slice(1))(title, goesRound);

  test('and shares no code with the mock passes the loop on the command line', async () => {
    const target = lawfulTargets.find(({ id }) => id === 'mixtures/strict');
    if (target === undefined) throw new Error('the corpus has no strict mixture');
    const workspaces = [workspace, 'b3a8d3f4-2f0b-4f63-8f0e-93f1f5f4a922'] as const;
    const service = await target.start({ apiKey: 'key-of-the-loop', workspaceIds: workspaces });
    const deployed = await observeByProgram(service.url).finally(service.close);
    expect(deployed.actions.filter(isChange).length).toBeGreaterThan(10);

    const arguments_ = ['mock', '--port', '0', '--api-key', 'key-of-the-loop'];
    const mock = startProgram(process.execPath, [
      program,
      ...arguments_,
      ...workspaces.flatMap((id) => ['--workspace', id]),
      '--overlay',
      writeOverlay(deployed),
    ]);
    try {
      const mocked = await observeByProgram(await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/));
      expect(toUpdates(mocked)).toEqual(toUpdates(deployed));
    } finally {
      mock.child.kill('SIGKILL');
      await mock.ended;
    }
  });
});

const program = path.resolve('dist/cli/main.js');

async function observeByProgram(url: string): Promise<ObservedOverlay> {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  const { code, stdout, stderr } = await runProgram(
    process.execPath,
    [program, 'conformance', url, '--workspace', workspace, '--seed', '1', '--observed', file],
    { environment: { SITE_CONTRACT_API_KEY: 'key-of-the-loop' } },
  );
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function toUpdates({ actions }: ObservedOverlay) {
  return actions.map(({ target, update }) => [target, update.value]);
}

/** Whether an action sets a value other than that of the document. */
function isChange({ target, update }: ObservedOverlay['actions'][number]): boolean {
  const id = /\['x-assumptions'\]\['(.+)'\]/.exec(target)?.[1] ?? '';
  return update.value !== defaults[id];
}
