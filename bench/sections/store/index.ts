import { findPostgres } from '../../../test/support/postgres.ts';
import { type Context, wholeEffort } from '../../context.ts';
import { readLoadAverage } from '../../machine/describe-machine.ts';
import type { Section } from '../../report/section.ts';
import { ask } from '../../works/work.ts';
import { compareServers, storeWorks, toComparisonSection } from './compare.ts';
import { writeStoreCosts } from './costs.ts';
import { fill, startBareServer, startDatabase, startSharedMock } from './database.ts';
import { measureStoreGrowth } from './growth.ts';
import { measureScaling } from './scaling.ts';

/** Measures the cost of a mock with its state in PostgreSQL. */
export async function measureStore(context: Context): Promise<Section[]> {
  if (findPostgres() === undefined) {
    context.note(
      'NOT MEASURED: the store, because PostgreSQL is not installed; install it, or set POSTGRES_BIN',
    );
    return [];
  }
  const database = await startDatabase();
  const stopping: { stop(): Promise<void> }[] = [];
  try {
    const mock = await startSharedMock(database, context);
    stopping.push(mock.server);
    const url = `http://127.0.0.1:${mock.port}`;
    for (const { request } of storeWorks.slice(1)) await ask(url, request);
    await fill(database, 1000);
    const bare = await startBareServer(database, context);
    stopping.push(bare.server);
    const comparison = await compareServers(bare, mock, database, context);
    await bare.server.stop();
    if (context.effort === wholeEffort)
      await writeStoreCosts(comparison, mock, database, context, readLoadAverage());
    const scaling = await measureScaling(database, context);
    const growth = await measureStoreGrowth(mock, database, context);
    return [toComparisonSection(comparison), ...(scaling === undefined ? [] : [scaling]), growth];
  } finally {
    for (const server of stopping) await server.stop();
    await database.close();
  }
}
