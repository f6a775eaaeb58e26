import { contract, type Operation } from '../../contract/index.ts';
import { pick, pickFraction, pickInteger, type Random } from '../../contract/random.ts';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import { documentedOperations } from '../support/control-document.ts';
import { workspace } from '../support/test-client.ts';
import { toRandom } from './campaign.ts';
import { adminToken } from './programs.ts';

/** The bytes that the fuzzer sends over one connection. */
export interface FuzzCase {
  bytes: Buffer;
  /** A description of the change to a valid request. */
  how: string;
  /** Whether the client disconnects without waiting for a response. */
  vanishes: boolean;
}

/** The ids in a valid request. */
export interface KnownIds {
  siteId: string;
  routeId: string;
}

/** A request before it is converted to bytes. Each part can be changed independently. */
interface Draft {
  method: string;
  target: string;
  version: string;
  headers: (readonly [name: string, value: string])[];
  body: Buffer | undefined;
  framing: 'length' | 'chunked' | 'none';
  lineEnd: string;
}

type Mutation = (draft: Draft, random: Random) => void;

const texts = [
  ...['', ' ', '\u0000', '\ufeff', '\u202e', '\ud800', '😀'.repeat(50), '../../etc/passwd'],
  ...['__proto__', 'constructor', '%00', '-1', 'NaN', 'x'.repeat(20_000)],
  `https://${'%E4%B8%AD'.repeat(40)}`,
];
const numbers = [0, -1, -0, 1.5, 1e308, 2 ** 53, 1e-320];
const values = [null, true, [], {}, [[]], [null], { a: { b: [] } }, ...numbers, ...texts];
const fieldNames = 'name hostUrl locale pathname localizedVariants url eventType'.split(' ');
const bodies: readonly (string | Buffer)[] = [
  ...['', '{', 'null', '[]', '"x"', '{"a":1}{}', '\ufeff{}', '[1,2,', 'a=b&c=d'],
  Buffer.from([0x22, 0xff, 0x22]),
  '['.repeat(3000),
  `{"localizedVariants":[${'{},'.repeat(3000)}{}],"pathname":"/a"}`,
  ...['{"name":"a","name":1}', '{"__proto__":{"name":"x"}}', '{"name":"\\ud800"}'],
  '{"name":1e999999}',
];
const methods = [
  ...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PRI get QUERY M-SEARCH'.split(' '),
  ...['', 'X'.repeat(300)],
];
const queries = [
  ...['limit=-1', 'limit=1e3', 'limit=NaN', 'limit=1&limit=2', 'limit=%31', 'after='],
  ...['after=%00', 'skipValidation=1', 'status=abc', '=&=&', 'a=b&'.repeat(3000), 'a=%zz'],
];

/** Values that replace a header, by its name. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  Host: ['', 'a b', 'localhost:99999', '[::1', 'evil.example', 'a, b'],
  Authorization: ['', 'Bearer', 'Bearer  x', 'Basic YTpi', 'bearer x', 'Bearer x y'],
  'Content-Type': [
    ...['', 'text/plain', 'application/json; charset=utf-16', 'application/json;;', 'a/b/c'],
    'multipart/form-data; boundary=x',
  ],
  Accept: ['', 'text/html', '*/*;q=0', 'a/b;q=2', ','.repeat(3000)],
  Expect: ['', '100-continue', '100-Continue, x', 'anything'],
  Connection: ['', 'close', 'keep-alive', 'close, keep-alive', 'Host'],
  'Content-Length': ['', '-1', '0', '1', '9'.repeat(20), '1e3', '+5', '5, 6', '0x5'],
  'X-Mock-Session': ['', 'a', '../x', 'b'.repeat(65), '__proto__', 'a, b'],
  Prefer: ['code=404', 'code=abc', 'wait=1', ';;;', 'example=x', ', ,'],
  Origin: ['null', 'https://evil.example', 'http://localhost:1', 'x'.repeat(5000)],
};

/** Values of headers to add, by their names. */
const added: Readonly<Record<string, readonly string[]>> = {
  'X Y': ['1'],
  'X\u0000': ['1'],
  X: ['a\u0000b', ' folded\r\n more', 'é\u007f', 'x'.repeat(4000), 'x'.repeat(20_000)],
  '': ['1'],
  constructor: ['1'],
  Trailer: ['Content-Length'],
  'If-None-Match': ['*'],
  Range: ['bytes=0-'],
  'Access-Control-Request-Method': ['PATCH'],
  'Content-Encoding': ['gzip'],
  Host: ['localhost'],
  'Content-Length': ['3'],
  'Transfer-Encoding': ['gzip, chunked', 'chunked, chunked', 'identity', 'chunked, gzip'],
};

