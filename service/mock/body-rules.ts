import {
  type AssumptionId,
  type AssumptionValues,
  type Contract,
  type Fault,
  mostFaults,
  type Operation,
  type Schema,
} from '../../contract/index.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { escapePointer, isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import type { CheckedBody } from '../../mock/http/steps.ts';

/** Collects what is wrong with a value, beyond its types, and its unknown fields. Wrong types are left to the schema. */
type Find = (value: unknown, pointer: string, faults: Fault[], unknown: string[]) => void;

/** Creates the step that finds the faults of a body, up to `mostFaults`: those of its schema, and of further rules. */
export function createBodyCheck(contract: Contract, operation: Operation, rules: TextRules) {
  const { document, validators, assumptions } = contract;
  const schema = operation.requestBody?.schema ?? {};
  const find = createFind(document, schema, rules);
  // What `skipValidation=true` leaves out.
  const { 'pathname-form': _, 'locale-form': __, ...unskippable } = rules;
  const findUnskippable = createFind(document, schema, unskippable);
  const refusesUnknown = assumptions['unknown-fields'] === 'refused';
  const refusesEmpty =
    operation.assumptions.includes('empty-update') && assumptions['empty-update'] === 'refused';
  const names = Object.keys(schema.properties ?? {});
  const validate = validators.body(operation.id);
  const takesNull =
    operation.assumptions.includes('null-host-url') && assumptions['null-host-url'] !== 'refused';
  return (body: unknown, parameters: object): CheckedBody => {
    const isNull = takesNull && isRecord(body) && body['hostUrl'] === null;
    const wrong = validate(body).filter(({ pointer }) => !isNull || pointer !== '/hostUrl');
    const skips = 'skipValidation' in parameters && parameters.skipValidation === 'true';
    const further: Fault[] = [];
    const ignored: string[] = [];
    (skips ? findUnskippable : find)?.(body, '', further, ignored);
    if (refusesEmpty && isRecord(body) && !names.some((name) => Object.hasOwn(body, name)))
      further.push({ pointer: '', detail: `must have at least one of ${names.join(', ')}` });
    if (refusesUnknown)
      for (const pointer of ignored) further.push({ pointer, detail: 'is not a known field' });
    if (further.length === 0) return { faults: wrong, ignored };
    // Further rules are skipped where a value already violates its schema.
    const places = new Set(wrong.map(({ pointer }) => pointer));
    const additional = further.filter(({ pointer }) => !places.has(pointer));
    return { faults: [...wrong, ...additional].slice(0, mostFaults), ignored };
  };
}

/** Makes a value when it is first needed, and then keeps it. Parts of a schema are read this way: it may contain itself. */
export function once<Made>(make: () => Made): () => Made {
  let memo: [Made] | undefined;
  return () => {
    memo ??= [make()];
    return memo[0];
  };
}

function createFind(
  document: Contract['document'],
  unresolved: Schema,
  rules: TextRules,
): Find | undefined {
  const schema = resolveReference<Schema>(document, unresolved);
  const { properties, items, 'x-assumptions': ids = [] } = schema;
  if (properties !== undefined) {
    const fields = once(
      () =>
        new Map(
          Object.entries(properties).map(([name, field]) => {
            const step = `/${escapePointer(name)}`;
            return [name, { step, find: createFind(document, field, rules) }];
          }),
        ),
    );
    return (value, pointer, faults, unknown) => {
      if (!isRecord(value)) return;
      for (const name of Object.keys(value)) {
        if (unknown.length >= mostFaults) return;
        const field = fields().get(name);
        if (field === undefined) unknown.push(`${pointer}/${escapePointer(name)}`);
        else field.find?.(value[name], pointer + field.step, faults, unknown);
      }
    };
  }
  if (items !== undefined) {
    const findInItem = once(() => createFind(document, items, rules));
    return (value, pointer, faults, unknown) => {
      if (!Array.isArray(value)) return;
      for (let at = 0; at < value.length; at += 1) {
        if (faults.length >= mostFaults || unknown.length >= mostFaults) return;
        findInItem()?.(value[at], `${pointer}/${at}`, faults, unknown);
      }
    };
  }
  const applied = Object.entries(rules).flatMap(([id, rule]) =>
    rule !== undefined && ids.includes(id) ? [rule] : [],
  );
  if (applied.length === 0) return undefined;
  return (value, pointer, faults) => {
    if (typeof value !== 'string') return;
    for (const rule of applied) {
      const detail = rule(value);
      if (detail !== undefined) faults.push({ pointer, detail });
    }
  };
}

/** Describes in one clause what is wrong with a text. Returns undefined if the rule holds. */
type TextRule = (text: string) => string | undefined;

type TextRules = { readonly [Id in AssumptionId]?: TextRule | undefined };

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

