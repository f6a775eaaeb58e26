import { fullFormats } from 'ajv-formats/dist/formats.js';

/**
 * The formats that the contract uses. A UUID is the bare text form of RFC 9562, of any version and case: the form
 * with `urn:uuid:` in front that ajv-formats also takes is a URI, and no UUID.
 */
export const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: fullFormats.uri,
  'uri-reference': fullFormats['uri-reference'],
  'json-pointer': fullFormats['json-pointer'],
};
