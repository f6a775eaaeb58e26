import {
  type AssumptionId,
  type AssumptionValues,
  type Contract,
  type Fault,
  mostFaults,
  type Schema,
} from '../../contract/index.ts';
import { isAuthorityTooLong, longestAuthority, parseUrl } from '../../contract/parse-url.ts';
import { escapePointer, isRecord, resolveReference } from '../../contract/resolve-reference.ts';

/** Adds the faults of a value. Wrong types are left to the schema. */
type Check = (value: unknown, pointer: string, faults: Fault[]) => void;

/**
 * Creates the check of the rules that a body schema refers to by assumption, in addition to the schema itself.
 * @param skipped assumptions whose rules are left out
 */
export function createBodyRules(
  { document }: Contract,
  bodySchema: Schema,
  rules: TextRules,
  skipped: readonly AssumptionId[] = [],
): (body: unknown) => Fault[] {
  const check = toCheck(bodySchema);
  return (body) => {
    const faults: Fault[] = [];
    check?.(body, '', faults);
    return faults;
  };

  function toCheck(unresolved: Schema): Check | undefined {
    const schema = resolveReference<Schema>(document, unresolved);
    const { properties, items, 'x-assumptions': ids = [] } = schema;
    if (properties !== undefined) return toObjectCheck(properties);
    if (items !== undefined) return toArrayCheck(items);
    const texts = Object.entries(rules).flatMap(([id, rule]) =>
      rule !== undefined && ids.includes(id) && !skipped.some((other) => other === id)
        ? [rule]
        : [],
    );
    return texts.length === 0 ? undefined : toTextCheck(texts);
  }

  function toObjectCheck(properties: Record<string, Schema>): Check | undefined {
    const checks = Object.entries(properties).flatMap(([name, property]) => {
      const checkField = toCheck(property);
      return checkField === undefined ? [] : [{ name, token: escapePointer(name), checkField }];
    });
    if (checks.length === 0) return undefined;
    return (value, pointer, faults) => {
      if (!isRecord(value)) return;
      for (const { name, token, checkField } of checks) {
        const field = value[name];
        if (field !== undefined) checkField(field, `${pointer}/${token}`, faults);
      }
    };
  }

  function toArrayCheck(items: Schema): Check | undefined {
    const checkItem = toCheck(items);
    if (checkItem === undefined) return undefined;
    return (value, pointer, faults) => {
      if (!Array.isArray(value)) return;
      for (let at = 0; at < value.length && faults.length < mostFaults; at += 1) {
        checkItem(value[at], `${pointer}/${at}`, faults);
      }
    };
  }
}

function toTextCheck(rules: readonly TextRule[]): Check {
  return (value, pointer, faults) => {
    if (typeof value !== 'string') return;
    for (const rule of rules) {
      const detail = rule(value);
      if (detail !== undefined) faults.push({ pointer, detail });
    }
  };
}

type AddUnknown = (value: unknown, pointer: string, unknown: string[]) => void;

/** Creates the function that lists the fields of a body that its schema does not define, as JSON Pointers. */
export function createUnknownFieldFinder(
  { document }: Contract,
  bodySchema: Schema,
): (body: unknown) => string[] {
  const add = toFinder(bodySchema);
  return (body) => {
    const unknown: string[] = [];
    add?.(body, '', unknown);
    return unknown;
  };

  function toFinder(unresolved: Schema): AddUnknown | undefined {
    const { properties, items } = resolveReference<Schema>(document, unresolved);
    if (properties !== undefined) return toObjectFinder(properties);
    const addOfItem = items === undefined ? undefined : toFinder(items);
    return (
      addOfItem &&
      ((value, pointer, unknown) => {
        if (!Array.isArray(value)) return;
        for (let at = 0; at < value.length && unknown.length < mostFaults; at += 1)
          addOfItem(value[at], `${pointer}/${at}`, unknown);
      })
    );
  }

  function toObjectFinder(properties: Record<string, Schema>): AddUnknown {
    const fields = new Map(
      Object.entries(properties).map(([name, property]) => [name, toFinder(property)]),
    );
    return (value, pointer, unknown) => {
      if (!isRecord(value)) return;
      for (const name of Object.keys(value)) {
        if (unknown.length >= mostFaults) return;
        if (!fields.has(name)) unknown.push(`${pointer}/${escapePointer(name)}`);
        else fields.get(name)?.(value[name], `${pointer}/${escapePointer(name)}`, unknown);
      }
    };
  }
}

export type TextRules = { readonly [Id in AssumptionId]?: TextRule | undefined };

/** The rules for texts in bodies, by the assumption in the schema. */
export function createTextRules(values: AssumptionValues): TextRules {
  return {
    'name-form': nameForms[values['name-form']],
    'name-max-length': createNameLengthRule(values['name-max-length']),
    'host-url-beyond-origin': createHostUrlRule(values['host-url-beyond-origin']),
    'locale-form': localeForms[values['locale-form']],
    'pathname-form': pathnameForms[values['pathname-form']],
    'webhook-url-form': webhookUrlForms[values['webhook-url-form']],
  };
}

/** Validation of a route that `skipValidation=true` skips. */
export const skippable: readonly AssumptionId[] = ['pathname-form', 'locale-form'];

const notBlank: TextRule = (text) =>
  text.trim() === '' ? 'must contain a character other than whitespace' : undefined;

