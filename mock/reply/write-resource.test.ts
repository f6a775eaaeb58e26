import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { createResourceWriter, shareTexts } from './write-resource.ts';

const { document } = contract;
const schemas = document.components?.schemas ?? {};
const id = '51fb0bac-3bec-447d-871b-ee7bce1ba7a8';

/** What is written of a resource, once it is sure that one that shares its memory is the same. */
function write(name: string, resource: object): string {
  const written = createResourceWriter(document, schemas[name] ?? {})(resource);
  const sharing = { ...resource };
  shareTexts(sharing, written);
  expect(sharing).toEqual(resource);
  return written.text;
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

  test.each(['a', 'ä', '😀', '"', 'a longer name, '])(
    'shares the memory of a text of %j',
    (part) => {
      const [name, hostUrl] = [part.repeat(20), `https://${'a'.repeat(60)}.example`];
      const site = { id, name, hostUrl, apiKey: id };
      expect(write('Site', site)).toBe(JSON.stringify(site));
    },
  );

  test('writes lists, and leaves out what is not there', () => {
    const route = { id, pathname: '/', localizedVariants: [{ locale: 'de-DE', pathname: '/"' }] };
    expect(write('Route', route)).toBe(JSON.stringify(route));
    const plain = { id, pathname: '/', localizedVariants: undefined };
    expect(write('Route', plain)).toBe(JSON.stringify(plain));
  });
});
