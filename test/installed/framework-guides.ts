import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { serveFiles } from '../../examples/testing/serve-files.ts';
import { findPort } from '../support/find-port.ts';
import { describeInChromium, launchChromium } from '../support/page/chromium.ts';
import { run } from './guides.ts';
import { installFramework, writeConfig } from './install-framework.ts';
import type { InstalledPackage } from './install-package.ts';
import { startProgram } from './run-program.ts';
import { writeGuide } from './write-guide.ts';

const isWanted = [process.env['CI'], process.env['SITE_CONTRACT_GUIDES']].some(
  (value) => value !== undefined && value !== '',
);
// CI runs everything.
const describeFramework = isWanted ? describeInChromium : describe.skip;

/** Tests the guides whose tools have hundreds of packages, each in an application with the code of the guide. */
export function testFrameworkGuides(find: () => InstalledPackage): void {
  const folders: string[] = [];
  let browser: Browser;

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Creates an application with the files of a guide, outside this repository, because tools would find its lock file.
   */
  async function createApp(name: string, change?: (text: string) => string): Promise<string> {
    const folder = mkdtempSync(path.join(tmpdir(), `site-contract-${name}-`));
    folders.push(folder);
    await installFramework(folder, name, find());
    writeGuide(name, folder, change);
    return folder;
  }

  async function openPage(url: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  }

  describeFramework('the guide of', () => {
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    test('the stories for Storybook type-check, build and keep state', async () => {
      const folder = await createApp('storybook');
      await expectDone(folder, 'typescript/bin/tsc', ['-p', writeConfig(folder, 'react-jsx')]);
      await expectDone(folder, 'msw/cli/index.js', ['init', 'public', '--no-save']);
      const argv = ['build', '--quiet', '--disable-telemetry', '--output-dir', 'built'];
      await expectDone(folder, 'storybook/dist/bin/dispatcher.js', argv);
      const { url, close } = await serveFiles(readFiles(path.join(folder, 'built')));
      const openStory = (id: string) => openPage(`${url}/iframe.html?id=sites--${id}`);
      const many = await openStory('many-sites');
      await many.getByText('Bakery Cardiff').waitFor();
      const none = await openStory('no-sites');
      await none.getByText('No sites yet.').waitFor();
      await none.getByRole('button', { name: 'Create site' }).click();
      await none.getByRole('listitem').waitFor();
      const down = await openStory('service-down');
      await down.getByText('The sites cannot be shown (503).').waitFor();
      const slow = await openStory('slow');
      await slow.getByText('Loading…').waitFor();
      await slow.getByText('No sites yet.').waitFor();
      await close();
    });

    test('the program for Next.js type-checks and runs, on the server and in the browser', async () => {
      const [mockPort, port] = [String(await findPort()), String(await findPort())];
      const folder = await createApp('nextjs', (text) => text.replaceAll('4010', mockPort));
      const cli = path.join(folder, 'node_modules/site-contract/dist/cli/main.js');
      const options = ['--port', mockPort, '--fixture', 'demo:5', '--log', 'json'];
      const mock = startProgram(process.execPath, [cli, 'mock', ...options], { cwd: folder });
      await mock.waitFor(/"listening":"(http:[^"]+)"/);
      const next = path.join(folder, 'node_modules/next/dist/bin/next');
      const environment = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'development' };
      const app = startProgram(process.execPath, [next, 'dev', '-p', port], {
        cwd: folder,
        environment,
      });
      try {
        await app.waitFor(/Ready in (\S+)/);
        // In development, Next.js accepts its own requests only for the host name that it prints.
        const base = `http://localhost:${port}`;
        const page = await openPage(base);
        await page.getByRole('status').getByText('5 sites').waitFor();
        await page.getByLabel('Name').fill('Harbour Café');
        await page.getByRole('button', { name: 'Create site' }).click();
        await page.getByRole('listitem').getByText('Harbour Café').waitFor();
        await page.setExtraHTTPHeaders({ 'X-Mock-Session': 'one' });
        await page.goto(base);
        await page.getByRole('status').getByText('5 sites').waitFor();
        expect(await page.getByRole('listitem').count()).toBe(5);
        await page.setExtraHTTPHeaders({});
        await page.goto(`${base}/services/`);
        await page.waitForURL(`${base}/services/__mock/`);
        await page.getByLabel('Admin token').waitFor();
      } finally {
        await Promise.all([app.stop(), mock.stop()]);
      }
      await expectDone(folder, 'typescript/bin/tsc', ['-p', writeConfig(folder, 'preserve')]);
    });
  });
}

/** Runs a program of an application, and fails with its output if the program fails. */
async function expectDone(cwd: string, program: string, argv: readonly string[]): Promise<void> {
  const file = path.join(cwd, 'node_modules', program);
  const { code, stdout, stderr } = await run(cwd, [file, ...argv]);
  expect({ program, code, output: code === 0 ? '' : stdout + stderr }).toEqual({
    program,
    code: 0,
    output: '',
  });
}

function readFiles(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return [`/${path.relative(folder, file).replaceAll('\\', '/')}`, readFileSync(file)];
      }),
  );
}
