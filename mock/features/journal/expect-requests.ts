import { matchNearest } from '../../../contract/match-nearest.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { type JournalEntry, type JournalFilter, selectEntries } from '../../store/journal.ts';

/** Requests that a test expects. Omitted fields match everything. */
export interface JournalExpectation extends JournalFilter {
  /** The expected number of requests. Default: at least one. */
  times?: number | undefined;
  /** Expected parts of the JSON body: these fields of an object, these items of a list. Other values must be equal. */
  body?: unknown;
}

/** A failed expectation. Test runners show a diff of `expected` and `actual`. */
export class UnmetExpectation extends Error {
  /** Always `UnmetExpectation`. */
  override readonly name = 'UnmetExpectation';
  /** The expected requests. */
  readonly expected: unknown;
  /** The requests that were made instead. */
  readonly actual: unknown;

  constructor(message: string, expected: unknown, actual: unknown) {
    super(message);
    this.expected = expected;
    this.actual = actual;
  }
}

/** Maximum number of requests in a message, which lists the last ones. */
const mostListed = 10;

const fields = ['operation', 'status', 'session', 'times', 'body'];

/** A misspelled expectation would match nothing, and pass wherever no request is expected. */
function assertExpectation(expectation: JournalExpectation, operationIds: readonly string[]): void {
  const { operation, status = 200, times = 0 } = expectation;
  const unknown = Object.keys(expectation).find((name) => !fields.includes(name));
  const refuse = (fault: string): never => {
    throw new TypeError(`Invalid expectation: ${fault}`);
  };
  const suggest = (name: string, names: readonly string[]): string => {
    const nearest = matchNearest(name, names);
    return nearest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${nearest}?`;
  };
  if (unknown !== undefined) refuse(`${unknown} is not a known field; ${suggest(unknown, fields)}`);
  if (operation !== undefined && !operationIds.some((id) => id === operation))
    refuse(`${operation} is not an operation of the contract; ${suggest(operation, operationIds)}`);
  if (!/^(?:0|[1-5](?:\d\d|xx))$/i.test(String(status)))
    refuse(`status must be one such as 404, or a range such as 4xx (got ${status})`);
  if (!Number.isInteger(times) || times < 0)
    refuse(`times must be an integer of at least 0 (got ${times})`);
}

/**
 * @param all all entries of the journal, or of the session
 * @param operationIds the operations of the contract
 * @returns the requests that meet the expectation
 * @throws UnmetExpectation when there are more or fewer of them than expected
 * @throws TypeError when the expectation has an unknown field or operation
 */
export function expectRequests(
  expectation: JournalExpectation,
  all: readonly JournalEntry[],
  operationIds: readonly string[],
): JournalEntry[] {
  assertExpectation(expectation, operationIds);
  const { times, body, ...filter } = expectation;
  const compared = selectEntries(all, filter).map((entry) => ({
    entry,
    differences: body === undefined ? [] : compare(readBody(entry), body, ''),
  }));
  const met = compared.filter(({ differences }) => differences.length === 0);
  if (times === undefined ? met.length > 0 : met.length === times)
    return met.map(({ entry }) => entry);
  const [closest] = compared
    .filter(({ differences }) => differences.length > 0)
    .sort((left, right) => left.differences.length - right.differences.length);
  const wanted = `${times === undefined ? 'a request' : count(times)}${describeFilter(filter)}`;
  const like = body === undefined ? '' : ` with a body like ${JSON.stringify(body)}`;
  const lines = [`Expected ${wanted}${like}, found ${met.length}.`];
  if (closest !== undefined && met.length <= (times ?? 0))
    lines.push(
      `Closest is ${showEntry(closest.entry)}:`,
      ...closest.differences.map((line) => `  ${line}`),
    );
  lines.push(
    all.length === 0 ? 'The journal is empty.' : `The last of ${count(all.length)}:`,
    ...all.slice(-mostListed).map((entry) => `  ${showEntry(entry)}`),
  );
  throw closest === undefined
    ? new UnmetExpectation(lines.join('\n'), times ?? 1, met.length)
    : new UnmetExpectation(lines.join('\n'), body, readBody(closest.entry));
}

function count(number: number): string {
  return number === 1 ? '1 request' : `${number} requests`;
}

function describeFilter({ operation, status, session }: JournalFilter): string {
  return [
    operation === undefined ? '' : ` to ${operation}`,
    status === undefined ? '' : ` answered ${status}`,
    session === undefined ? '' : ` in the session ${session}`,
  ].join('');
}

function showEntry({ id, method, path, query, status, operation }: JournalEntry): string {
  const target = query === '' ? path : `${path}?${query}`;
  return `#${id} ${operation ?? 'no operation'}: ${method} ${target} → ${status}`;
}

/** Returns the JSON of a request, or its text if it is incomplete or not JSON. */
function readBody({ request: { body } }: JournalEntry): unknown {
  if (body === undefined) return undefined;
  const value = parseJson(body.text);
  return value === undefined ? body.text : value;
}

/** Returns a line for each expected part that is missing. */
function compare(actual: unknown, expected: unknown, pointer: string): string[] {
  if (Array.isArray(expected)) {
    if (Array.isArray(actual) && actual.length === expected.length)
      return expected.flatMap((item, at) => compare(actual[at], item, `${pointer}/${at}`));
  } else if (isRecord(expected)) {
    if (isRecord(actual))
      return Object.entries(expected).flatMap(([name, value]) =>
        compare(actual[name], value, `${pointer}/${name}`),
      );
  } else if (Object.is(actual, expected)) return [];
  return [`${pointer || 'the body'}: expected ${show(expected)}, received ${show(actual)}`];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
