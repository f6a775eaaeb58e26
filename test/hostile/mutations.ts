import { pickInteger } from '../../conformance/runner/probes.ts';
import { isRecord } from '../../contract/resolve-reference.ts';

/** A request before it is converted to bytes. Each part can be changed independently. */
export interface Draft {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
  framing: 'length' | 'chunked' | 'none';
  lineEnd: string;
}

export type Random = () => number;
export type Mutation = (draft: Draft, random: Random) => void;

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('the list to pick from is empty');
  return value;
}

export function randomBytes(random: Random, most: number): Buffer {
  const length = pickInteger(random, 0, most);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

function remove(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter(([other]) => other !== name);
}

function add(draft: Draft, name: string, ...values: readonly string[]): void {
  for (const value of values) draft.headers.push([name, value]);
}

/** Replaces a header by one of some values. */
function header(name: string, ...values: readonly string[]): Mutation {
  return (draft, random) => {
    remove(draft, name);
    add(draft, name, pick(random, values));
  };
}

const texts = [
  '',
  ' ',
  '\u0000',
  '\ufeff',
  '\u202e',
  '\ud800',
  '😀'.repeat(50),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '%00',
  '-1',
  'NaN',
  `https://${'%E4%B8%AD'.repeat(40)}`,
  'x'.repeat(20_000),
];
const numbers = [0, -1, -0, 1.5, 1e308, 2 ** 53, 1e-320];
const values = [null, true, [], {}, [[]], [null], { a: { b: [] } }, ...numbers, ...texts];
const fieldNames = [
  'name',
  'hostUrl',
  'locale',
  'pathname',
  'localizedVariants',
  'url',
  'eventType',
];
const bodies: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":1}{}',
  '\ufeff{}',
  Buffer.from([0x22, 0xff, 0x22]),
  '['.repeat(3000),
  `{"localizedVariants":[${'{},'.repeat(3000)}{}],"pathname":"/a"}`,
  '{"name":"a","name":1}',
  '{"__proto__":{"name":"x"}}',
  '{"name":"\\ud800"}',
  '{"name":1e999999}',
  '[1,2,',
  'a=b&c=d',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'];
const queries = [
  'limit=-1',
  'limit=1e3',
  'limit=NaN',
  'limit=1&limit=2',
  'limit=%31',
  'after=',
  'after=%00',
  'skipValidation=1',
  'status=abc',
  '=&=&',
];
const strangeHeaders: readonly (readonly [string, string])[] = [
  ['X Y', '1'],
  ['X\u0000', '1'],
  ['X', 'a\u0000b'],
  ['', '1'],
  ['X', ' folded\r\n more'],
  ['X', 'é\u007f'],
  ['__proto__', '1'],
  ['Trailer', 'Content-Length'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-'],
  ['Access-Control-Request-Method', 'PATCH'],
  ['Content-Encoding', 'gzip'],
];

/** The faults of requests, by their names in findings. */
export const mutations: Record<string, Mutation> = {
  'a field': (draft, random) => {
    const fields: unknown = parse(draft.body);
    const name = pick(random, [...(isRecord(fields) ? Object.keys(fields) : []), ...fieldNames]);
    const changed: [string, unknown][] = isRecord(fields) ? Object.entries(fields) : [];
    changed.push([pick(random, [name, name, name, ...texts]), pick(random, values)]);
    draft.body = Buffer.from(JSON.stringify(Object.fromEntries(changed)));
  },
  'a list': (draft, random) => {
    const items = Array.from({ length: pickInteger(random, 0, 200) }, () => pick(random, values));
    const body = { pathname: '/a', [pick(random, ['localizedVariants', 'workspaces'])]: items };
    draft.body = Buffer.from(JSON.stringify(body));
  },
  'the body': (draft, random) => {
    draft.body = Buffer.from(pick(random, bodies));
    draft.framing = pick(random, ['length', 'chunked', 'none']);
  },
  'no body': (draft) => {
    draft.body = undefined;
  },
  'the method': (draft, random) => {
    draft.method = pick(random, [
      ...methods,
      'PRI',
      'get',
      'QUERY',
      'M-SEARCH',
      '',
      'X'.repeat(300),
    ]);
  },
  'the path': (draft, random) => {
    const { target } = draft;
    const ends = ['/', '//', '/..', '%2f', '%00', '%', '?', '#', ';x=1'];
    const names = ['..', '%2e%2e', '中', '%E4%B8', 'a'.repeat(9000), 'a'.repeat(20_000)];
    draft.target = pick(random, [
      target + pick(random, ends),
      target.toUpperCase(),
      target.replace(/^\/(v1|__mock)/, '/$1/.'),
      `http://localhost${target}`,
      `//${target}`,
      '*',
      '/',
      '',
      `/${'a/'.repeat(5000)}`,
      target.replaceAll(/[0-9a-f]{8}-/g, 'zzzzzzzz-'),
      target.replace(/[^/]+$/, pick(random, names)),
      `/__mock/${pick(random, ['..', '%2e%2e/v1', 'assets/..%2f..%2fpackage.json', 'state/x'])}`,
    ]);
  },
  'the query': (draft, random) => {
    draft.target += `?${pick(random, [...queries, 'a=b&'.repeat(3000), 'a=%zz'])}`;
  },
  'the version': (draft, random) => {
    draft.version = pick(random, [
      'HTTP/1.0',
      'HTTP/2.0',
      'HTTP/9.9',
      'HTTP/0.9',
      'HTTP',
      'http/1.1',
    ]);
  },
  'the host': header('Host', '', 'a b', 'localhost:99999', '[::1', 'evil.example', 'a, b'),
  'no host': (draft) => remove(draft, 'Host'),
  'two hosts': (draft) => add(draft, 'Host', 'localhost'),
  'the key': header(
    'Authorization',
    '',
    'Bearer',
    'Bearer  x',
    'Basic YTpi',
    'bearer x',
    'Bearer x y',
  ),
  'no key': (draft) => remove(draft, 'Authorization'),
  'the media type': header(
    'Content-Type',
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;;',
    'a/b/c',
    'multipart/form-data; boundary=x',
  ),
  'what is accepted': header('Accept', '', 'text/html', '*/*;q=0', 'a/b;q=2', ','.repeat(3000)),
  'an expectation': header('Expect', '', '100-continue', '100-Continue, x', 'anything'),
  'an upgrade': (draft, random) => {
    add(
      draft,
      'Connection',
      pick(random, ['Upgrade', 'upgrade, close', 'Upgrade, HTTP2-Settings']),
    );
    add(draft, 'Upgrade', pick(random, ['', 'websocket', 'h2c', 'TLS/1.0']));
  },
  'the connection': header('Connection', '', 'close', 'keep-alive', 'close, keep-alive', 'Host'),
  'the length': header(
    'Content-Length',
    '',
    '-1',
    '0',
    '1',
    '9'.repeat(20),
    '1e3',
    '+5',
    '5, 6',
    '0x5',
  ),
  'two lengths': (draft) => add(draft, 'Content-Length', '3', '4'),
  'the transfer coding': (draft, random) => {
    draft.framing = 'chunked';
    const codings = ['gzip, chunked', 'chunked, chunked', 'identity', 'xchunked', 'chunked, gzip'];
    add(draft, 'Transfer-Encoding', pick(random, codings));
  },
  'Content-Length with chunks': (draft) => {
    draft.framing = 'chunked';
    add(draft, 'Content-Length', '5');
  },
  chunks: (draft) => {
    draft.framing = 'chunked';
  },
  'the session': header('X-Mock-Session', '', 'a', '../x', 'b'.repeat(65), '__proto__', 'a, b'),
  'a preference': header('Prefer', 'code=404', 'code=abc', 'wait=1', ';;;', 'example=x', ', ,'),
  'the origin': header(
    'Origin',
    'null',
    'https://evil.example',
    'http://localhost:1',
    'x'.repeat(5000),
  ),
  'many headers': (draft, random) => {
    const count = pick(random, [50, 500, 1200]);
    for (let at = 0; at < count; at += 1) add(draft, `X-${at}`, '1');
  },
  'a long header': (draft, random) =>
    add(draft, 'X-Long', 'x'.repeat(pick(random, [4000, 20_000]))),
  'an invalid header': (draft, random) => {
    const [name, value] = pick(random, strangeHeaders);
    add(draft, name, value);
  },
  'the line ends': (draft, random) => {
    draft.lineEnd = pick(random, ['\n', '\r', '\r\r\n', ' \r\n']);
  },
};

function parse(body: Buffer | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
