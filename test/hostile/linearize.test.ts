import { expect, test } from '@jest/globals';
import { findViolations, type Operation } from './linearize.ts';

/** `write a 1-2` and `read b 3-4`, with `write a 1-` for an outcome that is unknown. */
function parse(text: string): Operation {
  const [kind = '', value = '', times = ''] = text.split(' ');
  const [from = '', to = ''] = times.split('-');
  return {
    kind: kind === 'write' ? 'write' : 'read',
    value,
    from: Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  };
}

test.each([
  ['reads what was written', ['write a 1-2', 'read a 3-4', 'write b 5-6', 'read b 7-8'], 0],
  [
    'may read either while a write goes on',
    ['write a 1-2', 'write b 3-9', 'read b 4-5', 'read a 4-6'],
    0,
  ],
  ['may have lost a write of unknown outcome', ['write a 1-2', 'write b 3-', 'read a 5-6'], 0],
  ['may see such a write late', ['write a 1-2', 'write b 3-', 'read a 5-6', 'read b 7-8'], 0],
  ['loses no acknowledged write', ['write a 1-2', 'write b 3-4', 'read a 5-6'], 1],
  ['does not go back', ['write a 1-2', 'write b 3-', 'read b 5-6', 'read a 7-8'], 1],
  ['reads no value that was never written', ['write a 1-2', 'read c 3-4'], 1],
  ['reads no value before it is written', ['read a 1-2', 'write a 3-4'], 1],
  [
    'does not lose one of two that overlap',
    ['write a 1-4', 'write b 1-4', 'read a 5-6', 'read b 7-8', 'read a 9-10'],
    1,
  ],
])('a register that %s', (_, history, violations) => {
  expect(findViolations(history.map(parse)).length > 0).toBe(violations > 0);
});
