import { createUuidFactory, pick, pickInteger } from '../random.ts';
import {
  type TextContext,
  toEmail,
  toHex,
  toHostname,
  toInstant,
  toSlug,
  toTitle,
  toUrl,
  toUserName,
  toWord,
} from './words.ts';

type Write = (context: TextContext) => string;

const createUuid = createUuidFactory({ 'uuid-version': 4, 'uuid-case': 'lower' });

const toDateTime: Write = (context) => toInstant(context).toISOString().replace('.000Z', 'Z');
const toDate: Write = (context) => toDateTime(context).slice(0, 10);
const toTime: Write = (context) => toDateTime(context).slice(11);
const toInteger: Write = ({ random, unique }) => String(unique ?? pickInteger(random, 1, 1000));
const toPath: Write = (context) => `/${toSlug(context)}`;
const toIpv4: Write = ({ random }) => `192.0.2.${pickInteger(random, 1, 254)}`;
const toBase64: Write = (context) => btoa(toSlug(context));

function oneOf(...texts: readonly string[]): Write {
  return ({ random }) => pick(random, texts);
}

function withPrefix(prefix: string, write: Write): Write {
  return (context) => prefix + write(context);
}

const toPhone = withPrefix('+4420794601', ({ random }) => String(pickInteger(random, 10, 99)));

/** How texts of a format are written: the formats of JSON Schema and OpenAPI, and others that documents use by convention. */
const writers: Readonly<Record<string, Write>> = {
  'date-time': toDateTime,
  datetime: toDateTime,
  'iso-date-time': toDateTime,
  date: toDate,
  time: toTime,
  'iso-time': toTime,
  duration: oneOf('PT30M', 'PT2H', 'P1D', 'P7D'),
  email: toEmail,
  'idn-email': toEmail,
  hostname: toHostname,
  'idn-hostname': toHostname,
  ipv4: toIpv4,
  ip: toIpv4,
  ipv6: ({ random }) => `2001:db8::${pickInteger(random, 1, 0xffff).toString(16)}`,
  cidr: ({ random }) => `10.${pickInteger(random, 0, 255)}.0.0/16`,
  mac: (context) => `02:00:5e:${toHex(6, context).replace(/(..)(..)(..)/, '$1:$2:$3')}`,
  uri: toUrl,
  url: toUrl,
  iri: toUrl,
  'uri-reference': toPath,
  'iri-reference': toPath,
  'uri-template': withPrefix('https://example.com/', (context) => `${toSlug(context)}/{id}`),
  path: toPath,
  uuid: ({ random, now }) => createUuid(random, now),
  guid: ({ random, now }) => createUuid(random, now),
  ulid: (context) => `01J${toHex(23, context).toUpperCase()}`,
  'json-pointer': toPath,
  'json-pointer-uri-fragment': withPrefix('#', toPath),
  'relative-json-pointer': withPrefix('0', toPath),
  regex: oneOf('^[a-z]+$', '^\\d{4}$'),
  byte: toBase64,
  base64: toBase64,
  base64url: toSlug,
  binary: toTitle,
  password: (context) => `${toWord(context)}-Quartz-${toHex(6, context)}`,
  int32: toInteger,
  int64: toInteger,
  uint32: toInteger,
  uint64: toInteger,
  integer: toInteger,
  decimal: ({ random }) => `${pickInteger(random, 1, 200)}.50`,
  double: ({ random }) => `${pickInteger(random, 1, 200)}.5`,
  float: ({ random }) => `${pickInteger(random, 1, 200)}.5`,
  'unix-time': (context) => String(toInstant(context).getTime() / 1000),
  timestamp: toDateTime,
  currency: oneOf('EUR', 'USD', 'GBP'),
  country: oneOf('DE', 'GB', 'JP', 'US'),
  'country-code': oneOf('DE', 'GB', 'JP', 'US'),
  language: oneOf('en', 'de', 'fr'),
  locale: oneOf('en-GB', 'de-DE', 'fr-FR'),
  bcp47: oneOf('en-GB', 'de-DE', 'fr-FR'),
  timezone: oneOf('Europe/London', 'Asia/Tokyo', 'America/New_York'),
  phone: toPhone,
  tel: toPhone,
  e164: toPhone,
  color: (context) => `#${toHex(6, context)}`,
  semver: ({ random }) => `1.${pickInteger(random, 0, 20)}.${pickInteger(random, 0, 9)}`,
  slug: toSlug,
  username: toUserName,
  md5: (context) => toHex(32, context),
  sha1: (context) => toHex(40, context),
  sha256: (context) => toHex(64, context),
  'repo.nwo': (context) => `octo/${toSlug(context)}`,
};

/** Short texts, for fields with a small maximum length. */
const shortTexts: Readonly<Record<string, string>> = {
  email: 'a@b.co',
  'idn-email': 'a@b.co',
  hostname: 'a.co',
  'idn-hostname': 'a.co',
  ipv6: '::1',
  ipv4: '1.1.1.1',
  uri: 'a:b',
  url: 'http://a.co',
  iri: 'a:b',
  'uri-reference': 'a',
  'iri-reference': 'a',
  'uri-template': '{a}',
  duration: 'P1D',
  'json-pointer': '/a',
  'relative-json-pointer': '0',
  regex: 'a',
  byte: 'YQ==',
};

/** Returns a short text of a format, or undefined if the format is not known or has only texts of one length. */
export function createShortText(format: string): string | undefined {
  const name = format.toLowerCase();
  return Object.hasOwn(shortTexts, name) ? shortTexts[name] : undefined;
}

/** Writes a text of a format. Returns undefined if the format is not known. */
export function createFormatText(format: string, context: TextContext): string | undefined {
  const name = format.toLowerCase();
  return Object.hasOwn(writers, name) ? writers[name]?.(context) : undefined;
}
