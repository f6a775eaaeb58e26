import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Each digit by itself: what V8 makes of `[0-9a-f]{8}` takes three times as long. */
const digits = (count: number): string => '[0-9a-f]'.repeat(count);

/** Addresses of the plainest form. The grammar of a URI takes them in any case, but five times as slowly. */
const plainAddress = 'https?:\\/\\/[a-z0-9.-]+(?:\\/[a-z0-9./_-]*)?';

/**
 * A URI is a reference that has its scheme, and something behind it (RFC 3986, section 3), and no quote, which the
 * library lets through in references. It is a pattern, unlike that of the library: the generated validators hold it
 * themselves, and a start loads no library.
 */
function toUri(reference: unknown): RegExp {
  const scheme = '(?:[a-z][a-z0-9+\\-.]*:)';
  const start = `^${scheme}?`;
  if (!(reference instanceof RegExp) || !reference.source.startsWith(start))
    throw new Error('ajv-formats has changed its pattern for references');
  const rest = reference.source.slice(start.length).replaceAll('"', '');
  return new RegExp(`^(?:${plainAddress}$|${scheme}(?=[^?#])${rest})`, 'i');
}

/**
 * The formats that the contract uses. A UUID is the bare text form of RFC 9562, of any version and case: the form
 * with `urn:uuid:` in front that ajv-formats also takes is a URI, and no UUID.
 */
export const formats = {
  uuid: new RegExp(`^${[8, 4, 4, 4, 12].map(digits).join('-')}$`, 'i'),
  uri: toUri(fullFormats['uri-reference']),
  'uri-reference': fullFormats['uri-reference'],
  'json-pointer': fullFormats['json-pointer'],
};

/** The library splits a text at each space: a megabyte of them takes 50 milliseconds. No time is as long as this. */
const longestTime = 100;

const timeOfLibrary = fullFormats['date-time'];

function isTime(text: string): boolean {
  if (
    typeof timeOfLibrary !== 'object' ||
    !('validate' in timeOfLibrary) ||
    typeof timeOfLibrary.validate !== 'function'
  )
    throw new Error('ajv-formats has changed its check of times');
  const { validate } = timeOfLibrary;
  return text.length <= longestTime && Reflect.apply(validate, timeOfLibrary, [text]) === true;
}

/** The formats of the control surface: those of the service, and times (RFC 3339), which the service has none of. */
export const controlFormats = { ...formats, 'date-time': { validate: isTime } };
