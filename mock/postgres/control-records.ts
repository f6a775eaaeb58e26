import type { Records } from '../store/records.ts';
import type { SessionRow } from './session-row.ts';
import type { SessionRows } from './session-rows.ts';
import type { PostgresSession } from './session-store.ts';

/** What a session keeps about its webhooks: the seed of their secrets, and which of them have gone. */
export function createControlRecords(store: PostgresSession, rows: SessionRows): Records {
  async function disable(id: string): Promise<void> {
    for (let attempt = 1; attempt <= 50; attempt += 1) {
      await store.refresh();
      const row: SessionRow | undefined = store.row;
      if (row === undefined || row.control.disabled.includes(id)) return;
      const disabled = [...row.control.disabled, id];
      if (await rows.writeControl(row, { ...row.control, disabled })) return store.refresh();
    }
  }

  /** Known here before the database has it. */
  const disabling = new Set<string>();
  return {
    list: () => [],
    get: (kind, id) => {
      if (kind === 'disabled-webhooks')
        return disabling.has(id) || store.row?.control.disabled.includes(id) === true;
      return kind === 'webhooks' && id === 'seed' ? store.row?.seed : undefined;
    },
    put: (kind, id) => {
      if (kind !== 'disabled-webhooks') return;
      disabling.add(id);
      const forget = (): boolean => disabling.delete(id);
      disable(id).then(forget, forget);
    },
    // A reset forgets all of it at once.
    delete: () => {},
  };
}
