import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readOptions } from './command.ts';
import { choice, integer, text, texts, toggle } from './option.ts';
import { readArguments } from './read-arguments.ts';

const table = {
  port: integer(
    { placeholder: '<n>', description: '', environment: ['PORT'] },
    { minimum: 0, maximum: 65_535, fallback: 4010 },
  ),
  apiKey: texts({ placeholder: '<key>', description: '', secret: true }),
  overlay: texts({ placeholder: '<file>', description: '', file: true }),
  log: choice({ placeholder: '<form>', description: '' }, ['pretty', 'json', 'off'], 'off'),
  quiet: toggle({ description: '' }, false),
  config: text({ placeholder: '<file>', description: '' }),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-options-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Reads options with a configuration file of this content, or without one. */
function read(argv: string[], environment: Record<string, string> = {}, content?: unknown) {
  const given = [...argv];
  if (content !== undefined) {
    const file = path.join(mkdtempSync(path.join(folder, 'case-')), 'site-contract.config.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    given.push('--config', file);
  }
  return readOptions(table, 'mock', readArguments(given, table), environment);
}

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
      title: 'its own variable over the general one',
      want: 3,
      argv: [],
      environment: { PORT: '2', SITE_CONTRACT_PORT: '3' },
      file: {},
    },
    {
      title: 'the flag over everything',
      want: 4,
      argv: ['--port', '4'],
      environment: { PORT: '2', SITE_CONTRACT_PORT: '3' },
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
      title: 'an empty variable as unset',
      want: 1,
      argv: [],
      environment: { SITE_CONTRACT_PORT: '' },
      file: { port: 1 },
    },
  ])('takes $title', ({ want, argv, environment, file }) => {
    expect(read(argv, environment, { mock: file }).port).toBe(want);
  });

  test('lets a flag turn off a switch of the file', () => {
    expect(read([], {}, { mock: { quiet: true } }).quiet).toBe(true);
    expect(read(['--no-quiet'], {}, { mock: { quiet: true } }).quiet).toBe(false);
    expect(read([], { SITE_CONTRACT_QUIET: '0' }, { mock: { quiet: true } }).quiet).toBe(false);
  });

  test('splits a variable at commas; a file contains a list', () => {
    expect(read([], { SITE_CONTRACT_API_KEY: 'one, two' }).apiKey).toEqual(['one', 'two']);
    expect(read([], {}, { mock: { overlay: ['/a', '/b'] } }).overlay).toEqual(['/a', '/b']);
  });

  test('resolves paths in the configuration file relative to it', () => {
    const { overlay } = read([], {}, { mock: { overlay: ['a.yaml'] } });
    expect(overlay).toHaveLength(1);
    expect(path.isAbsolute(overlay[0] ?? '')).toBe(true);
    expect(path.basename(overlay[0] ?? '')).toBe('a.yaml');
  });
});

describe('wrong values', () => {
  test.each([
    {
      title: 'a flag',
      argv: ['--port', 'abc'],
      want: '--port must be an integer from 0 to 65535 (got "abc")',
    },
    { title: 'a port above the maximum', argv: ['--port', '65536'], want: '(got "65536")' },
    { title: 'a negative port', argv: ['--port', '-1'], want: '(got "-1")' },
    { title: 'half a port', argv: ['--port', '1.5'], want: '(got "1.5")' },
    { title: 'an empty port', argv: ['--port='], want: '--port needs a value' },
    {
      title: 'a word',
      argv: ['--log', 'xml'],
      want: '--log must be pretty, json or off (got "xml")',
    },
    {
      title: 'a switch',
      argv: ['--quiet=maybe'],
      want: '--quiet must be true or false (got "maybe")',
    },
  ])('are refused with the name of their source: $title', ({ argv, want }) => {
    expect(() => read(argv)).toThrow(want);
  });

  test('name the variable', () => {
    expect(() => read([], { PORT: 'abc' })).toThrow('PORT must be an integer');
  });

  test.each([
    {
      title: 'a wrong value',
      content: { mock: { port: 'abc' } },
      want: 'mock.port must be an integer',
    },
    { title: 'an object', content: { mock: { port: {} } }, want: '(got {})' },
    {
      title: 'an unknown key',
      content: { mock: { prot: 1 } },
      want: 'unknown key "prot"; did you mean "port"?',
    },
    {
      title: 'an unknown section',
      content: { mocks: {} },
      want: 'unknown key "mocks"; did you mean "mock"?',
    },
    {
      title: 'an option at the top level',
      content: { faults: [] },
      want: 'unknown key "faults"; options belong under the name of a command, for example {"mock": {"faults": …}}',
    },
    {
      title: 'a section that is not an object',
      content: { mock: [] },
      want: 'mock must be an object',
    },
    {
      title: 'a secret',
      content: { mock: { apiKey: ['k'] } },
      want: 'set SITE_CONTRACT_API_KEY instead',
    },
    { title: 'no object', content: '[]', want: 'must be a JSON object' },
    { title: 'no JSON', content: '{ "mock": ', want: 'site-contract.config.json: ' },
  ])('are refused with the name of the file: $title', ({ content, want }) => {
    expect(() => read([], {}, content)).toThrow(want);
  });

  test('name a missing file', () => {
    expect(() => read(['--config', 'nowhere.json'])).toThrow('nowhere.json: file not found');
  });
});