const nameForms: Record<AssumptionValues['name-form'], TextRule | undefined> = {
  any: undefined,
  'not-blank': notBlank,
  plain: (text) =>
    notBlank(text) ??
    (/^[A-Za-z0-9 -]*$/.test(text)
      ? undefined
      : 'must contain only ASCII letters, digits, spaces and hyphens'),
};

/** Counts code points, like `maxLength` in JSON Schema. */
function createNameLengthRule(maximum: AssumptionValues['name-max-length']): TextRule | undefined {
  if (maximum === null) return undefined;
  return (text) =>
    text.length > maximum && [...text].length > maximum
      ? `must have at most ${maximum} characters`
      : undefined;
}

/** The characters of a path (RFC 3986, section 3.3). */
const uriPath = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const lowerCasePath = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*\/?)?$/;
const languageRegion = /^[a-z]{2,3}-(?:[A-Z]{2}|[0-9]{3})$/;

const leadingSlash: TextRule = (text) =>
  text.startsWith('/') ? undefined : 'must start with a slash';

const pathnameForms: Record<AssumptionValues['pathname-form'], TextRule> = {
  'uri-path': (text) =>
    leadingSlash(text) ??
    (uriPath.test(text)
      ? undefined
      : 'must be a URI path: percent-encode every character that a path cannot contain'),
  'leading-slash': leadingSlash,
  'lower-case': (text) =>
    leadingSlash(text) ??
    (lowerCasePath.test(text)
      ? undefined
      : 'must contain only lower-case letters, digits, hyphens and single slashes'),
};

const localeForms: Record<AssumptionValues['locale-form'], TextRule | undefined> = {
  any: undefined,
  'language-region': (text) =>
    languageRegion.test(text)
      ? undefined
      : 'must be a language and a region, such as en-GB, de-DE or es-419',
};

const withHost = /^https?:\/\/[^/?#]/i;

/**
 * An address that URL normalisation does not change. Most have this form. Testing for it avoids parsing, which takes a
 * tenth of creating a webhook in process.
 */
const plainAddress = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+(?:\/[A-Za-z0-9/_-]*)?$/;
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

const webhookUrlForms: Record<AssumptionValues['webhook-url-form'], TextRule | undefined> = {
  any: undefined,
  http: (text) =>
    !isPlainAddress(text) && parseAddress(text) === undefined
      ? 'must be an http or https URL with a host'
      : undefined,
  https: (text) =>
    parseAddress(text)?.protocol === 'https:' ? undefined : 'must be an https URL with a host',
  'public-https': (text) => {
    const url = parseAddress(text);
    return url?.protocol === 'https:' && isPublicName(url.hostname)
      ? undefined
      : 'must be an https URL with a public host name';
  },
};

function isPlainAddress(text: string): boolean {
  return text.length <= longestAuthority && plainAddress.test(text);
}

function parseAddress(text: string): URL | undefined {
  return withHost.test(text) ? parseUrl(text) : undefined;
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !(
    name.startsWith('[') ||
    ipv4.test(name) ||
    name.endsWith('.localhost') ||
    !name.includes('.')
  );
}

/** Describes in one clause what is wrong with a text. Returns undefined if the rule holds. */
type TextRule = (text: string) => string | undefined;

interface HostUrl {
  text: string;
  /** The scheme, colon, slashes and host as they were written. */
  written: string;
  /** The same, normalised according to the URL standard. */
  normalised: string;
  /** Whether nothing else follows, except a single slash. */
  isOrigin: boolean;
}

/** The scheme, the authority without user information, and the rest (RFC 3986, section 3). */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#\\\s]*@)?([^/?#@\\\s]+)(.*)$/s;

const hostTooLong = `must have a host of at most ${longestAuthority} characters`;

export function createHostUrlRule(beyond: AssumptionValues['host-url-beyond-origin']): TextRule {
  return (text) => {
    const hostUrl = parseHostUrl(text);
    if (hostUrl === undefined) {
      if (isAuthorityTooLong(text)) return hostTooLong;
      return 'must be an origin: a scheme, "://" and a host, such as https://example.com';
    }
    return beyond === 'trimmed' || hostUrl.isOrigin
      ? undefined
      : 'must be an origin only: without user, path, query or fragment';
  };
}

/** Returns the origin of a host URL that the rule has accepted. */
export function toOrigin(text: string, form: AssumptionValues['host-url-form']): string {
  const hostUrl = parseHostUrl(text);
  if (hostUrl === undefined) throw new Error(`${text} is not a host URL`);
  return form === 'verbatim' ? hostUrl.written : hostUrl.normalised;
}

/**
 * An origin that URL normalisation does not change: lower-case ASCII labels without Punycode, the last with letters
 * only. Most have this form, and the test takes a tenth of the time of parsing.
 */
const plainOrigin = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+$/;

/** Remembers the last one, because the rule and the behaviour parse the same text one after the other. */
let last: HostUrl | undefined;

function parseHostUrl(text: string): HostUrl | undefined {
  if (last?.text === text) return last;
  if (plainOrigin.test(text)) {
    last = { text, written: text, normalised: text, isOrigin: true };
    return last;
  }
  const [, scheme = '', user, host = '', rest = ''] = parts.exec(text) ?? [];
  const url = host === '' ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const { origin } = url;
  const written = scheme + host;
  // `URL` has no origin for schemes that are not special.
  const normalised = origin === 'null' ? written.toLowerCase() : origin;
  const isOrigin = user === undefined && (rest === '' || rest === '/');
  last = { text, written, normalised, isOrigin };
  return last;
}
