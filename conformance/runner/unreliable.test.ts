import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type Disturb,
  startUnreliable,
  type UnreliableTarget,
} from '../../test/support/unreliable-target.ts';
import { type RunOptions, type RunResult, runSuite } from '../index.ts';

/** Targets of which the wire, a gateway or the process is not to be relied on, and what a report says of them. */
let target: UnreliableTarget | undefined;

async function check(disturb: Disturb, options: Partial<RunOptions> = {}): Promise<RunResult> {
  target = await startUnreliable(disturb);
  return runSuite({ ...target.options, seed: 5, settleMs: 500, ...options });
}

afterEach(() => target?.close());

function listFailed({ checks }: RunResult): string[] {
  return checks.filter(({ outcome }) => outcome.status === 'failed').map(({ id }) => id);
}

function countOf({ checks }: RunResult, status: string): number {
  return checks.filter(({ outcome }) => outcome.status === status).length;
}

function toMessages({ checks }: RunResult): string[] {
  return checks.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.failures.map(({ message }) => message) : [],
  );
}

const refusalGroup = { only: ['createSite', 'updateSite/refuses', 'listSites/refuses'] };

describe('lost connections', () => {
  test('are not held against a target that closes kept connections as requests arrive', async () => {
    const lost = new Set<string>();
    const result = await check(async (incoming) => {
      const key = `${incoming.method} ${incoming.path} ${incoming.body}`;
      if (incoming.countOnConnection === 0 || incoming.count % 9 > 0 || lost.has(key)) return false;
      // Longer than any race: what counts is that nothing was answered on a used connection.
      await new Promise((resolve) => setTimeout(resolve, 80));
      lost.add(key);
      incoming.socket.resetAndDestroy();
      return true;
    });
    expect(lost.size).toBeGreaterThan(20);
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });

  test('on a new connection are confirmed before they count', async () => {
    const lost = new Set<string>();
    const result = await check((incoming) => {
      const key = `${incoming.method} ${incoming.path} ${incoming.body}`;
      if (lost.has(key) || incoming.count % 40 !== 39) return false;
      lost.add(key);
      incoming.socket.resetAndDestroy();
      // The repetition on a new connection is lost as well, before the request is read.
      return true;
    }, refusalGroup);
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });

  test('are one failure where they come back, and no refusal', async () => {
    const result = await check((incoming) => {
      if (incoming.body !== 'null' || !incoming.path.startsWith('/v1/workspaces')) return false;
      incoming.socket.resetAndDestroy();
      return true;
    }, refusalGroup);
    expect(listFailed(result)).toEqual(['createSite/never-fails-itself']);
    expect(JSON.stringify(result.observations)).not.toContain('no response');
  });
});

describe('a target that dies', () => {
  const isFatal: Disturb = (incoming, _response, self) => {
    if (incoming.body !== 'null') return false;
    self.die();
    return true;
  };

  test('ends the run, which says after which request', async () => {
    const result = await check(isFatal);
    expect(result.verdict.kind).toBe('not-run');
    const reason = result.verdict.kind === 'not-run' ? result.verdict.reason : '';
    expect(reason).toMatch(
      /^the target stopped responding after (?:POST|PATCH) \/v1\/\S+ \(body: null\)/,
    );
    expect(reason).toContain('the last request that it responded to was ');
    expect(countOf(result, 'not-run')).toBeGreaterThan(20);
    expect(listFailed(result)).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('ECONNREFUSED');
    expect(JSON.stringify(result.checks)).not.toContain('got no response');
  });

  test('fails one check where it comes back, and dies of the same request again', async () => {
    const result = await check((incoming, _response, self) => {
      if (incoming.body !== 'null') return false;
      self.die(300);
      return true;
    });
    const [failed, ...others] = listFailed(result);
    expect(others).toEqual([]);
    expect(failed).toMatch(/\/never-fails-itself$/);
    expect(result.verdict).toEqual({ kind: 'broken', failed: 1 });
    const outcome = result.checks.find(({ id }) => id === failed)?.outcome;
    expect(JSON.stringify(outcome)).toMatch(/stopped responding each time this was sent/);
    expect(result.warnings.join()).toMatch(/checks were not run: the target stopped responding/);
  });
});

