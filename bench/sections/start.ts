import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { readResidentMemory } from '../machine/process-usage.ts';
import type { Section } from '../report/section.ts';
import { type Spread, toSpread, writeSpread } from '../report/spread.ts';
import { mock, rawHttp } from '../subjects/index.ts';
import { type Subject, startSubject } from '../subjects/subject.ts';

/** How long a server is idle before its memory is measured, in milliseconds. */
const restMs = 500;

interface Start {
  firstAnswerMs: number;
  residentMegabytes: number;
}

/** Measures the time from the start of the program to its first response, and its idle memory. */
export async function measureStart(context: Context): Promise<Section[]> {
  context.note('Cold start and idle memory');
  const starts = new Map<string, Start[]>();
  for (let round = -1; round < context.effort.starts; round += 1) {
    for (const subject of context.subjects) {
      const start = await measureOne(subject, context);
      // The first round only fills the caches with files and compiled code.
      if (round >= 0) starts.set(subject.id, [...(starts.get(subject.id) ?? []), start]);
    }
  }
  const time = (start: Start): number => start.firstAnswerMs;
  const memory = (start: Start): number => start.residentMegabytes;
  const toRow = ({ id, title }: Subject): string[] => [
    title,
    writeSpread(toSpread((starts.get(id) ?? []).map(time)), (value) => value.toFixed(0)),
    writeSpread(compare(starts, id, time), (value) => value.toFixed(2)),
    writeSpread(toSpread((starts.get(id) ?? []).map(memory)), (value) => value.toFixed(0)),
    writeSpread(compare(starts, id, memory), (value) => value.toFixed(2)),
  ];
  return [
    {
      title: 'Cold start and idle memory',
      about: [
        'From the start of the program to the end of its first response, to a list request. Files and compiled code are in the caches.',
        `Memory is the resident set ${restMs / 1000} s after that response.`,
      ],
      table: {
        columns: [
          '',
          'first response, ms',
          'relative to raw `node:http`',
          'memory, MB',
          'relative to raw `node:http`',
        ],
        rows: context.subjects.map(toRow),
      },
      goals: [
        {
          title: 'Cold start, relative to raw `node:http`',
          goal: { atMost: 1.5 },
          measured: compare(starts, mock.id, time).median,
        },
        {
          title: 'Idle memory, relative to raw `node:http`',
          goal: { atMost: 1.2 },
          measured: compare(starts, mock.id, memory).median,
        },
      ],
    },
  ];
}

async function measureOne(subject: Subject, context: Context): Promise<Start> {
  const { server, firstAnswerMs } = await startSubject(subject, context);
  await pause(restMs);
  const resident = readResidentMemory(server.processId) ?? Number.NaN;
  await server.stop();
  return { firstAnswerMs, residentMegabytes: resident / 2 ** 20 };
}

/** Compares each start with that of raw `node:http` in the same round. */
function compare(
  starts: ReadonlyMap<string, readonly Start[]>,
  id: string,
  read: (start: Start) => number,
): Spread {
  const reference = starts.get(rawHttp.id) ?? [];
  return toSpread(
    (starts.get(id) ?? []).flatMap((start, round) => {
      const other = reference[round];
      return other === undefined ? [] : [read(start) / read(other)];
    }),
  );
}
