import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { createHostUrlRule, createTextRules, formatHostUrl } from './body-rules.ts';

describe('the origin of a host URL', () => {
  const rule = createHostUrlRule('refused');

  test('equals that of the URL standard, computed in either way', () => {
    const letters = fc.constantFrom(...'abz019-.A:ü/xn');
    const label = fc.array(letters, { minLength: 1, maxLength: 14 }).map((all) => all.join(''));
    const punycode = fc.constantFrom('xn--a', 'xn--bcher-kva', 'xn--bcher-kvb', 'a.xn--0');
    const host = fc.oneof({ weight: 9, arbitrary: label }, { weight: 1, arbitrary: punycode });
    const scheme = fc.constantFrom('http', 'https', 'HTTPS', 'ftp');
    fc.assert(
      fc.property(
        scheme,
        host,
        fc.constantFrom('', '.a', '.example', '.1', '.xn--a'),
        (a, b, c) => {
          const text = `${a}://${b}${c}`;
          const isOrigin = parseUrl(text) !== undefined && /^\w+:\/\/[^/]+\/?$/.test(text);
          expect(rule(text) === undefined).toBe(isOrigin);
          if (isOrigin) expect(formatHostUrl(text, 'normalised')).toBe(new URL(text).origin);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('can have a scheme unknown to the URL standard', () => {
    expect(rule('Git+SSH://Example.com:22')).toBeUndefined();
    expect(formatHostUrl('Git+SSH://Example.com:22', 'normalised')).toBe(
      'git+ssh://example.com:22',
    );
  });

  test('does not exist for a text that the rule refuses', () => {
    expect(() => formatHostUrl('example.com', 'normalised')).toThrow(
      'example.com is not a host URL',
    );
  });
});

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