describe('gateways', () => {
  test('that answer 503 above a rate are observed, and fail nobody', async () => {
    let active = 0;
    const result = await check(
      async (_incoming, response) => {
        if (active >= 4) {
          response.writeHead(503).end('slow down');
          return true;
        }
        active += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
        active -= 1;
        return false;
      },
      { only: [...refusalGroup.only, 'service/observes-the-rate-of-requests'] },
    );
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
    const statements = result.observations.map(({ statement }) => statement);
    expect(statements.join()).toMatch(/503 above about \d+ requests\/s; the same requests succeed/);
  });

  test('that answer 503 to the first request alone fail nobody', async () => {
    const result = await check(
      (incoming, response) => {
        if (incoming.count > 1) return false;
        response.writeHead(503).end();
        return true;
      },
      { only: ['listSites'] },
    );
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });

  test('that answer 503 to one request whenever it comes fail one check', async () => {
    const result = await check((incoming, response) => {
      if (incoming.body !== 'null') return false;
      response.writeHead(503).end();
      return true;
    }, refusalGroup);
    expect(listFailed(result)).toEqual([
      'createSite/copes-with-nonsense',
      'createSite/never-fails-itself',
    ]);
    expect(toMessages(result)[1]).toMatch(/all \d times/);
  });

  test('that ask to wait for an hour end the run at once', async () => {
    const result = await check((incoming, response) => {
      if (incoming.count < 30) return false;
      response.writeHead(429, { 'Retry-After': '3600' }).end();
      return true;
    });
    expect(result.verdict).toEqual({
      kind: 'not-run',
      reason: expect.stringMatching(/returns 429 to .* asks the client to wait 3600 s/),
    });
  });
});

describe('a target that fails now and then', () => {
  test('fails with the number of attempts', async () => {
    const failed = new Set<string>();
    const result = await check((incoming, response) => {
      const key = incoming.path + incoming.body;
      if (incoming.method !== 'POST' || failed.size > 0 || incoming.count < 40) return false;
      failed.add(key);
      response.writeHead(500, { 'Content-Type': 'application/json' }).end('{}');
      return true;
    });
    expect(listFailed(result)).toHaveLength(1);
    expect(toMessages(result)[0]).toContain('it failed 1 of 2 attempts');
  });
});

describe('a target that does not answer', () => {
  test('is asked a few times for an operation that hangs', async () => {
    const result = await check((incoming) => /\/webhooks/.test(incoming.path), {
      timeoutMs: 1000,
      only: ['createWebhook', 'createSite/accepts-a-name'],
    });
    expect(listFailed(result)).toEqual(['createWebhook/never-fails-itself']);
    expect(target?.requests.filter(({ path }) => path.includes('/webhooks')).length).toBeLessThan(
      64,
    );
  });

  test('does not keep the run beyond its time', async () => {
    const result = await check(
      async (incoming) => {
        if (incoming.count > 20) await new Promise((resolve) => setTimeout(resolve, 1000));
        return false;
      },
      { maxTimeMs: 3000 },
    );
    expect(result.verdict).toMatchObject({
      kind: 'not-run',
      reason: expect.stringContaining('--max-time'),
    });
    expect(countOf(result, 'not-run')).toBeGreaterThan(20);
  });
});

describe('refusals', () => {
  test('prove nothing where nothing is accepted', async () => {
    const result = await check(
      (incoming, response) => {
        if (!incoming.path.includes('/webhooks')) return false;
        response.writeHead(404).end();
        return true;
      },
      { only: ['createWebhook'] },
    );
    const refusals = result.checks.filter(({ id }) => id.startsWith('createWebhook/refuses'));
    expect(refusals.length).toBeGreaterThan(4);
    expect(new Set(refusals.map(({ outcome }) => outcome.status))).toEqual(
      new Set(['inconclusive']),
    );
  });

  test('are backed by a valid request that is sent for them where they are selected alone', async () => {
    const result = await check(() => false, { only: ['createSite/refuses-a-wrong-type-of-name'] });
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });
});

describe('a target that answers without end', () => {
  test.each<[string, Disturb]>([
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
      'interim answers',
      (incoming, response) => {
        if (incoming.method !== 'GET' || incoming.count < 60) return false;
        const timer = setInterval(() => {
          for (let count = 0; count < 100; count += 1) response.writeContinue();
        }, 5);
        response.once('close', () => clearInterval(timer));
        return true;
      },
    ],
  ])('ends the run in good time: %s', async (_, disturb) => {
    const result = await check(disturb, {
      timeoutMs: 1000,
      maxTimeMs: 40_000,
      only: ['listSites', 'createSite/accepts'],
    });
    // Much more than its time, for a machine that is busy with others.
    expect(result.durationMs).toBeLessThan(200_000);
    expect(result.verdict.kind).not.toBe('conforms');
  });

  test('or of a depth that nobody can walk is not readable', async () => {
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
    expect(JSON.stringify(result)).toContain('JSON of 200000 levels');
  });

  test('or of a list that nobody can walk to its end is judged in part', async () => {
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
      { only: ['listSites', 'createSite/accepts-a-name'], settleMs: 100 },
    );
    expect(countOf(result, 'error')).toBe(0);
    expect(JSON.stringify(result.checks)).toContain('more than 5000 sites');
    expect(result.requests).toBeLessThan(2500);
  });
});
