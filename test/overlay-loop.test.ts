/**
 * An overlay of observations makes the mock behave like the observed target. These tests give a mock values of
 * assumptions, observe it with the suite, and expect the same values; then they repeat this with the written overlay.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type AssumptionValue, contract, listAssumptions } from '../contract/index.ts';
import { loadContract } from '../contract/load-contract.ts';
import { createMock } from '../mock/index.ts';
import {
  type ObservedOverlay,
  type RunResult,
  runSuite,
  toObservedOverlay,
} from '../service/entries/conformance.ts';
import { findTarget } from './corpus/index.ts';
import { runProgram, startProgram } from './installed/run-program.ts';
import { testInCi, testSome } from './support/in-ci.ts';
import { otherWorkspace, workspace } from './support/test-client.ts';

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
const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-overlay-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function nextFile(): string {
  files += 1;
  return path.join(folder, `${files}.json`);
}

function writeOverlay(overlay: ObservedOverlay): string {
  const file = nextFile();
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

/** Runs the whole suite against a mock with an overlay, which has to conform. */
async function observeMock(overlay: ObservedOverlay): Promise<RunResult> {
  await using mock = createMock({
    contract: await loadContract({ overlays: [writeOverlay(overlay)] }),
    seed: 1,
  });
  const { url: baseUrl } = await mock.listen();
  const apiKey = mock.apiKeys[0] ?? '';
  const result = await runSuite({ baseUrl, apiKey, workspace, seed: 1 });
  expect(result.checks.filter(({ outcome }) => outcome.status === 'failed')).toEqual([]);
  expect(result.verdict).toEqual({ kind: 'conforms' });
  return result;
}

function listSeen({ observations }: RunResult): Values {
  return Object.fromEntries(
    observations.flatMap(({ assumption }) =>
      assumption === undefined ? [] : [[assumption.id, assumption.value]],
    ),
  );
}

/** Returns the values as the suite observes them: UUIDs of version 7 sort by time, so ids are in the order of creation. */
function toVisible(values: Values): Values {
  return values['uuid-version'] === 7 && values['list-order'] === 'by-id'
    ? { ...values, 'list-order': 'oldest-first' }
    : values;
}

/** Deployments that differ from the mock in nearly all assumptions. Together, they have every value of each. */
const deployments = (() => {
  const candidates = observable.map(({ id, value, known }): [string, AssumptionValue[]] => {
    const others = [...known.map((each) => each.value), ...(open[id] ?? [])];
    return [id, others.filter((other) => other !== value)];
  });
  const rounds = Math.max(...candidates.map(([, values]) => values.length));
  return Array.from({ length: rounds }, (_, round) => {
    const chosen: Values = Object.fromEntries(
      candidates.map(([id, others]) => [id, others[round % others.length] ?? null]),
    );
    // If every new site had the same host, and hosts were unique, there could only be one site.
    const hasOneHost = chosen['host-url-default'] === 'https://preview.hosting.example';
    const unique = hasOneHost ? defaults['unique-host-url'] : chosen['unique-host-url'];
    const values = { ...chosen, 'unique-host-url': unique ?? null };
    return { title: `a deployment that differs goes round the loop twice (${round + 1})`, values };
  });
})();

describe('the overlay loop', () => {
  test('covers every assumption, or says why it cannot', () => {
    const silent = listAssumptions(contract.document).filter(({ known }) => known.length === 1);
    expect(Object.keys(unobservable)).toEqual(silent.map(({ id }) => id));
  });

  test('observes the defaults of the included mock', async () => {
    const result = await observeMock(toOverlay({}));
    expect(listSeen(result)).toEqual(defaults);
    const copies = result.observations.filter(({ check }) => check.endsWith('/observes-copies'));
    // The original is updated after its duplication.
    expect(copies.map(({ statement }) => statement)).toEqual([
      'What is the name of a duplicate if the request gives none? Copy of {name}',
      'Does a duplicate get its own apiKey? own',
      'a duplicate has the host of its original',
    ]);
  });

  test('gives no verdict on a target that is only observed', async () => {
    await using mock = createMock();
    const { url: baseUrl } = await mock.listen();
    const only = ['listSites/observes-limit-zero'];
    const options = { baseUrl, apiKey: mock.apiKeys[0] ?? '', workspace, seed: 1, only };
    const reason = 'the selected checks only observe; select others as well';
    expect((await runSuite(options)).verdict).toEqual({ kind: 'not-run', reason });
  });

  testSome(deployments, 1, async ({ values }) => {
    const first = await observeMock(toOverlay(values));
    expect(listSeen(first)).toEqual(toVisible(values));
    const overlay = toObservedOverlay(first, contract);
    const second = await observeMock(overlay);
    expect(toObservedOverlay(second, contract).actions).toEqual(overlay.actions);
  });

  testInCi('works on the command line with a deployment that shares no code', async () => {
    const workspaceIds = [workspace, otherWorkspace] as const;
    const service = await findTarget('mixtures/strict').start({
      apiKey: 'key-of-the-loop',
      workspaceIds,
    });
    const deployed = await observeByProgram(service.url).finally(service.close);
    const changed = toUpdates(deployed).filter(([id, value]) => value !== defaults[id]);
    expect(changed.length).toBeGreaterThan(10);

    const words = ['mock', '--port', '0', '--api-key', 'key-of-the-loop'];
    const workspaces = workspaceIds.flatMap((id) => ['--workspace', id]);
    const overlay = ['--overlay', writeOverlay(deployed)];
    const mock = startProgram(process.execPath, [program, ...words, ...workspaces, ...overlay]);
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
  const file = nextFile();
  const words = ['conformance', url, '--workspace', workspace, '--seed', '1', '--observed', file];
  const environment = { SITE_CONTRACT_API_KEY: 'key-of-the-loop' };
  const { code, stdout, stderr } = await runProgram(process.execPath, [program, ...words], {
    environment,
  });
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The values that an overlay sets, by assumption. */
function toUpdates({ actions }: ObservedOverlay): [id: string, value: unknown][] {
  return actions.map(({ target, update }) => [
    /\['x-assumptions'\]\['(.+)'\]/.exec(target)?.[1] ?? '',
    update.value,
  ]);
}
