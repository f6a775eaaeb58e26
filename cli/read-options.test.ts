import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Command as Parser } from 'commander';
import { declareOptions, readOptions } from './command.ts';
import { duration, file, integer, list, oneOf, outputFile, toggle, value } from './option.ts';
import { commands } from './run-command.ts';

const table = {
  target: value('', '', { positional: true, variable: 'OPTIONS_TEST_TARGET' }),
  port: value('<n>', '', {
    parse: integer(0, 65_535),
    fallback: 4010,
    variable: 'OPTIONS_TEST_PORT',
  }),
  apiKey: list('<key>', '', { variable: 'OPTIONS_TEST_KEY', secret: true }),
  overlay: list('<file>', '', { isFile: () => true }),
  log: value('<form>', '', { parse: oneOf(['pretty', 'json', 'off']), fallback: 'off' }),
  quiet: toggle('', false),
  list: toggle('', false, { flagOnly: true }),
  report: outputFile(''),
  config: file('', { flagOnly: true }),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-options-'));
});
afterEach(() => {
  for (const name of ['TARGET', 'PORT', 'KEY']) delete process.env[`OPTIONS_TEST_${name}`];
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Reads options with a config file of this content, or without one. */
function read(argv: string[], environment: Record<string, string> = {}, content?: unknown) {
  for (const [name, value] of Object.entries(environment))
    process.env[`OPTIONS_TEST_${name}`] = value;
  const given = [...argv];
  if (content !== undefined) {
    const file = path.join(folder, 'site-contract.config.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    given.push('--config', file);
  }
  const parser = new Parser().command('mock');
  declareOptions(parser, table);
  return readOptions(table, parser.parse(given, { from: 'user' }));
}

describe('durations', () => {
  const parse = duration(0.001, 3600);

  test.each([
    ['500ms', 0.5],
    ['30s', 30],
    ['2m', 120],
    ['1h', 3600],
    ['1.5 m', 90],
    ['20', 20],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parse(text)).toBe(seconds);
  });

  test('a number without a unit may be in milliseconds', () => {
    expect(duration(0.001, 3600, 'ms')('5000')).toBe(5);
    expect(duration(0.001, 3600, 'ms')('5s')).toBe(5);
  });

  test.each(['', 's', '0', '5000', '1d', '-1s', '1e3', '3 0s', '2h', 'constructor'])(
    '%j is refused with the unit',
    (text) => {
      const refusal =
        'a duration from 1ms to 3600s, such as 500ms, 30s or 2m; a number without a unit is in seconds';
      expect(() => parse(text)).toThrow(refusal);
    },
  );
});

describe('an earlier name of a flag', () => {
  const named = { baseUrl: value('<url>', '', { alias: 'target', fallback: 'default' }) };
  const readNamed = (...argv: string[]) => {
    const parser = new Parser().command('gate');
    declareOptions(parser, named);
    return readOptions(named, parser.parse(argv, { from: 'user' }));
  };

  test('sets the same value, and the last of both counts', async () => {
    expect(await readNamed()).toEqual({ baseUrl: 'default' });
    expect(await readNamed('--target', 'a')).toEqual({ baseUrl: 'a' });
    expect(await readNamed('--target=a', '--base-url', 'b')).toEqual({ baseUrl: 'b' });
    expect(await readNamed('--base-url', 'b', '--target', 'a')).toEqual({ baseUrl: 'a' });
  });
});

test('an error about an environment variable names it', async () => {
  const wrong = {
    url: value('', '', { positional: true, parse: integer(1, 2), variable: 'OPTIONS_TEST_TARGET' }),
  };
  const readWrong = async (...argv: string[]) => {
    process.env['OPTIONS_TEST_TARGET'] = 'x';
    const parser = new Parser().command('conformance');
    declareOptions(parser, wrong);
    return readOptions(wrong, parser.parse(argv, { from: 'user' }));
  };
  await expect(readWrong()).rejects.toThrow(/^OPTIONS_TEST_TARGET must be an integer/);
  await expect(readWrong('y')).rejects.toThrow(/^<url> must be an integer/);
  await expect(read([], { PORT: 'x' })).rejects.toThrow(/^OPTIONS_TEST_PORT must be an integer/);
});

describe('precedence', () => {
  test.each([
    { title: 'the default if nothing is set', want: 4010, argv: [], environment: {}, file: {} },
    { title: 'the file over the default', want: 1, argv: [], environment: {}, file: { port: 1 } },
    {
      title: 'the environment over the file',
      want: 2,
      argv: [],
      environment: { PORT: '2' },
      file: { port: 1 },
    },
    {
      title: 'the flag over everything',
      want: 4,
      argv: ['--port', '4'],
      environment: { PORT: '2' },
      file: { port: 1 },
    },
    {
      title: 'the last flag over the first',
      want: 5,
      argv: ['--port', '4', '--port', '5'],
      environment: {},
      file: {},
    },
    {
      title: 'the file over an empty variable',
      want: 1,
      argv: [],
      environment: { PORT: '' },
      file: { port: 1 },
    },
  ])('takes $title', async ({ want, argv, environment, file }) => {
    expect((await read(argv, environment, { mock: file })).port).toBe(want);
  });

  test('lets a flag turn off a switch of the file', async () => {
    expect((await read([], {}, { mock: { quiet: true } })).quiet).toBe(true);
    expect((await read(['--no-quiet'], {}, { mock: { quiet: true } })).quiet).toBe(false);
  });

  test('reads a positional argument, or its variable', async () => {
    expect((await read([], { TARGET: 'one' })).target).toBe('one');
    expect((await read(['two'], { TARGET: 'one' })).target).toBe('two');
  });

  test('splits a variable at commas; a file contains a list, with paths relative to it', async () => {
    expect((await read([], { KEY: 'one, two' })).apiKey).toEqual(['one', 'two']);
    expect((await read([], {}, { mock: { overlay: ['a.yaml'] } })).overlay).toEqual([
      path.join(folder, 'a.yaml'),
    ]);
  });
});

describe('wrong values are refused with their source', () => {
  test.each([
    { argv: ['--port', 'abc'], want: '--port must be an integer from 0 to 65535 (got "abc")' },
    { argv: ['--port', '65536'], want: '(got "65536")' },
    { argv: ['--port', '1.5'], want: '(got "1.5")' },
    { argv: ['--port='], want: '--port needs a value: --port <n>' },
    { argv: ['--log', '--quiet'], want: '--log needs a value' },
    { argv: ['--log', 'xml'], want: '--log must be one of pretty, json, off (got "xml")' },
    { argv: ['--config', 'nowhere.json'], want: 'nowhere.json: file not found' },
  ])('$argv', ({ argv, want }) => {
    return expect(read(argv)).rejects.toThrow(want);
  });

  test('a variable', async () => {
    await expect(read([], { PORT: 'abc' })).rejects.toThrow('OPTIONS_TEST_PORT must be an integer');
  });

  test.each([
    { content: { mock: { port: 'abc' } }, want: 'mock.port must be an integer' },
    { content: { mock: { port: {} } }, want: '(got {})' },
    { content: { mock: { prot: 1 } }, want: 'mock.prot: unknown option; did you mean "port"?' },
    { content: { mocks: {} }, want: 'unknown section "mocks"; did you mean "mock"?' },
    { content: { quiet: true }, want: 'for example {"mock": {"port": 4010}}' },
    { content: { mock: [] }, want: 'mock must be an object' },
    {
      content: { mock: { apiKey: ['k'] } },
      want: 'or in OPTIONS_TEST_KEY; the config file cannot set it',
    },
    { content: { mock: { list: true } }, want: 'mock.list: pass it on the command line' },
    { content: '[]', want: 'must be a JSON object' },
    { content: '{ "mock": ', want: 'invalid YAML or JSON' },
  ])('$content', ({ content, want }) => {
    return expect(read([], {}, content)).rejects.toThrow(want);
  });
});

/** What the config file can set. A repository brings the file along, so nothing here may harm its users. */
const settable = {
  mock: [
    ...['port', 'fixture', 'state', 'overlay', 'contract', 'workspace', 'seed', 'watch', 'host'],
    ...[
      'basePath',
      'https',
      'cert',
      'key',
      'cors',
      'latency',
      'failRate',
      'control',
      'log',
      'quiet',
    ],
  ],
  trigger: ['workspace', 'data', 'session'],
  conformance: [
    ...['workspace', 'only', 'html', 'otherWorkspace', 'contract', 'overlay', 'strict', 'thorough'],
    ...['seed', 'timeout', 'maxTime', 'maxFailures', 'json', 'junit', 'sarif', 'observed', 'full'],
    ...['baseline', 'since', 'param'],
  ],
  diff: ['format', 'accept', 'checkVersion', 'strict', 'maxTime', 'full'],
  check: ['baseUrl', 'html', 'json', 'coverage', 'full', 'junit', 'sarif', 'contract', 'overlay'],
  proxy: [
    'port',
    'fail',
    'record',
    'html',
    'full',
    'json',
    'junit',
    'sarif',
    'contract',
    'overlay',
  ],
  gate: ['accept', 'contract', 'baseline'],
  interface: ['part', 'format', 'contract', 'overlay'],
};

test.each(Object.entries(settable))(
  'the config file can set these options of %s',
  async (name, keys) => {
    const { options = {} } = (await commands[name]?.load()) ?? {};
    const others = Object.keys(options).filter((key) => !keys.includes(key));
    const isRefused = (key: string) =>
      options[key]?.flagOnly === true || options[key]?.secret === true;
    expect(others.filter((key) => !isRefused(key))).toEqual([]);
    expect(keys.filter(isRefused)).toEqual([]);
  },
);

test('every file that a command writes is marked', async () => {
  const written = [
    'html',
    'json',
    'junit',
    'sarif',
    'observed',
    'coverage',
    'record',
    'state',
    'baseline',
    'out',
    'output',
  ];
  for (const [name, { load }] of Object.entries(commands))
    for (const [key, { isWritten, flagOnly }] of Object.entries((await load()).options))
      if (written.includes(key) && name !== 'gate' && flagOnly !== true)
        expect({ name, key, isWritten }).toEqual({ name, key, isWritten: true });
});

test('the config file names no document of a server', async () => {
  const url = 'https://contracts.example/openapi.yaml';
  const message = /mock.report: pass a URL on the command line, because the config file/;
  await expect(read([], {}, { mock: { report: url } })).rejects.toThrow(message);
});

describe('the config file names only files near it to write', () => {
  const report = (file: string) => read([], {}, { mock: { report: file } });

  test.each(['report.xml', 'reports/report.xml', './a/../report.xml', '..report.xml'])(
    '%s',
    async (file) => expect((await report(file)).report).toBe(path.resolve(folder, file)),
  );

  test.each([
    '../report.xml',
    '/report.xml',
    'a/../../report.xml',
    '.',
    '.git/config',
    'a/.GIT/hooks/pre-commit',
    'elsewhere/report.xml',
    'elsewhere/a/b/report.xml',
    'nowhere/report.xml',
    'link.xml',
  ])('not %s', async (file) => {
    const links = { elsewhere: tmpdir(), nowhere: '/nowhere/at/all', 'link.xml': '/nowhere.xml' };
    for (const [name, target] of Object.entries(links))
      symlinkSync(target, path.join(folder, name));
    await expect(report(file)).rejects.toThrow(`mock.report: ${file} is not in this folder`);
    for (const name of Object.keys(links)) rmSync(path.join(folder, name));
  });
});

test('the environment sets only what differs by machine, each for one command', async () => {
  const variables: string[] = [];
  for (const [name, { load }] of Object.entries(commands))
    for (const { variable } of Object.values((await load()).options))
      if (variable !== undefined) variables.push(`${variable}: ${name}`);
  expect(variables.sort()).toEqual([
    'SITE_CONTRACT_ADMIN_TOKEN: mock',
    // The token of the mock that it calls.
    'SITE_CONTRACT_ADMIN_TOKEN: trigger',
    'SITE_CONTRACT_API_KEY: conformance',
    'SITE_CONTRACT_HEADERS: conformance',
    'SITE_CONTRACT_HOST: mock',
    'SITE_CONTRACT_MOCK_API_KEY: mock',
    'SITE_CONTRACT_PORT: mock',
    'SITE_CONTRACT_STORE: mock',
    'SITE_CONTRACT_TARGET: gate',
    'SITE_CONTRACT_URL: conformance',
    'SITE_CONTRACT_WORKSPACE: conformance',
  ]);
});