const remove = (draft: Draft, name: string): void => {
  draft.headers = draft.headers.filter(([key]) => key !== name);
};

/** Half of the changes are in bodies: requests with a valid head reach more of the mock. */
const bodyMutations: Readonly<Record<string, Mutation>> = {
  'a field': (draft, random) => {
    const fields = draft.body === undefined ? undefined : parseJson(draft.body.toString());
    const entries = isRecord(fields) ? Object.entries(fields) : [];
    const name = pick(random, [...entries.map(([key]) => key), ...fieldNames]);
    entries.push([pick(random, [name, name, name, ...texts]), pick(random, values)]);
    draft.body = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
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
  chunks: (draft) => {
    draft.framing = 'chunked';
  },
};

/** The faults of requests, by their names in findings. */
const mutations: Readonly<Record<string, Mutation>> = {
  ...bodyMutations,
  ...Object.fromEntries(
    Object.entries(replaced).map(([name, choices]): [string, Mutation] => [
      `another ${name}`,
      (draft, random) => {
        remove(draft, name);
        draft.headers.push([name, pick(random, choices)]);
      },
    ]),
  ),
  'another header': (draft, random) => {
    const [name, choices] = pick(random, Object.entries(added));
    draft.headers.push([name, pick(random, choices)]);
    if (name === 'Transfer-Encoding') draft.framing = 'chunked';
  },
  'Content-Length with chunks': (draft) => {
    draft.framing = 'chunked';
    draft.headers.push(['Content-Length', '5']);
  },
  'an upgrade': (draft, random) =>
    draft.headers.push(
      ['Connection', pick(random, ['Upgrade', 'upgrade, close', 'Upgrade, HTTP2-Settings'])],
      ['Upgrade', pick(random, ['', 'websocket', 'h2c', 'TLS/1.0'])],
    ),
  'many headers': (draft, random) => {
    const count = pick(random, [50, 500, 1200]);
    for (let at = 0; at < count; at += 1) draft.headers.push([`X-${at}`, '1']);
  },
  'no host': (draft) => remove(draft, 'Host'),
  'no key': (draft) => remove(draft, 'Authorization'),
  'no body': (draft) => {
    draft.body = undefined;
  },
  'the method': (draft, random) => {
    draft.method = pick(random, methods);
  },
  'the path': (draft, random) => {
    const { target } = draft;
    const ends = ['/', '//', '/..', '%2f', '%00', '%', '?', '#', ';x=1'];
    const names = ['..', '%2e%2e', '中', '%E4%B8', 'a'.repeat(9000), 'a'.repeat(20_000)];
    const files = ['..', '%2e%2e/v1', 'assets/..%2f..%2fpackage.json', 'state/x'];
    draft.target = pick(random, [
      ...[target + pick(random, ends), target.toUpperCase(), `http://localhost${target}`],
      ...[`//${target}`, '*', '/', '', `/${'a/'.repeat(5000)}`],
      target.replace(/^\/(v1|__mock)/, '/$1/.'),
      target.replaceAll(/[0-9a-f]{8}-/g, 'zzzzzzzz-'),
      target.replace(/[^/]+$/, pick(random, names)),
      `/__mock/${pick(random, files)}`,
    ]);
  },
  'the query': (draft, random) => {
    draft.target += `?${pick(random, queries)}`;
  },
  'the version': (draft, random) => {
    const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/0.9', 'HTTP', 'http/1.1'];
    draft.version = pick(random, versions);
  },
  'the line ends': (draft, random) => {
    draft.lineEnd = pick(random, ['\n', '\r', '\r\r\n', ' \r\n']);
  },
};

/** Creates a case from the seed, its number, and the existing ids. */
export function createCase(seed: number, number: number, ids: KnownIds): FuzzCase {
  const random = toRandom(seed)(`fuzz ${number}`);
  const vanishes = pickFraction(random) < 0.02;
  if (pickFraction(random) < 0.02)
    return { bytes: randomBytes(random, 2000), how: 'noise', vanishes };
  const how: string[] = [];
  const parts: Buffer[] = [];
  for (let left = pickFraction(random) < 0.1 ? pickInteger(random, 2, 4) : 1; left > 0; left -= 1) {
    const draft = createDraft(random, ids);
    const chosen = Array.from(
      { length: pickFraction(random) < 0.7 ? 1 : pickInteger(random, 2, 3) },
      () => pick(random, Object.entries(pickFraction(random) < 0.5 ? bodyMutations : mutations)),
    );
    for (const [, mutate] of chosen) mutate(draft, random);
    how.push(chosen.map(([name]) => name).join(' and '));
    parts.push(toBytes(draft, random));
  }
  const bytes = Buffer.concat(parts);
  const isDamaged = pickFraction(random) < 0.1;
  return {
    bytes: isDamaged ? damage(bytes, random) : bytes,
    how: how.join(', then ') + (isDamaged ? ', some bytes changed' : ''),
    vanishes,
  };
}

/** Creates a valid request to any operation of the service or the control surface. */
function createDraft(random: Random, ids: KnownIds): Draft {
  const isControl = pickFraction(random) < 0.3;
  const operations: readonly Operation<string>[] = isControl
    ? documentedOperations.filter(({ id }) => id !== 'streamRequests')
    : contract.operations;
  const { method, path, requestBody } = pick(random, operations);
  const names: Record<string, string> = { workspaceId: workspace, ...ids, name: 'a', id: '1' };
  const draft: Draft = {
    method,
    target: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '1'),
    version: 'HTTP/1.1',
    headers: [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${isControl ? adminToken : 'site-contract-key'}`],
    ],
    body: undefined,
    framing: 'length',
    lineEnd: '\r\n',
  };
  if (requestBody !== undefined) {
    draft.headers.push(['Content-Type', 'application/json']);
    draft.body = Buffer.from(
      JSON.stringify(pick(random, [...requestBody.examples.map(({ value }) => value), {}])),
    );
  }
  return draft;
}

function toBytes(draft: Draft, random: Random): Buffer {
  const { method, target, version, headers, body, framing, lineEnd } = draft;
  const framed = [...headers];
  const has = (name: string): boolean => headers.some(([key]) => key === name);
  if (body !== undefined && framing === 'length' && !has('Content-Length'))
    framed.push(['Content-Length', String(body.length)]);
  if (framing === 'chunked' && !has('Transfer-Encoding'))
    framed.push(['Transfer-Encoding', 'chunked']);
  const lines = framed.map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from([`${method} ${target} ${version}`, ...lines, '', ''].join(lineEnd));
  return Buffer.concat([
    head,
    framing === 'chunked' ? toChunks(body ?? Buffer.from('{}'), random) : (body ?? Buffer.alloc(0)),
  ]);
}

function toChunks(body: Buffer, random: Random): Buffer {
  const size = body.length.toString(16);
  const good = pickFraction(random) < 0.5;
  const sizes = [`${size};a=b`, `0${size}`, `${size} `, 'zz', '-1', 'fffffffffffffffff', '0'];
  const ends = ['0\r\nX: y\r\n\r\n', '0\r\n', '', '0\r\nContent-Length: 5\r\n\r\n', '00;x\r\n\r\n'];
  const start = good ? size : pick(random, [...sizes, `${size};${'x'.repeat(3000)}`]);
  const end = good ? '0\r\n\r\n' : pick(random, ends);
  return Buffer.concat([Buffer.from(`${start}\r\n`), body, Buffer.from(`\r\n${end}`)]);
}

/** Drops, repeats, changes or inserts some bytes. */
function damage(bytes: Buffer, random: Random): Buffer {
  const start = pickInteger(random, 0, bytes.length);
  const end = Math.min(bytes.length, start + pickInteger(random, 1, 40));
  const before = bytes.subarray(0, start);
  const inside = bytes.subarray(start, end);
  const after = bytes.subarray(end);
  return Buffer.concat(
    pick(random, [
      [before, after],
      [before, inside, inside, after],
      [before, randomBytes(random, 40), after],
      [before],
      [before, Buffer.alloc(inside.length, pick(random, [0, 10, 13, 32, 255])), after],
    ]),
  );
}

function randomBytes(random: Random, most: number): Buffer {
  const length = pickInteger(random, 0, most);
  return Buffer.from(Array.from({ length }, () => Math.floor(pickFraction(random) * 256)));
}
