/**
 * Writes the query plan for a page in the middle of a large workspace to docs/scale.md.
 *
 * npm run plan [-- <sites>]
 */
import { ask } from '../../works/work.ts';
import { writeBetween } from '../../write-between.ts';
import { storeWorks } from './compare.ts';
import { fill, type Page, readPlan, startDatabase, startSharedMock } from './database.ts';

const place = {
  file: 'docs/scale.md',
  begin: '<!-- npm run plan -->',
  end: '<!-- end of the plan -->',
};

void (async () => {
  const sites = Number(process.argv[2] ?? 1_000_000);
  const database = await startDatabase();
  const mock = await startSharedMock(database, { placement: undefined });
  try {
    for (const { id, request } of storeWorks) {
      if (id === 'create') await ask(`http://127.0.0.1:${mock.port}`, request);
    }
    await fill(database, sites);
    const pages: readonly Page[] = ['first', 'middle', 'last'];
    const rows: string[] = [];
    let shown: readonly string[] = [];
    for (const page of pages) {
      await readPlan(database, page);
      const { blocks, milliseconds, lines } = await readPlan(database, page);
      if (page === 'middle') shown = lines;
      rows.push(`| ${page} | ${blocks} | ${milliseconds.toFixed(2)} |`);
    }
    const title = `The page of 100 sites after the middle one of ${sites.toLocaleString('en-US')}:`;
    const table = ['| page | blocks of 8 KiB read | ms in the database |', '| --- | ---: | ---: |'];
    const text = [title, '', '```', ...shown, '```', '', ...table, ...rows].join('\n');
    writeBetween(place, text);
    console.log(text);
  } finally {
    await mock.server.stop();
    await database.close();
  }
  process.exit();
})();
