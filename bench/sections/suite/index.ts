import path from 'node:path';
import { findPort } from '../../../test/support/find-port.ts';
import type { Context } from '../../context.ts';
import { readProcessorTime } from '../../machine/process-usage.ts';
import { startServer } from '../../machine/start-server.ts';
import type { GoalResult, Section } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { mock } from '../../subjects/index.ts';
import { startSubject } from '../../subjects/subject.ts';
import { findSchemathesis, runTester, suite, type Tester, type TestRun } from './run-tester.ts';

interface Row {
  tester: Tester;
  title: string;
  runs: readonly TargetRun[];
  /** The project's goal in seconds. */
  goal?: number;
}

interface TargetRun extends TestRun {
  targetProcessorSeconds: number | undefined;
}

const onMock: Target = { title: 'the mock', latencyMs: 0 };
const faraway: Target = { title: 'the mock, with a latency of 20 ms', latencyMs: 20 };
const overseas: Target = { title: 'the mock, with a latency of 300 ms', latencyMs: 300 };

/** Measures a run of the suite, compared with a public tester. */
export async function measureSuite(context: Context): Promise<Section[]> {
  context.note('The suite');
  const { suiteRuns } = context.effort;
  const rows: Row[] = [
    {
      tester: suite,
      title: 'a mock in its own process',
      runs: await repeat(suite, undefined, context),
      goal: 2,
    },
    { tester: suite, title: onMock.title, runs: await repeat(suite, onMock, context), goal: 2 },
  ];
  const schemathesis = findSchemathesis(context.document, context.note);
  if (schemathesis !== undefined) {
    const once = { ...context, effort: { ...context.effort, suiteRuns: Math.min(1, suiteRuns) } };
    const runs = await repeat(schemathesis, onMock, once);
    rows.push({ tester: schemathesis, title: onMock.title, runs });
  }
  return [
    {
      title: 'The suite',
      about: [
        'Seconds are for the whole command, from its start to its end. Processor time is shown for the command and for the mock.',
        schemathesis === undefined
          ? '**Not measured:** Schemathesis, because Python 3 with pip and venv, or the package, is not available.'
          : 'Schemathesis runs once, with its defaults. Its requests are the test cases that it reports; its findings are not considered here.',
      ],
      ...toTable(rows),
    },
  ];
}

/** Measures a run of the suite with network latency. */
export async function measureDistance(context: Context): Promise<Section[]> {
  context.note('The suite over a slow network');
  const rows: Row[] = [];
  for (const [target, goal] of [
    [faraway, 4],
    [overseas, 15],
  ] as const)
    rows.push({
      tester: suite,
      title: target.title,
      runs: await repeat(suite, target, context),
      goal,
    });
  return [
    {
      title: 'The suite over a slow network',
      about: [
        'The same command, through a relay that delays everything that the suite sends. If a round trip takes 200 ms or more, the suite sends only some of several similar probes.',
      ],
      ...toTable(rows),
    },
  ];
}

function toTable(rows: readonly Row[]): Pick<Section, 'table' | 'goals'> {
  return {
    table: {
      columns: [
        '',
        'target',
        'seconds',
        'requests',
        'records',
        'processor, s',
        'mock’s processor, s',
        'exit code',
      ],
      rows: rows.map(toCells),
    },
    goals: rows.flatMap(toGoal),
  };
}

async function repeat(
  tester: Tester,
  target: Target | undefined,
  context: Context,
): Promise<TargetRun[]> {
  const runs: TargetRun[] = [];
  for (let count = 0; count < context.effort.suiteRuns; count += 1) {
    if (target === undefined) {
      const run = await runTester(tester, undefined, context);
      runs.push({ ...run, targetProcessorSeconds: undefined });
      continue;
    }
    const { baseUrl, processId, stop } = await startTarget(target, context);
    const before = readProcessorTime(processId) ?? 0;
    const run = await runTester(tester, baseUrl, context);
    const after = readProcessorTime(processId);
    await stop();
    const targetProcessorSeconds = after === undefined ? undefined : (after - before) / 1000;
    runs.push({ ...run, targetProcessorSeconds });
  }
  return runs;
}

function toCells({ tester, title, runs }: Row): string[] {
  const write = (read: (run: TargetRun) => number | undefined, digits: number): string => {
    const values = runs.map(read).filter((value) => value !== undefined);
    if (values.length === 0) return '—';
    return writeSpread(toSpread(values), (value) => value.toFixed(digits));
  };
  return [
    tester.title,
    title,
    write(({ seconds }) => seconds, 2),
    write(({ requests }) => requests, 0),
    write(({ records }) => records, 0),
    write(({ processorSeconds }) => processorSeconds, 2),
    write(({ targetProcessorSeconds }) => targetProcessorSeconds, 2),
    [...new Set(runs.map(({ exitCode }) => exitCode))].join(', '),
  ];
}

function toGoal({ title, runs, goal }: Row): GoalResult[] {
  if (goal === undefined) return [];
  const measured = toSpread(runs.map(({ seconds }) => seconds)).median;
  return [{ title: `Suite on ${title}: seconds`, goal: { atMost: goal }, measured }];
}

/** The target of a tester. */
interface Target {
  title: string;
  /** The latency of data from the client, in milliseconds. */
  latencyMs: number;
}

interface RunningTarget {
  baseUrl: string;
  /** The process of the mock only. */
  processId: number;
  stop(): Promise<void>;
}

async function startTarget({ latencyMs }: Target, context: Context): Promise<RunningTarget> {
  const { baseUrl, port, server } = await startSubject(mock, context);
  const { processId } = server;
  if (latencyMs === 0) return { baseUrl, processId, stop: server.stop };
  const proxyPort = await findPort();
  const program = path.resolve('bench/servers/latency-proxy.mjs');
  const command = [program, String(proxyPort), String(port), String(latencyMs)];
  const proxy = startServer(command, context.placement);
  await proxy.firstLine;
  return {
    baseUrl: `http://127.0.0.1:${proxyPort}`,
    processId,
    stop: async () => {
      await proxy.stop();
      await server.stop();
    },
  };
}
