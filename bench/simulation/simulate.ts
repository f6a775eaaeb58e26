import { createRandom } from '../../conformance/runner/probes.ts';

/** The cost of one request in each part, in microseconds. */
export interface Costs {
  /** Processor time of the balancer. */
  balancer: number;
  /** Processor time of a mock, by kind of request. */
  mock: { list: number; create: number };
  /** Processor time of the database. */
  database: { list: number; create: number };
  /** The network time to the database and back. */
  roundTrip: number;
  /** The time until a change is on the disk of the database; simultaneous changes share it. */
  commit: number;
}

/** The number of each part, and the load. */
export interface Layout {
  requestsPerSecond: number;
  /** The share of writes among the requests. */
  writes: number;
  mocks: number;
  poolSize: number;
  databaseProcessors: number;
  balancerProcessors: number;
}

export type Part = 'balancer' | 'mocks' | 'connections' | 'database';

export interface Simulated {
  /** The utilisation of each part. */
  inUse: Record<Part, number>;
  /** The rate of responses. */
  requestsPerSecond: number;
  medianMs: number;
  p99Ms: number;
}

/** A queue of events by time in microseconds, earliest first. */
class Agenda {
  readonly #times: number[] = [];
  readonly #tasks: (() => void)[] = [];
  now = 0;

  after(delay: number, task: () => void): void {
    let at = this.#times.length;
    const time = this.now + delay;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#times[parent] ?? 0) <= time) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#times[at] = time;
    this.#tasks[at] = task;
  }

  /** @returns whether any event was left before the end */
  step(end: number): boolean {
    const [time] = this.#times;
    const [task] = this.#tasks;
    if (time === undefined || task === undefined || time > end) return false;
    this.now = time;
    const lastTime = this.#times.pop() ?? 0;
    const lastTask = this.#tasks.pop();
    if (this.#times.length > 0 && lastTask !== undefined) this.#sink(lastTime, lastTask);
    task();
    return true;
  }

  #sink(time: number, task: () => void): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#times.length) break;
      if ((this.#times[child + 1] ?? Infinity) < (this.#times[child] ?? 0)) child += 1;
      if ((this.#times[child] ?? 0) >= time) break;
      this.#move(child, at);
      at = child;
    }
    this.#times[at] = time;
    this.#tasks[at] = task;
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] ?? 0;
    const task = this.#tasks[from];
    if (task !== undefined) this.#tasks[to] = task;
  }
}

/** A number of equal servers with a common first-in, first-out queue. */
class Station {
  readonly #agenda: Agenda;
  readonly #waiting: (() => void)[] = [];
  #first = 0;
  #free: number;
  readonly #size: number;
  #since = 0;
  #used = 0;

  constructor(agenda: Agenda, size: number) {
    this.#agenda = agenda;
    this.#size = size;
    this.#free = size;
  }

  take(task: () => void): void {
    if (this.#free === 0) {
      this.#waiting.push(task);
      return;
    }
    this.#count();
    this.#free -= 1;
    task();
  }

  give(): void {
    const next = this.#waiting[this.#first];
    if (next === undefined) {
      this.#count();
      this.#free += 1;
      return;
    }
    this.#first += 1;
    if (this.#first > 1000) this.#waiting.splice(0, this.#first);
    if (this.#first > 1000) this.#first = 0;
    next();
  }

  /** Uses one of them for a time. */
  serve(time: number, done: () => void): void {
    this.take(() =>
      this.#agenda.after(time, () => {
        this.give();
        done();
      }),
    );
  }

  get inUse(): number {
    this.#count();
    return this.#agenda.now === 0 ? 0 : this.#used / this.#agenda.now / this.#size;
  }

  #count(): void {
    this.#used += (this.#size - this.#free) * (this.#agenda.now - this.#since);
    this.#since = this.#agenda.now;
  }
}

/**
 * Simulates each request through balancer, mock, connection and database. Requests arrive independently (Poisson), and
 * times are exponentially distributed around the measured ones.
 */
export function simulate(
  costs: Costs,
  layout: Layout,
  { seed, seconds }: { seed: number; seconds: number },
): Simulated {
  const random = createRandom(seed);
  const spread = (mean: number): number => -Math.log(1 - random()) * mean;
  const agenda = new Agenda();
  const create = (size: number): Station => new Station(agenda, size);
  const balancer = create(layout.balancerProcessors);
  const database = create(layout.databaseProcessors);
  const mocks = Array.from({ length: layout.mocks }, () => ({
    processor: create(1),
    connections: create(layout.poolSize),
  }));
  const latencies: number[] = [];
  let turn = 0;

  function arrive(): void {
    agenda.after(spread(1e6 / layout.requestsPerSecond), arrive);
    const start = agenda.now;
    const kind = random() < layout.writes ? 'create' : 'list';
    turn = (turn + 1) % mocks.length;
    const mock = mocks[turn];
    if (mock === undefined) throw new Error('a layout requires at least one mock');
    const { processor, connections } = mock;
    // Half of a mock's work is before the statement, and half after it.
    const half = (): number => spread(costs.mock[kind] / 2);
    const finish = (): void => {
      latencies.push(agenda.now - start);
    };
    const query = (): void =>
      database.serve(spread(costs.database[kind]), () =>
        agenda.after(costs.roundTrip / 2 + (kind === 'create' ? spread(costs.commit) : 0), () => {
          connections.give();
          processor.serve(half(), finish);
        }),
      );
    balancer.serve(spread(costs.balancer), () =>
      processor.serve(half(), () =>
        connections.take(() => agenda.after(costs.roundTrip / 2, query)),
      ),
    );
  }

  agenda.after(0, arrive);
  const end = seconds * 1e6;
  while (agenda.step(end));
  const mean = (values: number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  latencies.sort((one, other) => one - other);
  const pick = (share: number): number =>
    (latencies[Math.floor(share * latencies.length)] ?? 0) / 1000;
  return {
    inUse: {
      balancer: balancer.inUse,
      mocks: mean(mocks.map(({ processor }) => processor.inUse)),
      connections: mean(mocks.map(({ connections }) => connections.inUse)),
      database: database.inUse,
    },
    requestsPerSecond: latencies.length / seconds,
    medianMs: pick(0.5),
    p99Ms: pick(0.99),
  };
}
