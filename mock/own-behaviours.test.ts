import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contract } from '../contract/index.ts';
import type { operations, paths } from '../examples/own-behaviours/orders-types.ts';
import { loadTestContract } from '../test/support/load-test-contract.ts';
import type { OwnBehaviours, OwnReply, OwnRequest } from './behaviours/own-behaviours.ts';
import { createMock, type Mock, type MockMiddleware, type MockOptions } from './index.ts';

type Request = OwnRequest<operations['payOrder']>;
type Status = NonNullable<OwnReply<operations['getOrder']>['body']>['status'];
type Has<All, One> = One extends All ? true : false;

let library: Contract;
beforeAll(async () => {
  library = await loadTestContract('library');
});

async function send(mock: Mock, method: string, target: string, body?: object) {
  const headers = { 'X-Library-Key': 'site-contract-key', 'Content-Type': 'application/json' };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await mock.fetch(`http://mock${target}`, { method, headers, ...json });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text };
}

describe('an own behaviour', () => {
  test('wraps that of the mock, with its records', async () => {
    const mock = createMock({
      contract: library,
      seed: 1,
      behaviours: {
        createNote: (base) => async (request, context) => {
          const text = String(Object(request.body).text).toUpperCase();
          const reply = await base({ ...request, body: { text } }, context);
          expect(await context.records.list('note')).toHaveLength(1);
          return { ...reply, headers: ['X-Own', 'yes'] };
        },
      },
    });
    const created = await send(mock, 'POST', '/notes', { text: 'first' });
    expect([created.status, created.headers.get('X-Own')]).toEqual([201, 'yes']);
    expect(created.text).toContain('"text":"FIRST"');
    expect((await send(mock, 'POST', '/notes', { text: 7 })).status).toBe(422);
  });

  test('replaces that of the mock, by method and path as well, also if it has an id', async () => {
    const mock = createMock({
      contract: library,
      behaviours: { 'GET /statistics': () => async () => ({ body: { loans: 3 } }) },
    });
    expect((await send(mock, 'GET', '/statistics')).text).toBe('{"loans":3}');
  });

  test('with a wrong reply is a bug that its author sees', async () => {
    const lines: string[] = [];
    const mock = createMock({
      contract: library,
      onError: (line) => lines.push(line),
      behaviours: { getStatistics: () => async () => ({ body: { loans: 'many' } }) },
    });
    expect((await send(mock, 'GET', '/statistics')).status).toBe(500);
    expect(lines).toEqual([expect.stringContaining('getStatistics')]);
  });

  test.each([
    ['an unknown name', { getStatistic: () => async () => ({}) }, 'did you mean getStatistics?'],
    ['no function', { getStatistics: 3 }, 'getStatistics must be a function'],
  ])('is refused with %s', (_, behaviours, message) => {
    const options = Object({ contract: library, behaviours });
    expect(() => createMock(options)).toThrow(message);
  });

  test('must return a function', async () => {
    const lines: string[] = [];
    const behaviours = { getStatistics: () => ({}) };
    const onError = (line: string): number => lines.push(line);
    const options: MockOptions = Object({ contract: library, behaviours, onError });
    const mock = createMock(options);
    expect((await send(mock, 'GET', '/statistics')).status).toBe(500);
    expect(lines).toEqual([expect.stringContaining('must return a function')]);
  });

  test('is typed by the operations and paths of its document', () => {
    const typed = (contract: Contract) =>
      createMock<operations, paths>({
        contract,
        behaviours: {
          payOrder: (base) => async (request, context) => {
            const id: number = request.parameters.orderId;
            const reply = await base(request, context);
            const status: 'open' | 'paid' | 'cancelled' | undefined = reply.body?.status;
            return { ...reply, headers: [`${id} ${status}`] };
          },
          createOrder: (base) => (request, context) => {
            const item: string = request.body.item;
            return base({ ...request, body: { item: item.trim() } }, context);
          },
          getOrder: () => async () => ({ body: { id: 1, item: 'Tea', status: 'paid' } }),
          'GET /orders': () => async () => ({ body: [] }),
        },
      });
    expect(() => typed(library)).toThrow('the contract has no operation payOrder');
    // The compiler refuses the opposite of each of these.
    const hasOtherParameter: Has<keyof Request['parameters'], 'shopId'> = false;
    const hasOtherStatus: Has<Status, 'lost'> = false;
    const hasOtherOperation: Has<keyof OwnBehaviours<operations, paths>, 'shipOrder'> = false;
    expect([hasOtherParameter, hasOtherStatus, hasOtherOperation]).toEqual([false, false, false]);
  });
});

describe('middleware', () => {
  test('changes requests and replies, answers itself, and runs in order', async () => {
    const order: string[] = [];
    const outer: MockMiddleware = async (request, next) => {
      order.push('outer');
      const reply = await next(request);
      return {
        ...reply,
        headers: [...reply.headers, 'X-Request-Id', 'r1'],
        body: `${reply.body} `,
      };
    };
    const inner: MockMiddleware = (request, next) => {
      order.push('inner');
      if (request.path !== '/teapot') return next(request);
      return { status: 418, headers: ['Content-Type', 'text/plain'], body: 'short and stout' };
    };
    const mock = createMock({ contract: library, middleware: [outer, inner] });
    const list = await send(mock, 'GET', '/notes');
    expect([list.status, list.headers.get('X-Request-Id'), list.text]).toEqual([200, 'r1', '[] ']);
    expect(order).toEqual(['outer', 'inner']);
    const teapot = await send(mock, 'GET', '/teapot');
    expect([teapot.status, teapot.text]).toEqual([418, 'short and stout ']);
    expect(mock.journal.list()).toMatchObject([{ status: 200 }, { status: 418 }]);
    const [listed] = mock.journal.list();
    expect(listed?.response.headers).toContainEqual({ name: 'X-Request-Id', value: 'r1' });
  });

  test('that fails is a bug, and one that is no function is refused', async () => {
    const lines: string[] = [];
    const fail: MockMiddleware = () => {
      throw new Error('broken');
    };
    const onError = (line: string): number => lines.push(line);
    const mock = createMock({ contract: library, middleware: [fail], onError });
    expect((await send(mock, 'GET', '/notes')).status).toBe(500);
    expect(lines).toEqual([expect.stringContaining('broken')]);
    expect(() => createMock(Object({ middleware: [3] }))).toThrow('middleware: item 0 must be');
  });
});
