import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { createTextRules } from './text-rules.ts';

describe('the URL of a webhook', () => {
  const { 'webhook-url-form': rule } = createTextRules({
    ...contract.assumptions,
    'webhook-url-form': 'http',
  });

  test('is valid if the URL standard parses it to http or https with a host', () => {
    const host = fc.string({ unit: fc.constantFrom(...'abz019-.A:ü@_%'), maxLength: 14 });
    const last = fc.constantFrom('', '.a', '.example', '.1', '.xn--a', 'xn--a.b', ':80', ':99999');
    const rest = fc.constantFrom('', '/', '/hook', '/a/b-c_d', '/a b', '?a', '/../..', '#a');
    const scheme = fc.constantFrom('http', 'https', 'HTTPS', 'ftp');
    fc.assert(
      fc.property(scheme, host, last, rest, (a, b, c, d) => {
        const text = `${a}://${b}${c}${d}`;
        const isAddress = /^https?:\/\/[^/?#]/i.test(text) && parseUrl(text) !== undefined;
        expect(rule?.(text) === undefined).toBe(isAddress);
      }),
      { numRuns: 3000 },
    );
  });

  test('cannot have a host that is too long', () => {
    expect(rule?.(`https://${'a.'.repeat(100)}com/${'a'.repeat(5000)}`)).toBeUndefined();
    expect(rule?.(`https://${'a.'.repeat(600)}com`)).toBeDefined();
  });
});
