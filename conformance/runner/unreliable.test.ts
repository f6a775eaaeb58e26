import { describe, expect, test } from '@jest/globals';
import type { RunResult } from '../../service/entries/conformance.ts';
import {
  checkUnreliable as check,
  countOf,
  type Disturb,
} from '../../test/support/unreliable-target.ts';

/**
 * Targets with failing connections, gateways or processes, and how reports describe them. The runs mostly wait, so they run
 * concurrently, each against a separate target.
 */

function listFailed({ checks }: RunResult): string[] {
  return checks.filter(({ outcome }) => outcome.status === 'failed').map(({ id }) => id);
}

function toMessages({ checks }: RunResult): string[] {
  return checks.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.failures.map(({ message }) => message) : [],
  );
}

/** A selection of checks with requests of every kind. These tests do not depend on the other checks. */
const refusalGroup = { only: ['createSite', 'updateSite/refuses', 'listSites/refuses'] };

describe('lost connections', () => {
  test.concurrent('are not a failure if the target closes idle connections as requests arrive', async () => {
    const lost = new Set<string>();
    const result = await check(async (incoming) => {
      const key = `${incoming.method} ${incoming.path} ${incoming.body}`;
      if (incoming.countOnConnection === 0 || incoming.count % 9 > 0 || lost.has(key)) return false;
      // This is longer than any race. What matters is that a reused connection got no response.
      await new Promise((resolve) => setTimeout(resolve, 80));
      lost.add(key);
      incoming.socket.resetAndDestroy();
      return true;
    }, refusalGroup);
    expect(lost.size).toBeGreaterThan(0);
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });

  test.concurrent('are one failure if they recur, and not a refusal', async () => {
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

  test.concurrent('ends the run with a reason that names the last request', async () => {
    const result = await check(isFatal);
    expect(result.verdict.kind).toBe('not-run');
    const reason = result.verdict.kind === 'not-run' ? result.verdict.reason : '';
    expect(reason).toMatch(/^the target stopped responding .*(?:POST|PATCH) \/v1\/\S+/);
    expect(countOf(result, 'not-run')).toBeGreaterThan(20);
    expect(listFailed(result)).toEqual([]);
    expect(JSON.stringify(result)).not.toContain('ECONNREFUSED');
    expect(JSON.stringify(result.checks)).not.toContain('got no response');
  });

  test.concurrent('fails one check if a long body kills it twice', async () => {
    const isDeadly: Disturb = (incoming, _response, self) => {
      if (incoming.method !== 'PATCH' || incoming.body.length < 20_000) return false;
      self.die(300);
      return true;
    };
    const result = await check(isDeadly, { only: ['createSite/accepts', 'updateSite'] });
    const [failed, ...others] = listFailed(result);
    expect(others).toEqual([]);
    expect(failed).toMatch(/\/copes-with-nonsense$/);
    expect(result.verdict).toEqual({ kind: 'broken', failed: 1 });
  });

  test.concurrent('fails one check if it restarts and the same request kills it again', async () => {
    const result = await check((incoming, _response, self) => {
      if (incoming.body !== 'null') return false;
      self.die(300);
      return true;
    }, refusalGroup);
    const [failed, ...others] = listFailed(result);
    expect(others).toEqual([]);
    expect(failed).toMatch(/\/never-fails-itself$/);
    // What found no server was sent again.
    expect(JSON.stringify(result)).not.toContain('ECONNREFUSED');
    expect(result.verdict).toEqual({ kind: 'broken', failed: 1 });
  });
});

test.concurrent('a run in which most checks are inconclusive and none failed has no verdict', async () => {
  const fail: Disturb = ({ method, path }, response) => {
    if (method !== 'POST' || !path.endsWith('/sites')) return false;
    response.writeHead(500).end();
    return true;
  };
  expect(await check(fail, { only: ['duplicateSite'] })).toMatchObject({
    verdict: { kind: 'not-run', reason: expect.stringMatching(/^\d+ of \d+ checks were incon/) },
  });
});

describe('gateways', () => {
  test.concurrent('that return 503 in HTML for a while slow the run down', async () => {
    const result = await check(
      ({ count }, response) => {
        // Runs on a busy machine send only about a hundred requests.
        if (count < 30 || count > 33) return false;
        response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html>slow down</html>');
        return true;
      },
      { only: [...refusalGroup.only, 'service/observes-the-rate-of-requests'] },
    );
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
    const statements = result.observations.map(({ statement }) => statement);
    expect(statements.join()).toMatch(/\d+ requests were refused with 503 until/);
  });

  test.concurrent('that return 503 only to the first request cause no failure', async () => {
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

  test.concurrent('that always return 503 to one request make only its check inconclusive', async () => {
    const result = await check((incoming, response) => {
      if (incoming.body !== 'null') return false;
      response.writeHead(503).end();
      return true;
    }, refusalGroup);
    expect(toMessages(result)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
    const outcome = result.checks.find(({ id }) => id === 'createSite/copes-with-nonsense');
    expect(outcome?.outcome.status).toBe('inconclusive');
  });

  test.concurrent('that return 503 to almost everything end the run with one sentence', async () => {
    const result = await check(
      (incoming, response) => {
        if (incoming.count < 20) return false;
        response.writeHead(503).end();
        return true;
      },
      { only: ['createWebhook', 'listSites/refuses'], maxTimeMs: 60_000 },
    );
    expect(result.verdict).toEqual({
      kind: 'not-run',
      reason: expect.stringMatching(/returns status 503 to every request/),
    });
  });

  test.concurrent('end the run if they ask the client to wait for an hour', async () => {
    const result = await check((incoming, response) => {
      if (incoming.count < 30) return false;
      response.writeHead(429, { 'Retry-After': '3600' }).end();
      return true;
    });
    expect(result.verdict).toEqual({
      kind: 'not-run',
      reason: expect.stringMatching(/returns status 429 to every request.*wait 3600 s/),
    });
  });
});

describe('a target that does not respond', () => {
  // Not concurrent: on a busy machine, other runs in this process would delay responses beyond the timeout.
  test('gets only a few requests for an operation that hangs', async () => {
    let asked = 0;
    const result = await check(
      (incoming) => {
        const hangs = incoming.path.includes('/webhooks');
        if (hangs) asked += 1;
        return hangs;
      },
      { timeoutMs: 3000, only: ['createWebhook', 'createSite', 'updateSite/refuses'] },
    );
    expect(listFailed(result)).toEqual(['createWebhook/never-fails-itself']);
    expect(result.verdict).toEqual({ kind: 'broken', failed: 1 });
    expect(asked).toBeLessThan(64);
  });

  test.concurrent('ends the run without a failure if it hangs from some moment on', async () => {
    const result = await check(({ count }) => count > 100, { timeoutMs: 2000 });
    expect(listFailed(result)).toEqual([]);
    expect(result.verdict).toEqual({
      kind: 'not-run',
      reason: expect.stringMatching(/^the target stopped responding .* pending at that moment/),
    });
  });

  test('to one kind of request fails one check, and makes those that send it inconclusive', async () => {
    const connections = new Set<unknown>();
    const hangsOnNull: Disturb = ({ body, socket }) => {
      if (body !== 'null') return false;
      connections.add(socket);
      return true;
    };
    const result = await check(hangsOnNull, { timeoutMs: 3000, only: ['createWebhook'] });
    expect(listFailed(result)).toEqual(['createWebhook/never-fails-itself']);
    const [group] = result.groups;
    expect(group?.requirement.id).toBe('no-server-errors');
    expect(group?.failures[0]?.message).toContain('never gets a response, although others do');
    expect(group?.failures[0]?.received).toContain('on three new connections as well');
    expect(connections.size).toBeGreaterThanOrEqual(4);
    const outcome = result.checks.find(({ id }) => id === 'createWebhook/copes-with-nonsense');
    expect(outcome?.outcome.status).toBe('inconclusive');
  });

  test('to long bodies fails the check that sends them', async () => {
    const hangsOnLong: Disturb = ({ body }) => body.length > 20_000;
    const only = ['updateRoute/copes-with-nonsense', 'createRoute/accepts'];
    const result = await check(hangsOnLong, { timeoutMs: 3000, only });
    expect(listFailed(result)).toEqual(['updateRoute/copes-with-nonsense']);
  });

  test('to some requests at random is not blamed: the network may lose them', async () => {
    let count = 0;
    const losesEveryTenth: Disturb = ({ body }) => {
      count += 1;
      return count % 10 === 0 || body === 'null';
    };
    const result = await check(losesEveryTenth, { timeoutMs: 1000, only: ['createWebhook'] });
    expect(listFailed(result)).toEqual([]);
  });

  test('does not keep the run going beyond its maximum time, whatever failed before', async () => {
    const result = await check(
      async (incoming, response) => {
        if (incoming.count > 20) await new Promise((resolve) => setTimeout(resolve, 1000));
        if (incoming.method === 'GET') return false;
        response.writeHead(500).end();
        return true;
      },
      { maxTimeMs: 8000 },
    );
    expect(result.groups).not.toEqual([]);
    expect(result.verdict).toMatchObject({
      kind: 'not-run',
      reason: expect.stringContaining('--max-time'),
    });
    expect(countOf(result, 'not-run')).toBeGreaterThan(20);
  });

  test.concurrent('is not blamed if starting took longer than the maximum time', async () => {
    const result = await check(() => false, { maxTimeMs: 1000, startedAt: Date.now() - 1000 });
    expect(result).toMatchObject({
      requests: 0,
      verdict: {
        kind: 'not-run',
        reason: expect.stringContaining('--max-time <seconds>'),
      },
    });
  });
});

describe('refusals', () => {
  test.concurrent('prove nothing if every request is refused', async () => {
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

  test.concurrent('are backed by a valid request, even if only refusals are selected', async () => {
    const result = await check(() => false, { only: ['createSite/refuses-a-wrong-type-of-name'] });
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });
});
