import { describe, expect, test } from '@jest/globals';
import {
  isSecretArgument,
  isSecretContainer,
  isSecretField,
  isSecretName,
  isSecretParameter,
} from './secret-names.ts';

describe('names of secrets', () => {
  test.each([
    ...[
      'apiKey',
      'api_key',
      'X-API-KEY',
      'apikey',
      'APIKey',
      'x-rapidapi-key',
      'api.key',
      'API Key',
    ],
    ...['secret_key', 'secretKey', 'secretkey', 'signing_key', 'SigningKey', 'X-Functions-Key'],
    ...[
      'encryptionKey',
      'master_key',
      'accountKey',
      'storage-key',
      'ssh_key',
      'appKey2',
      'hmac_key',
    ],
    ...['Ocp-Apim-Subscription-Key', 'x-amz-server-side-encryption-customer-key', 'AccessKeyId'],
    ...['device_code', 'userCode', 'authorization_code', 'recovery-code', 'otpcode', 'passcode'],
    ...['code_verifier', 'codeVerifier', 'PIN', 'cvv', 'seed_phrase', 'connectionString'],
    ...['token', 'csrfToken', 'X-Auth-Token', 'client_secret', 'clientsecret', 'SecretString'],
    ...['password', 'passwd', 'pwd', 'password_confirmation', 'new-password', 'password2'],
    ...['jsessionid', 'PHPSESSID', 'sid', 'session', 'Set-Cookie', 'Cookie2', 'X-Amz-Signature'],
    ...[
      'Authorization',
      'Proxy-Authorization',
      'basicAuth',
      'SAMLResponse',
      'x-csrf',
      'X-Auth-User',
    ],
  ])('%s', (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    ...['id', 'name', 'key', 'code', 'pass', 'keys', 'hostUrl', 'locale', 'author', 'X-Author'],
    ...['publicKey', 'primary_key', 'sort-key', 'Idempotency-Key', 'Sec-WebSocket-Key', 'monkey'],
    ...['statusCode', 'error_code', 'country-code', 'zipcode', 'barcode', 'codes'],
    ...[
      'token_type',
      'tokens_used',
      'secretary',
      'passwordless',
      'cookieConsent',
      'seed',
      '',
      '42',
    ],
  ])('not %s', (name) => expect(isSecretName(name)).toBe(false));
});

test('common words are secrets only as parameters', () => {
  expect(['code', 'key', 'pass'].map(isSecretParameter)).toEqual([true, true, true]);
  expect(isSecretField('key', 'x')).toBe(false);
  expect(isSecretField('code', '4/0AeaYSHB')).toBe(true);
  expect(isSecretField('code', 'invalid_name')).toBe(false);
});

test('the parts of a parameter count', () => {
  expect(isSecretArgument('user[password]', 'x')).toBe(true);
  expect(isSecretArgument('secrets[db]', 'x')).toBe(true);
  expect(isSecretArgument('secrets.db', 'x')).toBe(true);
  expect(isSecretArgument('tokens', 'x')).toBe(false);
  expect(isSecretArgument('code', '503')).toBe(false);
});

test('the plural of a secret contains secrets', () => {
  expect(
    ['secrets', 'tokens', 'apiKeys', 'credentials', 'recovery_codes'].map(isSecretContainer),
  ).toEqual(Array(5).fill(true));
  expect(['sessions', 'keys', 'codes', 'auth', 'publicKeys'].map(isSecretContainer)).toEqual(
    Array(5).fill(false),
  );
});

test('a name of any length is compared by its end', () => {
  expect(isSecretName(`${'x'.repeat(1_000_000)}_token`)).toBe(true);
});
