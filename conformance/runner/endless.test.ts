import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  checkUnreliable as check,
  countOf,
  type Disturb,
} from '../../test/support/unreliable-target.ts';

describe('a response that never ends', () => {
  test.concurrent.each<[string, Disturb]>([
    [
      'a body',
      (incoming, response) => {
        if (incoming.method !== 'GET' || incoming.count < 60) return false;
        response.writeHead(201, { 'Content-Type': 'application/json' });
        const chunk = Buffer.alloc(65_536, 'x');
        const write = () => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', write);
        };
        write();
        return true;
      },
    ],
    [
      'a body that trickles',
      (incoming, response) => {
        if (incoming.method !== 'GET' || incoming.count < 60) return false;
        response.writeHead(201, { 'Content-Type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(timer));
        return true;
      },
    ],
    [
      'interim responses',
      (incoming, response) => {
        if (incoming.method !== 'GET' || incoming.count < 60) return false;
        const timer = setInterval(() => {
          for (let count = 0; count < 100; count += 1) response.writeContinue();
        }, 5);
        response.once('close', () => clearInterval(timer));
        return true;
      },
    ],
  ])('ends the run in time: %s', async (_, disturb) => {
    const result = await check(disturb, {
      timeoutMs: 1000,
      maxTimeMs: 40_000,
      only: ['listSites', 'createSite/accepts'],
    });
    // Much longer than the run's time limit, for a busy machine.
    expect(result.durationMs).toBeLessThan(200_000);
    expect(result.verdict.kind).not.toBe('conforms');
  });

  test.concurrent('is not readable if it is nested too deeply', async () => {
    const result = await check(
      (incoming, response) => {
        if (incoming.method !== 'GET' || incoming.count < 60) return false;
        response.writeHead(201, { 'Content-Type': 'application/json' });
        response.end('['.repeat(200_000) + ']'.repeat(200_000));
        return true;
      },
      { only: ['listSites'] },
    );
    expect(countOf(result, 'error')).toBe(0);
    expect(JSON.stringify(result)).toContain('nested 200000 levels deep');
  });

  test.concurrent('is judged by its beginning if it is an endless list', async () => {
    const result = await check(
      (incoming, response) => {
        const { searchParams } = new URL(incoming.path, 'http://target');
        if (incoming.method !== 'GET' || searchParams.get('limit') !== '100') return false;
        const data = Array.from({ length: 100 }, () => ({
          id: randomUUID(),
          name: 'some site',
          hostUrl: null,
          apiKey: randomUUID(),
        }));
        response.writeHead(201, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ data, hasMore: true }));
        return true;
      },
      { only: ['listSites', 'createSite/accepts-a-name'] },
    );
    expect(countOf(result, 'error')).toBe(0);
    expect(JSON.stringify(result.checks)).toContain('was not read beyond 5');
    expect(result.requests).toBeLessThan(2500);
  });
});
