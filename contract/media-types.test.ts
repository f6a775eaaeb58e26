import { describe, expect, test } from '@jest/globals';
import { isUtf8, parseMediaType } from './media-types.ts';

describe('a media type', () => {
  test.each([
    { text: 'Application/JSON', name: 'application/json', parameters: {} },
    { text: 'a/b ;Charset = utf8', name: 'a/b', parameters: { charset: 'utf8' } },
    { text: 'a/b;x="1;charset=2";y=3', name: 'a/b', parameters: { x: '1;charset=2', y: '3' } },
    { text: String.raw`a/b;x="\";charset=2\\"`, name: 'a/b', parameters: { x: '";charset=2\\' } },
    { text: 'a/b;x=1;X=2', name: 'a/b', parameters: { x: '1' } },
    { text: 'a/b;;x', name: 'a/b', parameters: {} },
    { text: 'a/b;__proto__=1', name: 'a/b', parameters: JSON.parse('{"__proto__":"1"}') },
  ])('is split: $text', ({ text, name, parameters }) => {
    expect(parseMediaType(text)).toEqual({ name, parameters: new Map(Object.entries(parameters)) });
  });

  test.each(['utf-8', 'UTF8', 'unicode-1-1-utf-8'])(
    'has the charset UTF-8 under the name %s',
    (name) => {
      expect(isUtf8(name)).toBe(true);
    },
  );

  test.each(['latin1', 'utf-16', 'utf-7', ''])('does not have the charset UTF-8 as %j', (name) => {
    expect(isUtf8(name)).toBe(false);
  });
});
