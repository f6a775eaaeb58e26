/**
 * Uses many sessions at once. Each creates a site and lists its sites twice; the balancer sends each request to another
 * mock. A session that shows anything but its own site is wrong.
 */
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** Number of sessions with a request in progress. */
const atOnce = 200;

export async function useSessions(url, sessions, onProgress) {
  const sites = `${url}/v1/workspaces/${workspace}/sites`;
  const latencies = [];
  const wrong = [];
  let repeated = 0;
  let next = 0;

  /** Repeats a request until the service responds: a balancer or a mock may be overloaded. */
  async function send(session, method, body) {
    const headers = {
      authorization: 'Bearer site-contract-key',
      'content-type': 'application/json',
      'x-mock-session': session,
    };
    for (let attempt = 1; ; attempt += 1) {
      const start = performance.now();
      const response = await fetch(sites, { method, headers, body: body && JSON.stringify(body) });
      const text = await response.text();
      latencies.push(performance.now() - start);
      if (latencies.length % 5000 === 0) onProgress(latencies.length);
      if (response.status === 201) return JSON.parse(text);
      if (attempt >= 20) throw new Error(`${session}: ${response.status} ${text.slice(0, 200)}`);
      repeated += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  async function use(session) {
    const { id } = await send(session, 'POST', { name: session });
    for (let round = 0; round < 2; round += 1) {
      const { data } = await send(session, 'GET');
      const isOwn = data.length > 0 && data.every(({ name }) => name === session);
      if (!isOwn || !data.some((site) => site.id === id))
        wrong.push(`${session} shows ${data.map(({ name }) => name).join(', ')}`);
    }
  }

  async function work() {
    while (next < sessions) {
      next += 1;
      await use(`session-${next}`);
    }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, sessions) }, work));
  latencies.sort((one, other) => one - other);
  const pick = (share) => Math.round(latencies[Math.floor(share * latencies.length)]);
  return { requests: latencies.length, repeated, wrong, medianMs: pick(0.5), p99Ms: pick(0.99) };
}
