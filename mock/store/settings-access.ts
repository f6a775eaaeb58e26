import type { MemoryStore } from './memory-store.ts';
import type { Settings } from './settings.ts';
import { everySession, type Store } from './store.ts';

/** The next settings, and the result of the change. */
export interface ChangedSettings<Result> {
  settings: Settings;
  result: Result;
}

/** Reads and changes the settings of a session for methods in process: at once in memory, otherwise with promises. */
export interface SettingsAccess {
  read<T>(session: string, get: (settings: Settings) => T): T | Promise<T>;
  /** @param after called once the change was stored */
  change<T>(
    session: string,
    work: (settings: Settings) => ChangedSettings<T>,
    after?: () => void,
  ): T | Promise<T>;
}

/** Access to a store of this process, whose methods return values. */
export interface OwnAccess extends SettingsAccess {
  readonly isOwn: true;
}

export function accessMemory(store: MemoryStore): OwnAccess {
  return {
    isOwn: true,
    read: (session, get) => get(store.session(session).settings),
    change: (session, work, after) => {
      const { result } = store.change(session, (state) => {
        const changed = work(state.settings);
        state.putSettings(changed.settings);
        return changed;
      });
      after?.();
      return result;
    },
  };
}

export function accessStore(store: Store): SettingsAccess {
  return {
    read: async (session, get) => {
      const { own = {}, shared } = await store.readSettings(session);
      return get(session === everySession ? shared : own);
    },
    change: async (session, work, after) => {
      const { result } = await store.transaction(session, async (state) => {
        const changed = work(state.settings);
        state.putSettings(changed.settings);
        return changed;
      });
      after?.();
      return result;
    },
  };
}

/** The same object with promises of its values, except methods that return a function. */
export type Promised<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Promise<Result>
    : Promise<T[Key]>;
};

/** The same object with values or promises of them. */
export type Either<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Result | Promise<Result>
    : T[Key] | Promise<T[Key]>;
};
