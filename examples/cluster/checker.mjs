/**
 * Writes and reads through the balancer, and checks every read. Each site has one writer, which increments a number in
 * its name, and any number of readers. A read is wrong if it shows less than was acknowledged before it started, or
 * more than was ever sent: then the record is not linearizable. A write with neither a success nor a refusal may or may
 * not have happened.
 */
const headers = { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' };

export function createChecker(url, workspace, { writers = 6, readers = 2 } = {}) {
  const sites = `${url}/v1/workspaces/${workspace}/sites`;
  /** By id: the last acknowledged number, and the last sent one. */
  const known = new Map();
  const counts = { requests: 0, acknowledged: 0, repeated: 0, reads: 0, wrong: [] };
  let isRunning = true;

  async function send(method, target, body) {
    counts.requests += 1;
    try {
      const response = await fetch(target, {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      const json = await response.json();
      return { status: response.status, json };
    } catch {
      // A 502 of nginx with HTML, or a lost connection.
      return { status: 0, json: undefined };
    }
  }

  async function write(writer) {
    while (isRunning) {
      const { status, json } = await send('POST', sites, { name: `w${writer} 0` });
      if (status !== 201) {
        counts.repeated += 1;
        await rest();
        continue;
      }
      counts.acknowledged += 1;
      const record = { acknowledged: 0, sent: 0 };
      known.set(json.id, record);
      for (let number = 1; number <= 20 && isRunning; number += 1) {
        record.sent = number;
        const changed = await send('PATCH', `${url}/v1/sites/${json.id}`, {
          name: `w${writer} ${number}`,
        });
        if (changed.status === 200) {
          counts.acknowledged += 1;
          record.acknowledged = number;
          if (changed.json.name !== `w${writer} ${number}`)
            counts.wrong.push(`PATCH returned ${changed.json.name}`);
        } else {
          counts.repeated += 1;
          if (changed.status === 404)
            counts.wrong.push(`PATCH of ${json.id}, whose creation was acknowledged, returned 404`);
          await rest();
        }
      }
    }
  }

  /** @returns whether all pages could be read */
  async function readAll() {
    const before = new Map([...known].map(([id, record]) => [id, { ...record }]));
    const found = new Map();
    let after = '';
    for (;;) {
      const { status, json } = await send('GET', `${sites}?limit=100${after}`);
      if (status !== 201) return false;
      for (const { id, name } of json.data) {
        if (found.has(id)) counts.wrong.push(`${id} is on two pages`);
        found.set(id, Number(name.split(' ').at(-1)));
      }
      if (!json.hasMore) break;
      after = `&after=${json.data.at(-1).id}`;
    }
    counts.reads += 1;
    for (const [id, { acknowledged }] of before) {
      const number = found.get(id);
      const { sent } = known.get(id);
      if (number === undefined) counts.wrong.push(`${id} was acknowledged but is not listed`);
      else if (number < acknowledged)
        counts.wrong.push(`${id} shows ${number} after ${acknowledged}`);
      else if (number > sent) counts.wrong.push(`${id} shows ${number}, which was not sent`);
    }
    return true;
  }

  async function read() {
    while (isRunning) {
      if (!(await readAll())) await rest();
    }
  }

  const running = [
    ...Array.from({ length: writers }, (_, at) => write(at)),
    ...Array.from({ length: readers }, read),
  ];
  return {
    counts,
    /** Stops, and reads everything once more. */
    stop: async () => {
      isRunning = false;
      await Promise.all(running);
      const end = Date.now() + 60_000;
      while (!(await readAll())) {
        if (Date.now() > end) throw new Error('the cluster stopped responding');
        await rest();
      }
      return { ...counts, records: known.size };
    },
  };
}

function rest() {
  return new Promise((resolve) => setTimeout(resolve, 100));
}
