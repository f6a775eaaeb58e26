/**
 * Tests the guide for React Native: `npm run guide:react-native`. That takes a minute of computing time, too long for
 * each run of the tests. It uses neither a device nor an emulator.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { installFramework, writeConfig } from './install-framework.ts';
import { installPackage } from './install-package.ts';
import { runProgram, startProgram } from './run-program.ts';
import { writeGuide } from './write-guide.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-react-native-'));

/** The part of `XMLHttpRequest` that `whatwg-fetch` uses. */
class PhoneRequest {
  status = 0;
  response = '';
  responseURL = '';
  #method = '';
  #headers: [string, string][] = [];
  #received = '';
  onload(): void {}
  onerror(): void {}

  open(method: string, url: string): void {
    this.#method = method;
    this.responseURL = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.push([name, value]);
  }

  getAllResponseHeaders(): string {
    return this.#received;
  }

  send(body: string | null): void {
    const sent = request(this.responseURL, {
      method: this.#method,
      headers: Object.fromEntries(this.#headers),
    });
    sent.on('response', (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => {
        this.response += text;
      });
      answer.on('end', () => {
        this.status = answer.statusCode ?? 0;
        const headers = Object.entries(answer.headers);
        this.#received = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
        this.onload();
      });
    });
    sent.on('error', () => this.onerror());
    sent.end(body ?? undefined);
  }
}

async function runTool(file: string, ...argv: readonly string[]): Promise<void> {
  await runOrThrow(process.execPath, [path.join(folder, 'node_modules', file), ...argv]);
}

async function runOrThrow(file: string, argv: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runProgram(file, argv, { cwd: folder });
  if (code !== 0) throw new Error(`${file} ${argv.join(' ')} failed:\n${stdout}${stderr}`);
}

/** Runs `call.js` without the globals of Node that a phone does not have. */
async function callMock(): Promise<unknown> {
  const entry = path.join(folder, 'call.js');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    conditions: ['react-native'],
    write: false,
    // The only part that the polyfill reads.
    plugins: [
      {
        name: 'react-native',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^react-native$/ }, () => ({ path: 'rn', namespace: 'stub' }));
          onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
            contents:
              "export const NativeModules = {}; export const Platform = { OS: 'ios', Version: 18 };",
          }));
        },
      },
    ],
  });
  const cli = path.join(folder, 'node_modules/site-contract/dist/cli/main.js');
  const argv = [cli, 'mock', '--port', '0', '--fixture', 'demo:5', '--log', 'json'];
  const mock = startProgram(process.execPath, argv, { cwd: folder });
  const baseUrl = await mock.waitFor(/"listening":"(http:[^"]+)"/);
  const context = createContext({ XMLHttpRequest: PhoneRequest, baseUrl, setTimeout });
  context['self'] = context;
  runInContext(outputFiles[0]?.text ?? '', context);
  const called = await context['called'];
  await mock.stop();
  // Objects from another realm have another prototype.
  return JSON.parse(JSON.stringify(called));
}

const installed = installPackage();
try {
  await installFramework(folder, 'react-native', installed);
  writeGuide('react-native', folder);
  await runTool('typescript/bin/tsc', '-p', writeConfig(folder, 'react-native'));
  console.log('The code of the guide type-checks.');
  for (const platform of ['ios', 'android']) {
    const bundle = `${platform}.js`;
    const argv = ['build', 'index.js', '--platform', platform, '--minify', 'false'];
    await runTool('metro/src/cli.js', ...argv, '--out', bundle);
    const hermes = path.join(folder, 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc');
    if (process.platform === 'linux' && process.arch === 'x64') {
      chmodSync(hermes, 0o755);
      await runOrThrow(hermes, ['-w', '-emit-binary', '-out', `${platform}.hbc`, bundle]);
    }
    console.log(`Metro bundles it for ${platform}, and Hermes compiles the bundle.`);
  }
  deepStrictEqual(await callMock(), { name: 'Café 🏬', listed: 6, refused: 400 });
  console.log('The client calls a mock with the fetch and the URL of React Native.');
} finally {
  rmSync(folder, { recursive: true, force: true });
  rmSync(installed.folder, { recursive: true, force: true });
}
