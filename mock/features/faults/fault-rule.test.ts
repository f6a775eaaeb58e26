import { describe, expect, test } from '@jest/globals';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { FaultEffect } from './fault-rule.ts';

const unavailable: FaultEffect = { kind: 'status', status: 503 };

describe('a fault rule', () => {
  test.each<[string, unknown]>([
    ['must be an object', undefined],
    ['/effect is required', {}],
    ['must be one of status, latency', { effect: { kind: 'delay' } }],
    ['/effect/status is required', { effect: { kind: 'status' } }],
    ['/operation', { operation: 'listSite', effect: unavailable }],
    ['/session', { session: 'no name', effect: unavailable }],
    ['/effect/body', { effect: { kind: 'status', status: 204, body: 'x' } }],
    ['/effect/problem', { effect: { kind: 'status', status: 200, problem: { title: 'x' } } }],
    ['/effect/problem', { effect: { kind: 'status', status: 500, body: 1, problem: {} } }],
    ['/effect/headers/X', { effect: { kind: 'status', status: 200, headers: { X: 'a\r\nY: b' } } }],
    ['/effect/headers/X Y', { effect: { kind: 'status', status: 200, headers: { 'X Y': 'a' } } }],
    [
      '/effect/headers/Content-Length',
      { effect: { kind: 'status', status: 200, headers: { 'Content-Length': '1' } } },
    ],
    ['/effect', { effect: { kind: 'latency' } }],
    ['/effect', { effect: { kind: 'latency', from: 200, to: 100 } }],
    ['/effect', { effect: { kind: 'latency', milliseconds: 1, to: 100 } }],
    ['/probabilty', Object.assign({ probabilty: 0.1 }, { effect: unavailable })],
    ['/effect/delay', { effect: Object.assign({ delay: 1 }, { kind: 'reset' as const }) }],
  ])('that is invalid or could never apply is refused: %s', async (pointer, rule) => {
    const mock = createTestMock();
    const add = async () => Reflect.apply(mock.faults.add, undefined, [rule]);
    await expect(add()).rejects.toThrow(RangeError);
    await expect(add()).rejects.toThrow(pointer);
    expect(await mock.faults.list()).toEqual([]);
  });
});
