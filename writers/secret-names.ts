/** Ends of names of secrets, without their separators: `accessToken`, `X-Hub-Signature-256`, `saml_response`. */
const endings =
  /(?:token|secret|passw(?:or)?d|(?:pass|recovery|seed)phrase|passcode|mnemonic|signature|credentials?|cookie|assertion|authorization|authentication|bearer|verifier|samlresponse|connectionstring|sess(?:ion)?id|accesskeyid)$/;

/** Words that name a secret only as the last word, because they also end ordinary words. */
const lastWords = new Set([
  'auth',
  'csrf',
  'cvc',
  'cvv',
  'hmac',
  'jwt',
  'otp',
  'pin',
  'psk',
  'pwd',
  'sid',
  'sig',
  'totp',
  'xsrf',
]);

/** Words that follow the name of a secret, whose value is still secret: `passwordConfirmation`, `SecretString`. */
const formWords = new Set([
  'base64',
  'binary',
  'confirmation',
  'hash',
  'hex',
  'material',
  'pem',
  'raw',
  'repeat',
  'string',
  'text',
  'value',
]);

/** Whole names of secrets. */
const wholeNames = new Set(['session', 'xsession']);

/** Words before `key` that make it a secret even without a separator: `secretkey`. */
const keyOwners =
  /(?:access|account|api|app|application|auth|client|consumer|customer|deploy|encryption|functions?|hmac|license|master|pass|private|secret|service|session|shared|sign|signing|ssh|storage|subscription|webhook)key$/;

/** Words before `key` that name something else. Any other key counts as a secret: a report loses little by it. */
const harmlessKeys = new Set([
  'cache',
  'column',
  'composite',
  'dedup',
  'deduplication',
  'entity',
  'event',
  'feature',
  'field',
  'file',
  'flag',
  'foreign',
  'group',
  'hot',
  'idempotency',
  'image',
  'index',
  'issue',
  'item',
  'label',
  'locale',
  'lookup',
  'message',
  'natural',
  'object',
  'ordering',
  'parent',
  'partition',
  'primary',
  'project',
  'property',
  'public',
  'range',
  'route',
  'routing',
  'row',
  'search',
  'shortcut',
  'socket',
  'sort',
  'translation',
  'unique',
]);

/** What a secret code is for: `device_code`. Other codes are those of errors, countries and currencies. */
const codeOwners =
  /(?:2fa|access|activation|auth|authorization|backup|confirmation|device|login|mfa|onetime|otp|pairing|pass|pin|recovery|reset|security|sms|totp|user|verification)code$/;

/** Secrets whose plural, or an object with their name, contains more of them: `tokens: […]`, `secrets: {…}`. */
const containers = /(?:token|secret|passw(?:or)?d|passphrase|passcode|credential|cookie)$/;

/** Common words that name a secret only as a parameter or a header. */
const parameters = /^(?:code|key|pass)$/i;

/** As in `Prefer: code=503`. */
const isStatus = /^[1-5]\d\d$/;
/** A `code` in JSON and XML is often the name of an error. */
const isWords = /^[a-z]+(?:[-_. ][a-z]+)*$/i;

/** Longer names are compared by their end. */
const longestName = 100;

/** Whether a name is that of a secret, in any notation: `apiKey`, `x-api-key`, `access_token`, `X-Amz-Signature`. */
export function isSecretName(name: string): boolean {
  const words = toWords(name);
  const last = words.findLastIndex((word) => !formWords.has(word));
  return isSecret(words) || isSecret(words.slice(0, last + 1));
}

function isSecret(words: readonly string[]): boolean {
  const compact = words.join('');
  const [first, second = ''] = words;
  const isSecretHeader = first === 'x' && ['auth', 'csrf', 'xsrf'].includes(second);
  return (
    isSecretHeader ||
    endings.test(compact) ||
    wholeNames.has(compact) ||
    lastWords.has(words.at(-1) ?? '') ||
    codeOwners.test(compact) ||
    isSecretKey(words)
  );
}

/** Whether the name of a header, a cookie or a parameter is that of a secret. */
export function isSecretParameter(name: string): boolean {
  return parameters.test(name) || isSecretName(name);
}

/** Whether a field of JSON or XML contains a secret. A field named `code` or `key` often contains something else. */
export function isSecretField(name: string, value: string): boolean {
  const isCode = /^code$/i.test(name) && !isWords.test(value) && !isStatus.test(value);
  return isCode || isSecretName(name);
}

/** Whether a parameter contains a secret: `user[password]=…`, `secrets[db]=…`. A status is not one. */
export function isSecretArgument(name: string, value: string): boolean {
  if (isStatus.test(value)) return false;
  const decoded = decodeName(name);
  const [owner = '', field] = decoded.split(/[[\].]+/);
  if (field !== undefined && isSecretContainer(owner)) return true;
  return decoded.split(/[[\]]+/).some(isSecretParameter);
}

/** Whether everything in an object or a list of this name is secret. */
export function isSecretContainer(name: string): boolean {
  const words = toWords(name.replace(/s$/i, ''));
  const compact = words.join('');
  return containers.test(compact) || codeOwners.test(compact) || isSecretKey(words);
}

function isSecretKey(words: readonly string[]): boolean {
  const [owner = '', last = ''] = words.slice(-2);
  if (words.length > 1 && last === 'key') return !harmlessKeys.has(owner);
  return keyOwners.test(words.at(-1) ?? '');
}

/** The words of a name in lower case, without numbers at its end: `X-Hub-Signature-256` → x, hub, signature. */
function toWords(name: string): string[] {
  const words = name.slice(-longestName).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const last = words.findLastIndex((word) => !/^\d+$/.test(word));
  return words.slice(0, last + 1).map((word) => word.toLowerCase());
}

/** Percent-encoding does not change a name (RFC 3986, section 2.3). */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
