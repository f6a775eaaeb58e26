import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { mock, rawHttp } from '../../subjects/index.ts';
import {
  prepareSubject,
  type RunningSubject,
  startSubject,
  toOwnWords,
} from '../../subjects/start-subject.ts';
import { ask } from '../../works/ask.ts';
import type { Work, WorkRequest } from '../../works/work.ts';

/** A subject that is ready for a work. */
export interface Contestant {
  running: RunningSubject;
  requests: readonly WorkRequest[];
}

/** Starts all that can do a work; the mock comes first, since the constant answers are taken from it. */
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

/** What the mock answers, by the method of the request. */
async function readReplies({ running, requests }: Contestant): Promise<Record<string, object>> {
  const replies: Record<string, object> = {};
  for (const request of requests) {
    replies[request.method] ??= await ask(running.baseUrl, request);
  }
  return replies;
}

/** @throws when a subject does not do what is measured */
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
