import { beforeAll, expect } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { createMock } from '../../mock/index.ts';

/** A request and what its reply has to show. `{1}` in a line is the id in the first reply. */
export interface Step {
  send: string;
  /** JSON, or the text itself for other media types. */
  body?: string | object;
  type?: string;
  status: number;
  want?: unknown;
  /** The headers that its reply has. */
  headers?: Readonly<Record<string, unknown>>;
  /** The headers to send. `{etag}` is the version in the last reply. */
  with?: Readonly<Record<string, string>>;
}

export type Questions = Readonly<Record<string, readonly Step[]>>;

/** Loads a document of `test/contracts/` once for all tests of a block. */
export function useContract(name: string): () => Contract {
  let contract: Contract | undefined;
  beforeAll(async () => {
    contract = await loadContract({ document: `test/contracts/${name}.yaml` });
  });
  return () => {
    if (contract === undefined) throw new Error(`${name} is not loaded`);
    return contract;
  };
}

/** Sends requests to a new mock, one after the other, and expects what each step wants. */
export async function runSteps(contract: Contract, steps: readonly Step[]): Promise<void> {
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const ids: string[] = [];
  const fill = (text: string): string =>
    text.replaceAll(/\{(\d)\}/g, (__, index) => ids[Number(index) - 1] ?? '');
  let etag = '';
  let next = '';
  for (const step of steps) {
    const { send, body, type = 'application/json', status, want, headers } = step;
    const [method = '', path = ''] = fill(send).replace('{next}', next).split(' ');
    const further = Object.entries(step.with ?? {});
    const sent = further.map(([name, value]) => [name, value.replace('{etag}', etag)]);
    const response = await mock.fetch(`http://mock${path}`, {
      method,
      headers: {
        'X-Api-Key': 'key',
        Authorization: 'Bearer key',
        ...(body !== undefined && { 'Content-Type': type }),
        ...Object.fromEntries(sent),
      },
      ...(body !== undefined && { body: fill(toText(body)) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const reply: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    expect({ send, status: response.status, reply }).toMatchObject({ send, status });
    if (want !== undefined) expect({ send, reply }).toEqual({ send, reply: want });
    if (headers !== undefined) expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    ids.push(readId(reply));
    next = String(readAt(reply, '/nextPageToken') ?? next);
    etag = response.headers.get('etag') ?? etag;
  }
}

const toText = (body: string | object): string =>
  typeof body === 'string' ? body : JSON.stringify(body);

function readId(reply: unknown): string {
  return String(
    readAt(reply, '/id') ??
      readAt(reply, '/trackId') ??
      readAt(reply, '/data/id') ??
      readAt(reply, '/loan_id') ??
      '',
  );
}
