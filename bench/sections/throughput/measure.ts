import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { countInstructions, readProcessorTime, watchOthers } from '../../machine/process-usage.ts';
import { mock, rawHttp } from '../../subjects/index.ts';
import {
  prepareSubject,
  type RunningSubject,
  startSubject,
  toOwnWords,
} from '../../subjects/subject.ts';
import { ask, type Work, type WorkRequest } from '../../works/work.ts';

/** One round of one subject for one work. */
export interface Measure {
  requestsPerSecond: number;
  /** Processor time of the server, in microseconds for one request; undefined if the system does not provide it. */
  processorTime: number | undefined;
  /** Instructions of the server for one request; undefined if they cannot be counted. */
  instructions: number | undefined;
  medianMs: number;
  p99Ms: number;
  /** Load by other programs meanwhile: 1 is one processor. */
  others: number | undefined;
}

/** All rounds of a subject, or why they are not valid. */
export type Measures = { measures: Measure[] } | { void: string };

/** Measures a subject once. All responses have to be as expected. */
export async function measure(
  { running, requests }: Contestant,
  { expects }: Work,
  { load, effort }: Context,
  seconds: number,
): Promise<Measure | { void: string }> {
  const { port, server } = running;
  const { connections } = effort;
  const stopWatching = watchOthers(server.processId);
  const before = readProcessorTime(server.processId);
  const stopCounting = countInstructions(server.processId);
  const result = await load.run({ port, requests, expects, connections, seconds });
  const instructions = await stopCounting();
  const after = readProcessorTime(server.processId);
  if (result.failed > 0) return { void: `${result.failed} of ${result.requests} responses failed` };
  if (result.requests === 0) return { void: 'no answers' };
  return {
    requestsPerSecond: result.requests / result.seconds,
    processorTime:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1000) / result.requests,
    instructions: instructions === undefined ? undefined : instructions / result.requests,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
    others: stopWatching(),
  };
}

export interface Contestant {
  running: RunningSubject;
  requests: readonly WorkRequest[];
}

/** Starts all subjects that support a work. The mock is first, because the constant responses are copied from it. */
export async function startContestants(work: Work, context: Context): Promise<Contestant[]> {
  const able = context.subjects.filter(({ works }) => works === 'all' || works.includes(work.id));
  const ours = await startContestant(mock, work, context, undefined);
  const replies = path.join(context.folder, `${work.id}.json`);
  writeFileSync(replies, JSON.stringify(await readReplies(ours)));
  const contestants: Contestant[] = [];
  for (const subject of able) {
    if (subject.id === mock.id) contestants.push(ours);
    else {
      const given = subject.id === rawHttp.id ? replies : undefined;
      contestants.push(await startContestant(subject, work, context, given));
    }
  }
  return contestants;
}

async function startContestant(
  subject: RunningSubject['subject'],
  work: Work,
  context: Context,
  replies: string | undefined,
): Promise<Contestant> {
  const running = await startSubject(subject, context, replies);
  const ground = await prepareSubject(running);
  const requests = work.toRequests(ground).map((request) => toOwnWords(subject, request));
  const contestant = { running, requests };
  await assertAnswers(contestant, work);
  return contestant;
}

/** The responses of the mock, by request method. */
async function readReplies({ running, requests }: Contestant): Promise<Record<string, object>> {
  const replies: Record<string, object> = {};
  for (const request of requests) {
    replies[request.method] ??= await ask(running.baseUrl, request);
  }
  return replies;
}

/** @throws when a subject does not respond as expected */
export async function assertAnswers({ running, requests }: Contestant, work: Work): Promise<void> {
  const ends = [requests[0], requests.at(-1)].filter((request) => request !== undefined);
  for (const request of ends) {
    const { status, body } = await ask(running.baseUrl, request);
    const isExpected = work.expects === 'refusal' ? status >= 400 && status < 500 : status < 300;
    if (!isExpected) {
      const { method, path: target } = request;
      throw new Error(`${running.subject.title} answers ${status} to ${method} ${target}: ${body}`);
    }
  }
}

/** The highest load by other programs in a quiet round, in processors. */
const quiet = 0.1;

interface Round {
  measures: ReadonlyMap<string, Measure>;
  /** The highest load by other programs in one of the turns. */
  others: number;
}

interface RoundResults {
  bySubject: ReadonlyMap<string, Measures>;
  /**
   * Number of rounds that were measured to find quiet ones, and the highest load by other programs in those that count.
   */
  tried: number;
  others: number;
}

/**
 * Measures rounds in which every subject has a turn, until there are enough quiet ones, or too many in total. Rounds
 * are selected by the load of other programs, and never by their result.
 */
export async function measureRounds(
  contestants: readonly Contestant[],
  work: Work,
  context: Context,
): Promise<RoundResults> {
  const { patience, warmUpSeconds } = context.effort;
  const { rounds } = context.effort.byRate;
  for (const contestant of contestants) await measure(contestant, work, context, warmUpSeconds);
  const voids = new Map<string, { void: string }>();
  const tried: Round[] = [];
  while (tried.length < rounds * patience && countQuiet(tried) < rounds) {
    const isBack = tried.length % 2 === 1;
    tried.push(await measureRound(contestants, work, context, voids, isBack));
  }
  const counted = [...tried].sort((a, b) => a.others - b.others).slice(0, rounds);
  return {
    bySubject: new Map(
      contestants.map(({ running }) => {
        const { id } = running.subject;
        const measures = counted.map((round) => round.measures.get(id));
        return [id, voids.get(id) ?? { measures: measures.filter((each) => each !== undefined) }];
      }),
    ),
    tried: tried.length,
    others: Math.max(...counted.map(({ others }) => others)),
  };
}

/** @param isBack goes through the subjects in reverse, so that none always follows the same other one */
async function measureRound(
  contestants: readonly Contestant[],
  work: Work,
  context: Context,
  voids: Map<string, { void: string }>,
  isBack: boolean,
): Promise<Round> {
  const measures = new Map<string, Measure>();
  for (const contestant of isBack ? [...contestants].reverse() : contestants) {
    const { id } = contestant.running.subject;
    if (voids.has(id)) continue;
    const outcome = await measure(contestant, work, context, context.effort.byRate.seconds);
    if ('void' in outcome) voids.set(id, outcome);
    else measures.set(id, outcome);
  }
  const others = Math.max(0, ...[...measures.values()].map((each) => each.others ?? 0));
  return { measures, others };
}

const countQuiet = (rounds: readonly Round[]): number =>
  rounds.filter(({ others }) => others <= quiet).length;
