import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type StartedServer, startServer } from '../../cli/gate/run-referee.ts';
import type { Stranger } from './stranger.ts';

const version = '9.9.0';
const folder = path.resolve('node_modules/.cache/strangers');
const program = path.join(folder, 'node_modules/@mockoon/cli/bin/run.js');

/** Installs Mockoon in the cache of tools: it is not a dependency of this package, not even for development. */
async function install(): Promise<void> {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `@mockoon/cli@${version}`,
  ]);
}

/** Mockoon does not accept port 0. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function start(): Promise<StartedServer> {
  await install();
  const port = String(await findFreePort());
  const started = await startServer(
    [
      program,
      'start',
      '--data',
      path.resolve('spec/openapi.yaml'),
      '--port',
      port,
      '--hostname',
      '127.0.0.1',
      '--disable-log-to-file',
      '--disable-admin-api',
      '--faker-seed',
      '1',
    ],
    /Server started on port (\d+)/,
  );
  return { ...started, url: `http://127.0.0.1:${started.url}` };
}

export const mockoon: Stranger = {
  id: 'mockoon',
  title: `Mockoon ${version}, \`mockoon-cli start --faker-seed 1\``,
  about:
    'Returns templates that it generates from the response schemas. It does not validate requests.',
  start,
  causes: [
    {
      because: 'Mockoon does not require a key.',
      checks:
        /\/refuses-(?:(?:requests|spelled-paths|disguised-requests)-without-a-key|wrong-keys|other-schemes|the-key-of-a-site)$/,
    },
    {
      because: 'Mockoon returns 500 for a path with a percent sign that does not start an escape.',
      checks: /\/copes-with-|\/never-fails-itself$/,
    },
    {
      because: 'Mockoon accepts a hostUrl with a path and returns an empty string.',
      checks: /\/keeps-no-more-than-an-origin$/,
    },
    {
      because: 'Mockoon has no resources, so it accepts every UUID.',
      checks: /\/refuses-an-unknown-(?:siteId|routeId)$/,
    },
    {
      because: 'Mockoon validates nothing: it accepts any parameters and bodies.',
      checks:
        /\/(?:refuses-(?:a-wrong|a-body-without|a-malformed|a-near-miss|an-unknown-eventType|what-is-no-(?:json|utf-8))|checks-types-when-validation-is-skipped)/,
    },
    {
      because:
        'Mockoon accepts a pathname without a slash while validation is on, and returns an empty one.',
      checks: /\/validates-unless-told-not-to$/,
    },
    {
      because: 'Strings are empty in its templates, and an empty string is neither null nor a URI.',
      checks: /\/answers-the-documented-shape$/,
      messages: /\/(?:hostUrl|url)/,
    },
    {
      because:
        'Mockoon ignores responses under `2XX`, which the contract uses where the interface does not show a status. An update of a site gets another documented status, or an empty body.',
      checks: /^updateSite\//,
      messages:
        /without a JSON object|not readable|comes back changed|has none in its place|updating .* was refused/,
    },
    {
      because:
        'The list is one generated site with a generated hasMore, for every workspace, `limit` and `after`.',
      checks: /^listSites\//,
      messages:
        /does not show a site|more sites than its limit|shorter than its limit|nobody has used|an unused workspace is not empty|hasMore is/,
    },
    {
      because: 'Mockoon stores nothing: every response has empty strings and a new id.',
      checks: /^(?:createSite|updateSite|duplicateSite|createRoute|updateRoute|createWebhook)\//,
      messages:
        /is not what was (?:sent|last written)|is not the default|is not as it was|comes back changed|has none in its place|is not what it has to be|has (?:another|a different) host than|url is wrong|lacks a site that was created/,
    },
  ],
};
