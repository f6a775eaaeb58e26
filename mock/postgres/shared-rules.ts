import type { SharedFaults } from '../sharing.ts';
import type { Database } from './database.ts';
import type { Queries } from './driver.ts';

/** The rules for faults of all mocks. */
export interface SharedRules {
  /** The version of the rules that this mock has; empty where it is not known. */
  readonly version: string;
  readonly hasRules: boolean;
  connect(faults: SharedFaults): void;
  /** Reads the rules that hold now. */
  load(): Promise<void>;
  /** Changes the rules on all mocks. */
  change<T>(change: () => T): Promise<T>;
  /** Counts a request against the rules that hold at this moment. */
  judge<T>(decide: () => T): Promise<T>;
}

/** They are one row: whoever changes or counts something takes a turn with it. */
export function createSharedRules(database: Database, schema: string): SharedRules {
  let version = '';
  let faults: SharedFaults | undefined;

  /** Takes over the rules that the database has. The first mock brings those that it was started with. */
  async function read(queries: Queries, lock: 'for update' | ''): Promise<void> {
    const { rows } = await queries.query({
      text: `select version, value from ${schema}.shared where name = 'faults' ${lock}`,
    });
    const value = String(rows[0]?.['value'] ?? '');
    version = String(rows[0]?.['version']);
    if (value !== '') faults?.writeState(value);
    else if (faults?.hasRules === true && lock === '') await change(() => undefined);
  }

  async function write(queries: Queries, isChange: boolean): Promise<void> {
    const { rows } = await queries.query(
      {
        text: `update ${schema}.shared set value = $1, version = version + $2 where name = 'faults' returning version`,
      },
      [faults?.readState() ?? '', isChange ? 1 : 0],
    );
    if (isChange) version = String(rows[0]?.['version']);
  }

  /** @param isChange whether others have to read the rules anew. Default: they were only used */
  async function takeTurn<T>(run: () => T, isChange = false): Promise<T> {
    return database.repeat(async () => {
      const before = faults?.readState() ?? '';
      try {
        return await database.transaction(async (queries) => {
          await read(queries, 'for update');
          const hadRules = faults?.hasRules === true;
          const result = run();
          if (isChange || hadRules) await write(queries, isChange);
          return result;
        });
      } catch (error) {
        // What this mock made of the rules is not what others have. They are read before the next request.
        version = '';
        if (before !== '') faults?.writeState(before);
        throw error;
      }
    });
  }

  function change<T>(run: () => T): Promise<T> {
    return takeTurn(run, true);
  }

  return {
    get version() {
      return version;
    },
    get hasRules() {
      return faults?.hasRules === true;
    },
    connect: (own) => {
      faults = own;
    },
    load: () => database.repeat(() => database.use((queries) => read(queries, ''))),
    change,
    // A rule that ends by its last use is no change: requests that it has met go on with what it does to them, and a mock
    // that does not know of its end yet finds out in its next turn.
    judge: (decide) => takeTurn(decide),
  };
}
