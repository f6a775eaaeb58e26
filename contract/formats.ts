import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Repeats the class, because V8 takes three times as long for `[0-9a-f]{8}`. */
const digits = (count: number): string => '[0-9a-f]'.repeat(count);

/** Matches the simplest URLs first. The grammar of a URI also matches them, but five times as slowly. */
const plainAddress = 'https?:\\/\\/[a-z0-9.-]+(?:\\/[a-z0-9./_-]*)?';

/**
 * Creates a pattern for a URI: a reference with a scheme and a non-empty rest (RFC 3986, section 3), without quotes, which
 * the library allows in references. A pattern can be part of the generated validators, so a start does not load the library.
 */
function toUri({ source }: RegExp): RegExp {
  const scheme = '(?:[a-z][a-z0-9+\\-.]*:)';
  const pattern = source.slice(`^${scheme}?`.length).replaceAll('"', '');
  return new RegExp(`^(?:${plainAddress}$|${scheme}(?=[^?#])${pattern})`, 'i');
}

/** Maximum length of a time. The library splits a text at each space, so a megabyte of spaces takes 50 milliseconds. */
const longestTime = 100;

// The type of the library is that of any format.
const time = fullFormats['date-time'] as { validate: (text: string) => boolean };

/**
 * The formats in `spec/`. A UUID is the plain text form of RFC 9562, of any version, in any case. ajv-formats also accepts
 * the form with the prefix `urn:uuid:`, which is a URI and not a UUID.
 */
export const formats = {
  uuid: new RegExp(`^${[8, 4, 4, 4, 12].map(digits).join('-')}$`, 'i'),
  uri: toUri(fullFormats['uri-reference'] as RegExp),
  'uri-reference': fullFormats['uri-reference'],
  'json-pointer': fullFormats['json-pointer'],
  'date-time': {
    validate: (text: string) => text.length <= longestTime && time.validate(text),
  },
};