type PatternRule = readonly [pattern: RegExp, detail: string];

/** The rule that a text matches all patterns. */
const must =
  (...checks: readonly PatternRule[]): TextRule =>
  (text) => {
    const broken = checks.find(([pattern]) => !pattern.test(text));
    const [, detail] = broken ?? [];
    return detail;
  };

const notBlank: PatternRule = [/\S/, 'must contain a character other than whitespace'];

const nameForms: Record<AssumptionValues['name-form'], TextRule | undefined> = {
  any: undefined,
  'not-blank': must(notBlank),
  plain: must(notBlank, [
    /^[A-Za-z0-9 -]*$/,
    'must contain only ASCII letters, digits, spaces and hyphens',
  ]),
};

/** Counts code points, like `maxLength` in JSON Schema. */
function createNameLengthRule(maximum: AssumptionValues['name-max-length']): TextRule | undefined {
  if (maximum === null) return undefined;
  return (text) =>
    text.length > maximum && [...text].length > maximum
      ? `must have at most ${maximum} characters`
      : undefined;
}

const leadingSlash: PatternRule = [/^\//, 'must start with a slash'];

const pathnameForms: Record<AssumptionValues['pathname-form'], TextRule> = {
  'uri-path': must(leadingSlash, [
    // RFC 3986, section 3.3.
    /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/,
    'must be a URI path: percent-encode every character that a path cannot contain',
  ]),
  'leading-slash': must(leadingSlash),
  'lower-case': must(leadingSlash, [
    /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*\/?)?$/,
    'must contain only lower-case letters, digits, hyphens and single slashes',
  ]),
};

const localeForms: Record<AssumptionValues['locale-form'], TextRule | undefined> = {
  any: undefined,
  'language-region': must([
    /^[a-z]{2,3}-(?:[A-Z]{2}|[0-9]{3})$/,
    'must be a language and a region, such as en-GB, de-DE or es-419',
  ]),
};

/** The rule that a text is an http or https URL with a host, which meets a condition. */
const mustBeAddress =
  (detail: string, isMet: (url: URL) => boolean): TextRule =>
  (text) => {
    const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : undefined;
    return url !== undefined && isMet(url) ? undefined : detail;
  };

const isHttps = ({ protocol }: URL): boolean => protocol === 'https:';

/** A name with a dot that is neither an IP address nor a name of this machine. */
const publicName = /^(?!\[|[\d.]+$|.*\.localhost\.?$).+\../;

const webhookUrlForms: Record<AssumptionValues['webhook-url-form'], TextRule | undefined> = {
  any: undefined,
  http: mustBeAddress('must be an http or https URL with a host', () => true),
  https: mustBeAddress('must be an https URL with a host', isHttps),
  'public-https': mustBeAddress(
    'must be an https URL with a public host name',
    (url) => isHttps(url) && publicName.test(url.hostname),
  ),
};

interface HostUrl {
  /** The scheme, colon, slashes and host as they were written. */
  written: string;
  /** The same, normalised according to the URL standard. */
  normalised: string;
  /** Whether nothing else follows, except a single slash. */
  isOrigin: boolean;
}

/** The scheme, the authority without user information, and the rest (RFC 3986, section 3). */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#\\\s]*@)?([^/?#@\\\s]+)(.*)$/s;

/** An origin that the URL standard leaves as it is. Most have this form; the test saves a twentieth of the time of a create. */
const plainOrigin = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+$/;

function parseHostUrl(text: string): HostUrl | undefined {
  if (plainOrigin.test(text)) return { written: text, normalised: text, isOrigin: true };
  const [, scheme = '', user, host = '', tail = ''] = parts.exec(text) ?? [];
  const url = host === '' ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const written = scheme + host;
  return {
    written,
    // `URL` has no origin for schemes that are not special.
    normalised: url.origin === 'null' ? written.toLowerCase() : url.origin,
    isOrigin: user === undefined && (tail === '' || tail === '/'),
  };
}

export function createHostUrlRule(beyond: AssumptionValues['host-url-beyond-origin']): TextRule {
  return (text) => {
    const hostUrl = parseHostUrl(text);
    if (hostUrl === undefined)
      return 'must be an origin: a scheme, "://" and a host, such as https://example.com';
    return beyond === 'trimmed' || hostUrl.isOrigin
      ? undefined
      : 'must be an origin only: without user, path, query or fragment';
  };
}

/** Returns the origin of a host URL that the rule has accepted. */
export function formatHostUrl(text: string, form: AssumptionValues['host-url-form']): string {
  const hostUrl = parseHostUrl(text);
  if (hostUrl === undefined) throw new Error(`${text} is not a host URL`);
  return form === 'verbatim' ? hostUrl.written : hostUrl.normalised;
}
