import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { version } from '../../generated/version.js';
import { describeInCi } from '../support/in-ci.ts';
import { workspace } from '../support/test-client.ts';
import {
  consumerMistakes,
  consumerOutput,
  consumerProgram,
  consumerTypes,
  mistakeDeclarations,
  toConsumerConfig,
} from './consumer.ts';
import { type InstalledPackage, installPackage, installWith } from './install-package.ts';
import { runProgram, startProgram } from './run-program.ts';

/** The npm of Node 20, 22 and 24. They fail for some optional peer dependencies. */
const npmVersions = ['10.8.2', '10.9.4', '11.0.0'] as const;

describeInCi('the packed package', () => {
  let installed: InstalledPackage;
  /** Begun before the first test, because npm mostly waits. It installs what builds the package, which takes the longest. */
  let fromGit: Promise<string>;
  /** The versions that the program prints, one installation after the other. */
  const byNpm = new Map<string, Promise<string>>();
  beforeAll(async () => {
    fromGit = installWith('10.8.2', `git+file://${process.cwd()}`);
    fromGit.catch(() => {});
    installed = await installPackage();
    let before: Promise<unknown> = Promise.resolve();
    for (const npm of npmVersions) {
      const installation = before.then(() => installWith(npm, installed.tarball));
      byNpm.set(npm, installation);
      before = installation.catch(() => {});
    }
    write('consumer.mjs', consumerProgram);
    write('consumer.ts', consumerTypes);
    write('mistakes.ts', [mistakeDeclarations, ...consumerMistakes].join('\n'));
  });
  afterAll(() => rmSync(installed.folder, { recursive: true }));

  const write = (file: string, text: string): void =>
    writeFileSync(path.join(installed.folder, file), text);

  /** Returns the output of the compiler. */
  async function compile(config: string): Promise<string> {
    write('tsconfig.json', config);
    const compiler = path.resolve('node_modules/typescript/bin/tsc');
    return (await runProgram(process.execPath, [compiler], { cwd: installed.folder })).stdout;
  }

  test('contains what is documented, and neither sources nor tests', () => {
    expect(installed.files).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'docs/control.md', 'dist/cli/main.js'],
        ...['dist/mock/index.js', 'dist/mock/index.d.ts', 'dist/mock/browser.js'],
        ...['dist/conformance/index.js', 'dist/conformance/index.d.ts'],
        ...['dist/openapi.json', 'spec/openapi.yaml', 'spec/requirements.yaml'],
      ]),
    );
    const sources = installed.files.filter((file) => /(?<!\.d)\.ts$/.test(file));
    expect(sources.filter((file) => !file.startsWith('examples/'))).toEqual([]);
    expect(installed.files.filter((file) => /\.test\.|corpus\//.test(file))).toEqual([]);
  });

  test('contains no broken link', () => {
    const root = path.join(installed.folder, 'node_modules/site-contract');
    const pages = installed.files.filter((file) => file.endsWith('.md'));
    expect(pages).toContain('docs/mock.md');
    expect(pages.flatMap((page) => listBrokenLinks(root, page))).toEqual([]);
  });

  test('has at most 1.5 MB packed, 5 MB unpacked, and 40 packages installed', () => {
    expect(installed.packages).toBeGreaterThan(5);
    expect(installed.packages).toBeLessThanOrEqual(40);
    expect(installed.packedBytes).toBeLessThanOrEqual(1_500_000);
    expect(installed.unpackedBytes).toBeLessThanOrEqual(5_000_000);
  });

  test('is packed without warnings', () => {
    expect(installed.output).toContain('dist/cli/main.js');
    expect(installed.output).not.toMatch(/warn/i);
  });

  test('has types where TypeScript does not read exports', async () => {
    const program = `import { createMock } from 'site-contract/mock';
import type { Contract } from 'site-contract';
export const contract: Contract = createMock().contract;
`;
    write('old.ts', program);
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: 'es2022' };
    const compilerOptions = { ...options, module: 'commonjs', moduleResolution: 'node10' };
    const typeRoots = [path.resolve('node_modules/@types')];
    const config = { compilerOptions: { ...compilerOptions, typeRoots }, files: ['old.ts'] };
    expect(await compile(JSON.stringify(config))).toBe('');
  });

  test('type-checks in a strict consumer, and lets the compiler find each mistake', async () => {
    const files = ['consumer.ts', 'mistakes.ts'];
    const typeRoots = path.resolve('node_modules/@types');
    const found = await compile(toConsumerConfig(files, typeRoots));
    const places = [...found.matchAll(/^(\S+)\((\d+),/gm)].map(([, ...place]) => place.join(':'));
    const first = mistakeDeclarations.split('\n').length + 1;
    expect(places).toEqual(consumerMistakes.map((_, at) => `mistakes.ts:${first + at}`));
    expect(await compile(toConsumerConfig(['consumer.ts']))).toBe('');
  });

  test('can be imported with all its exports', async () => {
    const { code, stdout, stderr } = await runProgram(process.execPath, ['consumer.mjs'], {
      cwd: installed.folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(consumerOutput);
  });

  test('starts through npx, conforms to itself, and stops cleanly', async () => {
    const options = { cwd: installed.folder };
    const npx = ['--no-install', 'site-contract'];
    const mock = startProgram('npx', [...npx, 'mock', '--port', '0'], options);
    const url = await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
    const suite = await runProgram(
      'npx',
      [...npx, 'conformance', url, '--workspace', workspace, '--only', 'createSite'],
      { ...options, environment: { SITE_CONTRACT_API_KEY: 'site-contract-key' } },
    );
    expect(suite).toMatchObject({ code: 0 });
    expect((await mock.stop()).stderr).not.toMatch(/warning/i);
  });

  test.each(npmVersions)('installs with npm %s', async (npm) => {
    expect(await byNpm.get(npm)).toBe(version);
  });

  test('installs from Git, with its program', async () => {
    expect(await fromGit).toBe(version);
  });
});

/** Lists the links of a Markdown file to files or headings that do not exist. Links to other sites are not checked. */
function listBrokenLinks(root: string, page: string): string[] {
  const links = readWithoutCode(path.join(root, page)).matchAll(
    /\]\(([^)\s]+)\)|\b(?:src|href)="([^"]+)"/g,
  );
  return [...links]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^(?:https?:|mailto:)/.test(link) && !leadsSomewhere(root, page, link))
    .map((link) => `${page}: ${link}`);
}

function leadsSomewhere(root: string, page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
  const found = path.join(root, target);
  // A package contains nothing above its own folder.
  if (target.startsWith('..') || !existsSync(found)) return false;
  return heading === undefined || listHeadings(readWithoutCode(found)).includes(heading);
}

/** The anchors of headings on GitHub and npm. */
const listHeadings = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );

const readWithoutCode = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code');
