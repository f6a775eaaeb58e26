import { diffDocuments } from '../gate/diff/diff-documents.ts';
import { readSource } from '../gate/diff/sources.ts';

async function main() {
  const [a, b, mode] = process.argv.slice(2);
  const t0 = performance.now();
  const [x, y] = await Promise.all([readSource(a!, a!), readSource(b!, b!)]);
  const t1 = performance.now();
  const r = diffDocuments(x, y);
  const t2 = performance.now();
  const cpu = process.cpuUsage();
  console.log(
    a,
    JSON.stringify(r.counts),
    `read ${Math.round(t1 - t0)} diff ${Math.round(t2 - t1)} cpu ${Math.round((cpu.user + cpu.system) / 1000)} rss ${Math.round(process.resourceUsage().maxRSS / 1024)}MB`,
  );
  if (mode === 'json') { const by: Record<string, string[]> = {}; for (const c of r.changes) for (const o of c.operations) (by[c.severity] ??= []).push(o); console.log('OPS ' + JSON.stringify(by)); }
else if (mode)
    for (const c of r.changes)
      if (mode === 'all' || c.severity === mode)
        console.log(
          c.severity,
          '|',
          c.operations.length,
          c.operations[0],
          '|',
          c.title.slice(0, 300),
          '|',
          c.id.slice(0, 150),
          c.witness
            ? JSON.stringify(
                c.witness.request.body ?? c.witness.response?.body ?? c.witness.request.target,
              )?.slice(0, 200)
            : '',
        );
}
main();
