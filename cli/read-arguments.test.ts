import { describe, expect, test } from '@jest/globals';
import { integer, text, texts, toggle } from './option.ts';
import { readArguments } from './read-arguments.ts';

const table = {
  baseUrl: text({ positional: true, description: '' }),
  port: integer(
    { placeholder: '<n>', short: 'p', description: '' },
    { minimum: 0, maximum: 9, fallback: 1 },
  ),
  otherWorkspace: text({ placeholder: '<uuid>', description: '' }),
  only: texts({ placeholder: '<id>', description: '' }),
  quiet: toggle({ description: '' }, false),
};

describe('arguments', () => {
  test.each([
    { title: 'a flag and its value', argv: ['--port', '1'], want: { port: ['1'] } },
    { title: 'a flag with an equals sign', argv: ['--port=1'], want: { port: ['1'] } },
    { title: 'a value after a short flag', argv: ['-p4010'], want: { port: ['4010'] } },
    {
      title: 'a value that contains an equals sign',
      argv: ['--only=a=b'],
      want: { only: ['a=b'] },
    },
    { title: 'a short flag', argv: ['-p', '1'], want: { port: ['1'] } },
    { title: 'a negative number as a value', argv: ['--port', '-1'], want: { port: ['-1'] } },
    {
      title: 'a flag of two words',
      argv: ['--other-workspace', 'w'],
      want: { otherWorkspace: ['w'] },
    },
    { title: 'a flag again', argv: ['--only', 'a', '--only', 'b'], want: { only: ['a', 'b'] } },
    { title: 'a switch', argv: ['--quiet'], want: { quiet: ['true'] } },
    { title: 'a switch that is turned off', argv: ['--no-quiet'], want: { quiet: ['false'] } },
    { title: 'a switch with a value', argv: ['--quiet=false'], want: { quiet: ['false'] } },
    { title: 'an argument', argv: ['http://x'], want: { baseUrl: ['http://x'] } },
    {
      title: 'a positional argument after a switch',
      argv: ['--quiet', 'x'],
      want: { quiet: ['true'], baseUrl: ['x'] },
    },
    { title: 'an argument behind --', argv: ['--', '--quiet'], want: { baseUrl: ['--quiet'] } },
  ])('reads $title', ({ argv, want }) => {
    expect(Object.fromEntries(readArguments(argv, table).given)).toEqual(want);
  });

  test.each([
    { argv: ['--prot', '1'], want: 'unknown flag --prot; did you mean --port?' },
    { argv: ['--prot=1'], want: 'unknown flag --prot; did you mean --port?' },
    { argv: ['--url=x'], want: 'unknown flag --url; pass the base-url as a positional argument' },
    {
      argv: ['--base-url', 'x'],
      want: 'unknown flag --base-url; pass the base-url as a positional',
    },
    { argv: ['--workspace', 'w'], want: 'unknown flag --workspace; --help lists the flags' },
    { argv: ['--port='], want: '--port needs a value' },
    { argv: ['--port', ''], want: '--port needs a value' },
    { argv: ['-port', '1'], want: 'unknown flag -port; did you mean --port?' },
    { argv: ['--no-quite'], want: 'unknown flag --no-quite; --help lists the flags' },
    { argv: ['-x'], want: 'unknown flag -x; --help lists the flags' },
    { argv: ['--zzzzzzzz'], want: 'unknown flag --zzzzzzzz; --help lists the flags' },
    { argv: ['--port'], want: '--port needs a value: --port <n>' },
    { argv: ['--port', '--quiet'], want: '--port needs a value: --port <n>' },
    { argv: ['a', 'b'], want: 'unexpected argument "b"; remove it, or quote' },
  ])('refuses $argv', ({ argv, want }) => {
    expect(() => readArguments(argv, table)).toThrow(want);
  });

  test('shows help for --help and -h, whatever follows', () => {
    expect(readArguments(['--help', '--nonsense'], table).help).toBe(true);
    expect(readArguments(['-h'], table).help).toBe(true);
  });
});
