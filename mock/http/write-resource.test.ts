import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { createResourceWriter } from './write-resource.ts';

const { document } = contract;
const schemas = document.components?.schemas ?? {};
const id = '51fb0bac-3bec-447d-871b-ee7bce1ba7a8';

function write(name: string, resource: object): string {
  return createResourceWriter(document, schemas[name] ?? {})(resource);
}

describe('createResourceWriter', () => {
  test('writes every text as JSON.stringify does', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      }),
    );
    fc.assert(
      fc.property(texts, (name) => {
        const site = { id, name, hostUrl: null, apiKey: id };
        expect(write('Site', site)).toBe(JSON.stringify(site));
      }),
    );
  });

  test.each([
    '"',
    '\\',
    '\n',
    '\u0000',
    '\u001f',
    '\u007f',
    '\u2028',
    '\ud800',
    '\udfff',
    '😀',
    '',
  ])('writes %j inside of a text', (text) => {
    const site = { id, name: `a${text}b`, hostUrl: 'https://example.com', apiKey: id };
    expect(write('Site', site)).toBe(JSON.stringify(site));
  });

  test('writes lists, and leaves out what is not there', () => {
    const route = { id, pathname: '/', localizedVariants: [{ locale: 'de-DE', pathname: '/"' }] };
    expect(write('Route', route)).toBe(JSON.stringify(route));
    const plain = { id, pathname: '/', localizedVariants: undefined };
    expect(write('Route', plain)).toBe(JSON.stringify(plain));
  });
});
