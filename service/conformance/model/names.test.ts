import { describe, expect, test } from '@jest/globals';
import { matchNames, toName, toPathname } from './names.ts';

const numbers = Array.from({ length: 300 }, (_, at) => at);

describe('names of a run', () => {
  test('are all different in both formats', () => {
    for (const form of ['plain', 'letters'] as const) {
      const names = numbers.flatMap((place) => [
        toName(7, form, place, 1),
        toName(7, form, 0, place + 2),
      ]);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('are eight letters, the first one upper-case, if plain ones are refused', () => {
    expect(toName(7, 'plain', 3, 12)).toMatch(/^s[0-9a-z]{9}$/);
    expect(toName(7, 'letters', 3, 12)).toMatch(/^[A-Z][a-z]{7}$/);
  });

  test('are recognised in a text only by the run that made them', () => {
    for (const form of ['plain', 'letters'] as const) {
      const name = toName(7, form, 3, 12);
      const text = `{"name":"${name}","hostUrl":"https://${name.toLowerCase()}.example.com"}`;
      expect(text.match(matchNames(7))).toEqual([name, name.toLowerCase()]);
      expect(text.match(matchNames(8))).toBeNull();
    }
  });
});

describe('pathnames of a run', () => {
  test('keep different names different if they can only contain letters', () => {
    const names = numbers.map((count) => toName(7, 'plain', 0, count));
    const pathnames = [...names, '0qa', 'qa0'].map((name) =>
      toPathname(name, { letters: true, end: '/' }),
    );
    expect(new Set(pathnames).size).toBe(pathnames.length);
    for (const pathname of pathnames) expect(pathname).toMatch(/^\/[a-z]+\/$/);
  });
});
