import { createRandom, deriveSeed, pickInteger } from '../../conformance/runner/probes.ts';
import { contract, type Operation } from '../../contract/index.ts';
import { documentedOperations } from '../support/control-document.ts';
import { workspace } from '../support/test-client.ts';
import { type Draft, mutations, pick, type Random, randomBytes } from './mutations.ts';
import { adminToken } from './start-program.ts';

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

const changes = Object.entries(mutations);
/** Requests with a valid head reach more of the mock, so half of the changes are in bodies. */
const bodyChanges = changes.filter(([name]) => /^(a field|a list|the body|chunks)$/.test(name));

/** Creates a case from the seed, its number, and the existing ids. */
export function createCase(seed: number, number: number, ids: KnownIds): FuzzCase {
  const random = createRandom(deriveSeed(seed, `fuzz ${number}`));
  const vanishes = random() < 0.02;
  if (random() < 0.02) return { bytes: randomBytes(random, 2000), how: 'noise', vanishes };
  const how: string[] = [];
  const parts: Buffer[] = [];
  for (let left = random() < 0.1 ? pickInteger(random, 2, 4) : 1; left > 0; left -= 1) {
    const draft = createDraft(random, ids);
    const chosen = Array.from({ length: random() < 0.7 ? 1 : pickInteger(random, 2, 3) }, () =>
      pick(random, random() < 0.5 ? bodyChanges : changes),
    );
    for (const [, mutate] of chosen) mutate(draft, random);
    how.push(chosen.map(([name]) => name).join(' and '));
    parts.push(toBytes(draft, random));
  }
  const whole = Buffer.concat(parts);
  if (random() > 0.1) return { bytes: whole, how: how.join(', then '), vanishes };
  return {
    bytes: damage(whole, random),
    how: `${how.join(', then ')}, some bytes changed`,
    vanishes,
  };
}

/** Creates a valid request to any operation of the service or the control surface. */
function createDraft(random: Random, ids: KnownIds): Draft {
  const isControl = random() < 0.3;
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
  const has = (name: string): boolean => headers.some(([other]) => other === name);
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
  const good = random() < 0.5;
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
