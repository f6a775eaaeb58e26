import { describe, expect, test } from '@jest/globals';
import { commands, runCommand } from './run-command.ts';

async function run(...argv: string[]) {
  const written = { stdout: '', stderr: '' };
  const code = await runCommand(argv, {
    environment: {},
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  });
  return { code, ...written };
}

describe('help', () => {
  test('lists the commands, with or without dashes', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of Object.keys(commands)) expect(stdout).toContain(`\n  ${name}`);
    expect(await run('help')).toEqual({ code, stdout, stderr });
  });

  test('goes to stderr and is not a success if nothing was requested', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: site-contract <command>');
  });

  test.each(Object.keys(commands))(
    'of %s shows at most five options, and the rest in groups',
    async (name) => {
      const { code, stdout } = await run(name, '--help');
      expect(code).toBe(0);
      const [usual = ''] = stdout.split('More options');
      expect((usual.match(/^ {2}(-\w, )?--/gm) ?? []).length).toBeLessThanOrEqual(6);
      expect(stdout).toContain('Examples:\n  ');
      expect(stdout).toMatch(/Exit codes:\n {2}0 /);
      expect(await run('help', name)).toEqual({ code, stdout, stderr: '' });
      for (const [, group = ''] of stdout.matchAll(/^ {2}(\w+) +--/gm))
        expect((await run('help', name, group)).stdout).toContain(`\n${group}:\n  --`);
    },
  );

  test.each([
    { name: 'mock', most: 26 },
    { name: 'conformance', most: 33 },
  ])('$name has at most $most flags', async ({ name, most }) => {
    const { stdout } = await run('help', name);
    const [options = ''] = stdout.split('Examples:');
    expect(new Set(options.match(/--[a-z-]+/g)).size).toBeLessThanOrEqual(most);
  });
});

describe('a request for help or the version takes precedence over every mistake', () => {
  test.each([
    ['mock', '--wrong', '--help'],
    ['mock', '--port', 'abc', '-h'],
    ['mock', 'unexpected', '--help'],
  ])('help: %s %s %s', async (...argv) => {
    expect(await run(...argv)).toEqual(await run('mock', '--help'));
  });

  test.each([['help', 'help'], ['help', '--help'], ['help', '-h'], ['-h']])(
    'help: %s %s',
    async (...argv) => {
      expect(await run(...argv)).toEqual(await run('help'));
    },
  );

  test('the version', async () => {
    const version = await run('--version');
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await run('mock', '--wrong', '--version')).toEqual(version);
  });
});

