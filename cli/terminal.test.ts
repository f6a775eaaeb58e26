import { describe, expect, test } from '@jest/globals';
import { createPaint } from '../writers/terminal-text.ts';
import { toWidth, usesColour, usesProgress } from './terminal.ts';

const terminal = { isTTY: true };
const pipe = {};

describe('colour', () => {
  test.each([
    { title: 'a terminal', stream: terminal, environment: {}, want: true },
    { title: 'a pipe', stream: pipe, environment: {}, want: false },
    { title: 'NO_COLOR', stream: terminal, environment: { NO_COLOR: '1' }, want: false },
    { title: 'an empty NO_COLOR', stream: terminal, environment: { NO_COLOR: '' }, want: true },
    { title: 'CI', stream: terminal, environment: { CI: 'true' }, want: false },
    { title: 'CI=false', stream: terminal, environment: { CI: 'false' }, want: true },
    { title: 'a dumb terminal', stream: terminal, environment: { TERM: 'dumb' }, want: false },
    { title: 'FORCE_COLOR on a pipe', stream: pipe, environment: { FORCE_COLOR: '1' }, want: true },
    { title: 'FORCE_COLOR=0', stream: terminal, environment: { FORCE_COLOR: '0' }, want: false },
    {
      title: 'FORCE_COLOR and NO_COLOR',
      stream: pipe,
      environment: { FORCE_COLOR: '1', NO_COLOR: '1' },
      want: true,
    },
  ])('with $title: $want', ({ stream, environment, want }) => {
    expect(usesColour(stream, environment)).toBe(want);
  });

  test('returns the text unchanged without colour', () => {
    expect(createPaint(false)('red', 'text')).toBe('text');
    expect(createPaint(true)('red', 'text')).toBe('\u001b[31mtext\u001b[39m');
  });

  test.each([
    [pipe, Number.POSITIVE_INFINITY],
    [{ isTTY: true, columns: 20 }, 40],
    [{ isTTY: true, columns: 0 }, 80],
    [{ isTTY: true, columns: 200 }, 120],
  ])('wraps lines of %p after %d columns', (stream, width) => {
    expect(toWidth(stream)).toBe(width);
  });

  test('shows progress only on a terminal, and not in CI', () => {
    expect(usesProgress(terminal, {})).toBe(true);
    expect(usesProgress(pipe, { FORCE_COLOR: '1' })).toBe(false);
    expect(usesProgress(terminal, { CI: '1' })).toBe(false);
  });
});
