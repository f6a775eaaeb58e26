import { operationIds } from '../../../contract/index.ts';
import { matchNearest } from '../../../contract/match-nearest.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { type JournalEntry, type JournalFilter, matchesFilter } from './journal-entry.ts';

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
function assertExpectation(expectation: JournalExpectation): void {
  const { operation, status, times } = expectation;
  const refuse = (what: string, names: readonly string[], name: string): never => {
    const nearest = matchNearest(name, names);
    const hint =
      nearest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${nearest}?`;
    throw new TypeError(`Invalid expectation: ${name} is not ${what}; ${hint}`);
  };
  const unknown = Object.keys(expectation).find((name) => !fields.includes(name));
  if (unknown !== undefined) refuse('a known field', fields, unknown);
  if (operation !== undefined && !operationIds.some((id) => id === operation))
    refuse('an operation of the contract', operationIds, operation);
  if (status !== undefined && !/^(?:0|[1-5](?:\d\d|xx))$/i.test(String(status)))
    throw new TypeError(
      `Invalid expectation: status must be one such as 404, or a range such as 4xx (got ${status})`,
    );
  if (times !== undefined && !(Number.isInteger(times) && times >= 0))
    throw new TypeError(
      `Invalid expectation: times must be an integer of at least 0 (got ${times})`,
    );
}

/**
 * @param all all entries of the journal, or of the session
 * @returns the requests that meet the expectation
 * @throws UnmetExpectation when there are more or fewer of them than expected
 * @throws TypeError when the expectation has an unknown field or operation
 */
export function expectRequests(
  expectation: JournalExpectation,
  all: readonly JournalEntry[],
): JournalEntry[] {
  assertExpectation(expectation);
  const { times, body, ...filter } = expectation;
  const compared = all
    .filter((entry) => matchesFilter(filter, entry))
    .map((entry) => ({
      entry,
      differences: body === undefined ? [] : compare(readBody(entry), body, ''),
    }));
  const met = compared.filter(({ differences }) => differences.length === 0);
  if (times === undefined ? met.length > 0 : met.length === times)
    return met.map(({ entry }) => entry);
  const [closest] = compared
    .filter(({ differences }) => differences.length > 0)
    .sort((one, other) => one.differences.length - other.differences.length);
  const lines = [
    `Expected ${times === undefined ? 'a request' : count(times)}${describeFilter(filter)}${
      body === undefined ? '' : ` with a body like ${JSON.stringify(body)}`
    }, found ${met.length}.`,
    ...(closest === undefined || met.length > (times ?? 0)
      ? []
      : [
          `Closest is ${describe(closest.entry)}:`,
          ...closest.differences.map((line) => `  ${line}`),
        ]),
    all.length === 0 ? 'The journal is empty.' : `The last of ${count(all.length)}:`,
    ...all.slice(-mostListed).map((entry) => `  ${describe(entry)}`),
  ];
  const message = lines.join('\n');
  if (body === undefined || closest === undefined)
    throw new UnmetExpectation(message, times ?? 1, met.length);
  throw new UnmetExpectation(message, body, pick(readBody(closest.entry), body));
}

/** Returns the expected parts of a body, so that a diff shows no other parts. */
function pick(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(expected) && Array.isArray(actual))
    return actual.map((item, at) => (at < expected.length ? pick(item, expected[at]) : item));
  if (!isRecord(expected) || !isRecord(actual)) return actual;
  const names = Object.keys(expected).filter((name) => Object.hasOwn(actual, name));
  return Object.fromEntries(names.map((name) => [name, pick(actual[name], expected[name])]));
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

function describe({ id, method, path, query, status, operation }: JournalEntry): string {
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
