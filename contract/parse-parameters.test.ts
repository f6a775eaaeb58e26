import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery } from './parse-parameters.ts';

test('a query is parsed like URLSearchParams does', () => {
  const text = fc.array(fc.constantFrom(...'ab=&+%2Cé;?/#'), { maxLength: 12 });
  fc.assert(
    fc.property(text, (characters) => {
      const query = characters.join('');
      const want = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
      // A leading question mark is part of the query here, since the first one has already been removed.
      if (!query.startsWith('?')) expect(parseQuery(query)).toEqual(want);
    }),
    { numRuns: 2000 },
  );
});
