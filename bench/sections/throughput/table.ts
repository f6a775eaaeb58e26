import type { Table } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { rawHttp } from '../../subjects/index.ts';
import type { Contestant } from './contestant.ts';
import type { Measure, Measures } from './measure.ts';
import { toRatios } from './ratio.ts';

/** A number of each round; undefined where it could not be measured. */
interface Column {
  title: string;
  read(measure: Measure): number | undefined;
  write(value: number): string;
  /** Whether the number is shown as a part of what raw `node:http` reaches in the same round. */
  isOfRaw: boolean;
}

const toWhole = (value: number): string => Math.round(value).toLocaleString('en-US');
const toThree = (value: number): string => String(Number(value.toPrecision(3)));
const toRatio = (value: number): string => (value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const toTenth = (value: number): string => value.toFixed(1);

const own = { isOfRaw: false };
const ofRaw = { write: toRatio, isOfRaw: true };
const columns: readonly Column[] = [
  {
    title: 'requests/s',
    read: ({ requestsPerSecond }) => requestsPerSecond,
    write: toWhole,
    ...own,
  },
  { title: 'of raw, by rate', read: ({ requestsPerSecond }) => requestsPerSecond, ...ofRaw },
  {
    title: 'µs of processor each',
    read: ({ processorTime }) => processorTime,
    write: toThree,
    ...own,
  },
  { title: 'of raw, by processor', read: (measure) => invert(measure.processorTime), ...ofRaw },
  { title: 'instructions each', read: ({ instructions }) => instructions, write: toWhole, ...own },
  { title: 'of raw, by instructions', read: (measure) => invert(measure.instructions), ...ofRaw },
  { title: 'p50, ms', read: ({ medianMs }) => medianMs, write: toTenth, ...own },
  { title: 'p99, ms', read: ({ p99Ms }) => p99Ms, write: toTenth, ...own },
];

/** A row for each subject, the fastest first. */
export function toWorkTable(
  contestants: readonly Contestant[],
  results: ReadonlyMap<string, Measures>,
): Table {
  const rows = contestants.map(({ running }) => {
    const { id, title } = running.subject;
    const result = results.get(id) ?? { void: 'not measured' };
    if ('void' in result) {
      return { rate: 0, cells: [title, `void: ${result.void}`, ...columns.slice(1).map(() => '')] };
    }
    const rates = result.measures.map(({ requestsPerSecond }) => requestsPerSecond);
    const cells = columns.map((column) => toCell(column, id, results, result.measures));
    return { rate: toSpread(rates).median, cells: [title, ...cells] };
  });
  rows.sort((a, b) => b.rate - a.rate);
  return {
    columns: ['', ...columns.map(({ title }) => title)],
    rows: rows.map(({ cells }) => cells),
  };
}

function toCell(
  { read, write, isOfRaw }: Column,
  id: string,
  results: ReadonlyMap<string, Measures>,
  measures: readonly Measure[],
): string {
  const values = isOfRaw
    ? toRatios(results, id, rawHttp.id, read)
    : measures.map(read).filter((value) => value !== undefined);
  return values.length === 0 ? '—' : writeSpread(toSpread(values), write);
}

/** What takes half of the time is twice as fast. */
function invert(value: number | undefined): number | undefined {
  return value === undefined ? undefined : 1 / value;
}
