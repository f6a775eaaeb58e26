import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Command, readOptions, toVariable } from './command.ts';
import { configFileName, sections } from './config-file.ts';
import { toCommandHelp } from './help.ts';
import type { Option } from './option.ts';
import { readArguments, toFlag } from './read-arguments.ts';
import { commands } from './run-command.ts';

/** Each option accepts at least one of these. */
const samples = [
  'true',
  '31',
  'https://one.example.com',
  '{"a":1}',
  '{"effect":{"kind":"hang"}}',
  '0.5',
  '4xx',
  '12h',
  'a-long-enough-token',
  'json',
  'zsh',
  'page.updated',
  'diff',
  'some',
];

const names = Object.keys(commands);
let all: Command[] = [];
let folder = '';
beforeAll(async () => {
  all = await Promise.all(Object.values(commands).map((load) => load()));
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-sources-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A text that the option accepts and that is not its default. */
function toSample(option: Option<unknown>): string {
  const found = samples.find((sample) => {
    try {
      return JSON.stringify(option.parse([sample])) !== JSON.stringify(option.fallback);
    } catch {
      return false;
    }
  });
  // The default of some switches is `true`.
  return found ?? 'false';
}

function listOptions(name: string): { key: string; option: Option<unknown>; sample: string }[] {
  const { options = {} } = all.find((command) => command.name === name) ?? {};
  return Object.entries(options)
    .filter(([key]) => key !== 'config')
    .map(([key, option]) => ({ key, option, sample: toSample(option) }));
}

const nothing = { given: new Map(), help: false };

describe.each(names)('each option of %s', (name) => {
  test('can be set by the variable named after it, and by its other variables', () => {
    for (const { key, option, sample } of listOptions(name)) {
      for (const variable of [toVariable(key, option), ...(option.environment ?? [])]) {
        const values = readOptions({ [key]: option }, name, nothing, { [variable]: sample });
        expect({ variable, value: values[key] }).toEqual({
          variable,
          value: option.parse([sample]),
        });
        expect(values[key]).not.toEqual(option.fallback);
      }
    }
  });

  test('treats an empty variable as missing', () => {
    for (const { key, option } of listOptions(name)) {
      const values = readOptions({ [key]: option }, name, nothing, {
        [toVariable(key, option)]: '',
      });
      expect(values).toEqual({ [key]: option.fallback });
    }
  });

  test('can be set by its flag, which takes precedence over the variable', () => {
    for (const { key, option, sample } of listOptions(name)) {
      const argv = option.positional === true ? [sample] : [`--${toFlag(key)}=${sample}`];
      const table = { [key]: option };
      const environment = { [toVariable(key, option)]: 'not this' };
      const values = readOptions(table, name, readArguments(argv, table), environment);
      expect(values).toEqual({ [key]: option.parse([sample]) });
    }
  });

  test('is a key in the configuration file if it is a setting and not a secret', () => {
    for (const { key, option, sample } of listOptions(name)) {
      const file = path.join(folder, `${name}-${key}.json`);
      writeFileSync(file, JSON.stringify({ [name]: { [key]: sample } }));
      const read = () =>
        readOptions(
          { [key]: option },
          name,
          { given: new Map([['config', [file]]]), help: false },
          {},
        );
      if (option.perCall === true) expect(read).toThrow(/unknown key/);
      else if (option.secret === true)
        expect(read).toThrow(`set ${toVariable(key, option)} instead`);
      else expect(read()[key]).toEqual(option.parse([toPlace(option, sample)]));
    }
  });

  test('is in the help, with every variable that is not named after it', () => {
    const help = toCommandHelp(all.find((command) => command.name === name) ?? fail(name));
    const text = help.replaceAll(/\s+/g, ' ');
    for (const { key, option } of listOptions(name)) {
      expect(help).toContain(option.positional === true ? `[${toFlag(key)}]` : `--${toFlag(key)}`);
      for (const variable of option.environment ?? []) expect(text).toContain(`also ${variable}`);
    }
    const settings = sections.some((section) => section === name);
    expect(text.includes('Precedence: flag, environment variable, config file, default.')).toBe(
      settings,
    );
    const [, exceptions = ''] = /; not for ([^)]*)\)/.exec(text) ?? [];
    const refused = listOptions(name)
      .filter(({ option }) => option.perCall === true || option.secret === true)
      .map(({ key, option }) =>
        option.positional === true ? `[${toFlag(key)}]` : `--${toFlag(key)}`,
      );
    expect(exceptions).toBe(settings ? [...refused, '--config'].join(', ') : '');
  });
});

test('PORT and HOST set where the mock listens', () => {
  const mock = listOptions('mock');
  const variables = mock.flatMap(({ option }) => option.environment ?? []);
  expect(variables).toEqual(expect.arrayContaining(['PORT', 'HOST']));
});

test('every command with settings has a section in the configuration file', () => {
  const withSettings = all.filter(({ options }) =>
    Object.values(options).some(({ perCall }) => perCall !== true),
  );
  expect([...sections].sort()).toEqual(withSettings.map(({ name }) => name).sort());
  expect(configFileName).toBe('site-contract.config.json');
});

/** A file in the configuration is relative to it. */
function toPlace({ file, words }: Option<unknown>, sample: string): string {
  return file === true && words?.includes(sample) !== true ? path.join(folder, sample) : sample;
}

function fail(name: string): never {
  throw new Error(`there is no command ${name}`);
}
