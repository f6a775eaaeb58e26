import type { Table } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { rawHttp } from '../../subjects/index.ts';
import type { Contestant } from './contestant.ts';
import type { Measure, Measures } from './measure.ts';
import { toRatios } from './ratio.ts';

const columns = [
  '',
  'requests/s',
  'of raw `node:http`',
  'processor, µs each',
  'of raw’s speed per processor',
  'p50, ms',
  'p99, ms',
];

/** A row for each subject, the fastest first. */
export function toWorkTable(
  contestants: readonly Contestant[],
  results: ReadonlyMap<string, Measures>,
): Table {
  const rows = contestants.map(({ running }) => {
    const { id, title } = running.subject;
    const result = results.get(id) ?? { void: 'not measured' };
    return 'void' in result
      ? { rate: 0, cells: [title, `void: ${result.void}`, '', '', '', '', ''] }
      : {
          rate: medianRate(result.measures),
          cells: [title, ...toCells(result.measures, id, results)],
        };
  });
  rows.sort((a, b) => b.rate - a.rate);
  return { columns, rows: rows.map(({ cells }) => cells) };
}

function toCells(
  measures: readonly Measure[],
  id: string,
  results: ReadonlyMap<string, Measures>,
): string[] {
  const times = measures
    .map(({ processorTime }) => processorTime)
    .filter((time) => time !== undefined);
  const inRate = toRatios(results, id, rawHttp.id, ({ requestsPerSecond }) => requestsPerSecond);
  const inTime = toRatios(results, id, rawHttp.id, toSpeed);
  return [
    writeNumbers(
      measures.map(({ requestsPerSecond }) => requestsPerSecond),
      toWhole,
    ),
    writeNumbers(inRate, toRatio),
    writeNumbers(times, (time) => String(Number(time.toPrecision(3)))),
    writeNumbers(inTime, toRatio),
    writeNumbers(
      measures.map(({ medianMs }) => medianMs),
      toMilliseconds,
    ),
    writeNumbers(
      measures.map(({ p99Ms }) => p99Ms),
      toMilliseconds,
    ),
  ];
}

const toSpeed = ({ processorTime }: Measure): number | undefined =>
  processorTime === undefined ? undefined : 1 / processorTime;

const medianRate = (measures: readonly Measure[]): number =>
  toSpread(measures.map(({ requestsPerSecond }) => requestsPerSecond)).median;

function writeNumbers(values: readonly number[], write: (value: number) => string): string {
  return values.length === 0 ? '—' : writeSpread(toSpread(values), write);
}

const toWhole = (value: number): string => Math.round(value).toLocaleString('en-US');
const toRatio = (value: number): string => (value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const toMilliseconds = (value: number): string => value.toFixed(1);