describe('a mistake gives one line on stderr and exit code 2', () => {
  test.each([
    { argv: ['moc'], want: "unknown command 'moc'; did you mean mock?" },
    { argv: ['--versoin'], want: "unknown option '--versoin'; did you mean --version?" },
    { argv: ['mock', '--versoin'], want: 'did you mean --version?' },
    { argv: ['help', '--versoin'], want: 'did you mean --version?' },
    { argv: ['frobnicate'], want: "unknown command 'frobnicate'; see: site-contract help" },
    { argv: ['mock\u001b[2J'], want: "unknown command 'mock\\u{1b}[2J'" },
    { argv: ['constructor'], want: "unknown command 'constructor'" },
    { argv: ['--port', '1'], want: "unknown option '--port'; see: site-contract help" },
    { argv: ['mock', '--url', 'x'], want: "option '--url'; see: site-contract help mock" },
    { argv: ['mock', '--prot', '1'], want: "unknown option '--prot'; did you mean --port?" },
    // The option is in a group that help does not list at first.
    { argv: ['mock', '--overlya', 'x'], want: 'did you mean --overlay?' },
    { argv: ['gate', '--contrat', 'x'], want: 'did you mean --contract?' },
    { argv: ['mock', '--host', ' '], want: '--host must be a host name or an address' },
    {
      argv: ['mock', '--store', 'mysql://localhost/x'],
      want: '--store or SITE_CONTRACT_STORE: the store is not a PostgreSQL URL',
    },
    {
      argv: ['mock', '--host', 'no-such-host.invalid'],
      want: 'choose others with --port or SITE_CONTRACT_PORT, and --host or SITE_CONTRACT_HOST',
    },
    { argv: ['mock', '--api-key', 'a\nb'], want: '--api-key must be ASCII characters' },
    { argv: ['mock', '--contract', 'cli'], want: 'cli: is a directory' },
    { argv: ['mock', '--config', 'cli'], want: 'cli: is a directory' },
    { argv: ['mock', '--config', 'LICENSE'], want: 'LICENSE:' },
    {
      argv: ['conformance', '--html', 'cli'],
      want: '--html cli: is a directory; name a file',
    },
    { argv: ['mock', '--latency', '5-1'], want: 'or a range of them such as 100-400 (got "5-1")' },
    { argv: ['mock', '--fail-rate', '5'], want: '--fail-rate must be a share from 0 to 1' },
    { argv: ['mock', '--allowed-host', 'http://mock:80'], want: 'a host name like mock or' },
    { argv: ['mock', '--cors', 'localhost:5173'], want: 'an origin like http://localhost:5173' },
    { argv: ['help', 'moc'], want: 'did you mean mock?' },
    { argv: ['help', 'mock', 'none'], want: 'Allowed choices are data, server' },
    { argv: ['help', 'mock', '--prot'], want: "unknown option '--prot'; did you mean --port?" },
    { argv: ['mock\nx'], want: "unknown command 'mock\\nx'" },
    {
      argv: ['mock', '--port'],
      want: "option '-p, --port <n>' argument missing; see: site-contract help mock",
    },
    {
      argv: ['mock', 'http://x'],
      want: 'Expected 0 arguments but got 1; see: site-contract help mock',
    },
    { argv: ['mock', '--workspace', 'w'], want: '--workspace must be a UUID (got "w")' },
    { argv: ['mock', '--contract', 'none.yaml'], want: 'none.yaml: file not found' },
    {
      argv: ['mock', '--contract', 'package.json'],
      want: 'package.json: not an OpenAPI document',
    },
    { argv: ['mock', '--overlay', 'package.json'], want: 'package.json: not an OpenAPI Overlay' },
    {
      argv: ['conformance', 'example.com'],
      want: '<base-url> must be a URL that starts with http:// or https:// (got "example.com")',
    },
    {
      argv: ['conformance', 'http://user:sEcret@x.example'],
      want: '<base-url> must be a URL without a query, a fragment, a user name or a password (got "http://[redacted]@x.example")',
    },
    {
      argv: ['conformance', 'http://x.example/?api_key=sEcret&b=1'],
      want: '<base-url> must be a URL without a query, a fragment, a user name or a password (got "http://x.example/?api_key=[redacted]&b=1")',
    },
    {
      argv: ['conformance', 'http://127.0.0.1:9/'],
      want: 'http://127.0.0.1:9 needs an API key: set SITE_CONTRACT_API_KEY',
    },
    {
      argv: ['conformance', 'http://127.0.0.1:9', '--api-key', 'k'],
      want: 'http://127.0.0.1:9 needs a workspace to work in',
    },
    {
      argv: ['conformance', '--only', 'listSite'],
      want: '--only listSite selects no check; did you mean listSites',
    },
    { argv: ['conformance', '--explain', 'nope'], want: '--explain nope: unknown check' },
    {
      argv: ['conformance', '--update-baseline'],
      want: '--update-baseline needs --baseline <file>',
    },
    { argv: ['conformance', '--baseline', 'none.json'], want: 'none.json: file not found' },
    {
      argv: ['conformance', '--json', '-', '--junit', '-'],
      want: 'only one report can be written to stdout',
    },
    {
      argv: ['conformance', '--json', 'package.json/x.json'],
      want: '--json package.json/x.json: cannot be written (EEXIST)',
    },
    {
      argv: ['proxy', 'http://127.0.0.1:9', '--record', 'package.json/x.json'],
      want: '--record package.json/x.json: cannot be written (EEXIST)',
    },
    {
      argv: ['check', 'session.har', '--coverage', 'cli'],
      want: '--coverage cli: is a directory; name a file',
    },
    {
      argv: ['conformance', '--json', 'dist/x', '--html', 'dist/x'],
      want: 'only one report can be written to dist/x',
    },
    { argv: ['conformance', '--since', 'LICENSE'], want: '--since LICENSE: not a report; write' },
    { argv: ['mock', '--overlay', 'README.md'], want: 'invalid YAML or JSON: ' },
    { argv: ['gate', '--only', 'diff', '--skip', 'diff'], want: 'leave no step to run' },
    { argv: ['gate', '--reports', 'LICENSE'], want: '--reports LICENSE: ' },
  ])('$argv', async ({ argv, want }) => {
    const { code, stdout, stderr } = await run(...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^site-contract: [^\n]+\n$/);
    expect(stderr).toContain(want);
  });
});

describe('tables', () => {
  test('assumptions list every question, its value and the alternatives', async () => {
    const { code, stdout } = await run('interface', 'assumptions');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'list-order\n  Question: In which order are sites listed?\n  Section: List sites\n  The mock: oldest-first\n',
    );
    expect(stdout).toContain('  Alternatives: newest-first, by-name, by-id\n');
  });

  test('requirements list checks or a reason for every requirement', async () => {
    const { code, stdout } = await run('interface', 'requirements', '--format', 'json');
    expect(code).toBe(0);
    const rows: { id: string; checks: string[]; untested?: string }[] = JSON.parse(stdout);
    expect(rows.length).toBeGreaterThan(50);
    expect(
      rows.filter(({ checks, untested }) => checks.length === 0 && untested === undefined),
    ).toEqual([]);
  });

  test('checks are listed, and one can be explained', async () => {
    const list = await run('conformance', '--list', '--only', 'listSites');
    expect(list.code).toBe(0);
    const id = /^MUST +(\S+)/.exec(list.stdout)?.[1] ?? '';
    const explained = await run('conformance', '--explain', id);
    expect(explained).toMatchObject({ code: 0, stderr: '' });
    expect(explained.stdout).toMatch(/\nSends: \S[\s\S]+\nExpects: \S[\s\S]+\nProves:\n {2}\S/);
  });
});
