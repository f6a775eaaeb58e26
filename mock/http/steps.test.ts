import { describe, expect, test } from '@jest/globals';
import { createWholeRequest, type MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { createAuthoriser, isAccepted, readJson } from './steps.ts';

const check = createAuthoriser(['first-key', 'second'], 'A "quoted" \\ realm');

/** Returns the refusal that a step throws, or the value that it returns. */
function run(step: () => unknown): unknown {
  try {
    return step();
  } catch (error) {
    return error;
  }
}

const headWith = (authorization: string | undefined): MockRequest =>
  createWholeRequest({
    method: 'GET',
    path: '/',
    query: '',
    header: (name) => (name === 'authorization' ? authorization : undefined),
    body: undefined,
  });

describe('a bearer token', () => {
  const passing = ['Bearer first-key', 'Bearer second', 'bearer second', 'BEARER   second '];
  test.each(passing)('is accepted: %s', (authorization) => {
    expect(run(() => check(headWith(authorization)))).toBeUndefined();
  });

  const wrong = [
    'Bearer first-kex',
    'Bearer first-ke',
    'Bearer first-key2',
    'Bearer second second',
    'Bearer Second',
    'Bearer secondsecond',
    'Bearer sec\u0000nd',
  ];
  test.each(wrong)('is refused as wrong: %s', (authorization) => {
    const challenge = 'Bearer realm="A quoted  realm", error="invalid_token"';
    expect(run(() => check(headWith(authorization)))).toMatchObject({
      problem: 'unauthorized',
      headers: ['WWW-Authenticate', challenge],
      detail: expect.not.stringContaining('second'),
    });
  });

  const missing = [undefined, '', 'Bearer', 'Bearer ', 'Basic second', 'second', 'Bearersecond'];
  test.each(missing)('is missing in: %s', (authorization) => {
    const headers = ['WWW-Authenticate', 'Bearer realm="A quoted  realm"'];
    expect(run(() => check(headWith(authorization)))).toMatchObject({ headers });
  });

  test('is never accepted if no key exists', () => {
    const refusal = run(() => createAuthoriser([], 'x')(headWith('Bearer x')));
    expect(refusal).toHaveProperty('problem', 'unauthorized');
  });
});

const acceptHeaders: readonly { accept: string; want: boolean }[] = [
  { accept: 'application/json', want: true },
  { accept: 'APPLICATION/Json', want: true },
  { accept: 'application/*', want: true },
  { accept: '*/*;q=0.1', want: true },
  { accept: 'text/html, application/json;q=0.5', want: true },
  { accept: 'application/json; charset=utf-8', want: true },
  { accept: 'application/json;q=oops', want: true },
  { accept: '', want: true },
  { accept: ' , ,', want: true },
  { accept: '*/*;q=0, application/json', want: true },
  { accept: 'application/json, */*;q=0', want: true },
  { accept: 'text/html', want: false },
  { accept: 'application/jsonx', want: false },
  { accept: 'application/json;q=0', want: false },
  { accept: 'application/json;Q=0.000', want: false },
  { accept: 'application/json;q=0, */*', want: false },
  { accept: 'application/*;q=0, */*', want: false },
  { accept: '*', want: false },
];

describe('the most specific range of an Accept header decides', () => {
  test.each(acceptHeaders)('$accept: $want', ({ accept, want }) => {
    expect(isAccepted(accept, 'application/json')).toBe(want);
  });
});

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const nest = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

describe('a body is read', () => {
  const cases: readonly { title: string; text: string }[] = [
    { title: 'with surrounding whitespace', text: ' \r\n\t{"a": 1} ' },
    { title: 'with characters outside ASCII', text: '{"é🏬":"\u2028"}' },
    { title: 'with brackets inside long strings', text: JSON.stringify('["{\\'.repeat(2000)) },
    { title: 'with many adjacent brackets', text: `[${'[],'.repeat(2000)}[]]` },
    { title: '500 levels deep', text: nest(500) },
    { title: 'with a field called __proto__', text: '{"__proto__":{"a":1}}' },
  ];
  test.each(cases)('$title', ({ text }) => {
    expect(readJson(encode(text))).toEqual(JSON.parse(text));
  });
});

describe('a body is refused', () => {
  const cases: readonly { title: string; bytes: Uint8Array; detail: string }[] = [
    { title: 'truncated', bytes: encode('{"a":'), detail: 'is not JSON' },
    { title: 'with an invalid byte', bytes: Uint8Array.of(0x22, 0xff, 0x22), detail: 'not UTF-8' },
    { title: 'with a byte order mark', bytes: encode('\ufeff{}'), detail: 'byte order mark' },
    { title: '502 levels deep', bytes: encode(nest(502)), detail: 'more than 500 levels' },
    { title: 'deep and truncated', bytes: encode('['.repeat(100_000)), detail: '500 levels' },
    {
      title: 'with an unterminated long string',
      bytes: encode(`["${'x'.repeat(5000)}`),
      detail: 'JSON',
    },
  ];
  test.each(cases)('$title', ({ bytes, detail }) => {
    const refusal = run(() => readJson(bytes));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ problem: 'unreadable-body', faults: [{ pointer: '' }] });
    expect(refusal).toHaveProperty('detail', expect.stringContaining(detail));
  });
});

test('a body can have 200,000 values for each megabyte', () => {
  const fill = (count: number, text: string): string => `[${Array(count).fill(text).join()}]`;
  const read = (text: string): unknown => run(() => readJson(encode(text)));
  expect(read(fill(100_000, '{}'))).toHaveLength(100_000);
  const detail = 'The request body has more than 200000 values. Send a smaller one.';
  expect(read(fill(100_001, '{}'))).toHaveProperty('detail', detail);
  // 1.2 MB: the larger the body, the more values it may have.
  expect(read(fill(100_001, '{"a":"[,,"}'))).toHaveLength(100_001);
});
