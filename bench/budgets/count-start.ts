import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPort } from '../../test/support/find-port.ts';
import { waitForAnswer } from '../machine/start-server.ts';
import { toHeaders, workspaceId } from '../works/work.ts';

/** The code that a server loads until its first response. */
export interface StartCounts {
  /** Files of JavaScript, relative to the project. */
  files: string[];
  bytes: number;
  nodeModules: string[];
}

/** Starts a server with a command for a given port, sends it one request, and stops it. */
export async function countStart(
  toCommand: (port: number) => readonly string[],
): Promise<StartCounts> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-start-'));
  const modulesFile = path.join(folder, 'modules.json');
  const coverage = path.join(folder, 'coverage');
  const port = await findPort();
  const hook = pathToFileURL(path.resolve('bench/budgets/report-modules.mjs')).href;
  const child = spawn(process.execPath, ['--import', hook, ...toCommand(port)], {
    env: { PATH: process.env['PATH'], MODULES_FILE: modulesFile, NODE_V8_COVERAGE: coverage },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}/v1/workspaces/${workspaceId}/sites`;
  await waitForAnswer({ url, headers: toHeaders(false) }, () => child.exitCode === null);
  child.kill('SIGTERM');
  await ended;
  const files = listScripts(coverage).filter((file) => !file.endsWith('report-modules.mjs'));
  const modules: unknown = JSON.parse(readFileSync(modulesFile, 'utf8'));
  rmSync(folder, { recursive: true });
  return {
    files: files.map((file) => path.relative(process.cwd(), file)),
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
    nodeModules: Array.isArray(modules) ? modules.map(String) : [],
  };
}

/** The files in the coverage of V8, which are all loaded files. */
function listScripts(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const urls = [...text.matchAll(/"url":"(file:[^"]+)"/g)].map(([, url]) => url ?? '');
    return urls.map((url) => fileURLToPath(url));
  });
}
