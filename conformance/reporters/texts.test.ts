import { expect, test } from '@jest/globals';
import type { Level } from '../results.ts';
import { toBrokenText } from './texts.ts';

const group = (level: Level) => ({
  requirement: { id: 'a', statement: 'It holds.', section: '1' },
  level,
  known: false,
  operations: [],
  checks: [],
  failures: [],
});

test('what was only observed breaks no requirement', () => {
  expect(toBrokenText([group('OBSERVE')])).toBeUndefined();
  expect(toBrokenText([group('MUST'), group('OBSERVE')])).toBe('1 MUST requirement is broken');
});
