/**
 * The suite against real products on this machine: `npm run products`, or with names for some of them. It installs each from
 * its registry into a temporary folder (PowerDNS by the package manager of Debian, as root), starts it on loopback, and prints
 * what was driven, judged and found. `docs/outside.md` lists what was checked by hand.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toTerminalReport } from '../../../conformance/reporters/terminal.ts';
import type { RunResult } from '../../../conformance/results.ts';
import { runAnyContract } from '../../../conformance/run-any-contract.ts';
import { loadContract } from '../../../contract/load-contract.ts';
import { findPort } from '../../support/find-port.ts';
import { type Product, products } from './products.ts';

const longestStartMs = 120_000;
const [, , ...wanted] = process.argv;

for (const product of products)
  if (wanted.length === 0 || wanted.includes(product.name)) await judge(product);

async function judge(product: Product): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'product-'));
  const port = await findPort();
  for (const [program = '', ...argv] of product.install(folder))
    execFileSync(program, argv, { cwd: folder, stdio: 'ignore' });
  const { command, cwd, environment } = product.start(folder, port);
  const [program = '', ...argv] = command;
  const child = spawn(program, argv, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const headers = { 'X-API-Key': product.apiKey };
  try {
    const text = await waitFor(`${url}${product.document}`, headers);
    const document = path.join(folder, 'openapi.yaml');
    await writeFile(document, text);
    const overlay = path.join(folder, 'overlay.yaml');
    if (product.overlay !== undefined) await writeFile(overlay, product.overlay);
    const overlays = product.overlay === undefined ? [] : [overlay];
    const contract = await loadContract({ document, overlays });
    const result = await runAnyContract(contract, {
      baseUrl: `${url}${product.basePath}`,
      apiKey: product.apiKey,
      seed: 1,
      maxTimeMs: 300_000,
    });
    show(product, result);
  } finally {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits for the document of a product. @returns its text */
async function waitFor(url: string, headers: Record<string, string>): Promise<string> {
  const end = Date.now() + longestStartMs;
  while (Date.now() < end) {
    const reply = await fetch(url, { headers }).catch(() => undefined);
    const text = await reply?.text();
    if (reply?.ok && text !== undefined) return text;
    await sleep(250);
  }
  throw new Error(`${url} did not answer within ${longestStartMs / 1000} s`);
}

function show({ name }: Product, result: RunResult): void {
  const { total, inconclusive, notRun } = result.counts;
  const judged = total - inconclusive - notRun;
  console.log(`\n${name}: ${judged} of ${total} checks judged in ${result.durationMs} ms`);
  console.log(toTerminalReport(result, { colour: false, width: 100 }));
}
