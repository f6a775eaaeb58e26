import { describe, expect, test } from '@jest/globals';
import { encodings } from '../../test/support/encodings.ts';
import { siteApiKey } from '../model/ledger.ts';
import { createRedactor } from './redaction.ts';

const key = 'sk_live_3f9aB7';

describe('createRedactor', () => {
  test.each(Object.entries(encodings))('removes the key as %s', (_, encode) => {
    const redacted = createRedactor([key])(`no access for ${encode(key)}, sorry`);
    expect(redacted).toMatch(/^no access for .*\[redacted\].*, sorry$/);
    expect(redacted.length).toBeLessThan(60);
  });

  test.each([
    ['another end', `${key.slice(0, -1)}x`],
    ['another beginning', `x${key.slice(1)}`],
    ['only its first half', key.slice(0, 7)],
    ['only its second half', key.slice(7)],
    ['a hyphen in its middle', `${key.slice(0, 7)}-${key.slice(7)}`],
  ])('removes the rest of a key with %s', (_, variant) => {
    const redacted = createRedactor([key])(`unknown key ${variant}.`);
    expect(redacted).not.toContain(key.slice(1, 6));
    expect(redacted).not.toContain(key.slice(-5, -1));
  });

  test('removes the beginning of a truncated key', () => {
    const redact = createRedactor([key]);
    expect(redact(`{"detail":"${key.slice(0, 9)}… (70,000 bytes in total)`)).toBe(
      '{"detail":"[redacted]… (70,000 bytes in total)',
    );
    const base64 = Buffer.from(key).toString('base64').slice(0, 12);
    expect(redact(`base64:${base64}…`)).not.toContain(base64.slice(0, 8));
  });

  test('removes each of several secrets', () => {
    const redact = createRedactor([key, 'hunter2-staging']);
    expect(redact(`a ${key} b hunter2-staging c`)).toBe('a [redacted] b [redacted] c');
  });

  test('keeps the placeholders for a key', () => {
    const text = '{"hostUrl":null,"reason":"undefined, no Bearer \\"\\""}';
    expect(createRedactor([key])(text)).toBe(text);
  });

  test("keeps the name of the program and its problem types if the mock's key is used", () => {
    const text = 'urn:problem-type:site-contract:unauthorized, checked by site-contract 1.0.0';
    expect(createRedactor(['site-contract-key'])(text)).toBe(text);
  });

  test.each(['a', '1', 'id', 'key', 'name', '201', 'k3y', 'secret'])(
    'leaves the rest of a report intact if the key is %s',
    (short) => {
      const redact = createRedactor([short]);
      const text =
        '{"id":"91b4c1de-2f57-4d0a-8a4d-52a1a5e5b6c3","name":"a site","keys":[201,1],"secret":true}';
      const sentence = 'The name of a site comes back changed: 201 answers in 91 ms';
      expect(redact(text)).toBe(text);
      expect(redact(sentence)).toBe(sentence);
      expect(redact(`{"detail":"${short}"}`)).toBe('{"detail":"[redacted]"}');
      expect(redact(`Authorization: Bearer ${short}`)).toBe('Authorization: Bearer [redacted]');
    },
  );

  test('shortens the apiKey of a site and keeps its id', () => {
    const text =
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}';
    expect(createRedactor([], siteApiKey)(text)).toBe(
      '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","apiKey":"5a2f0f0e-…"}',
    );
  });

  test('takes time in proportion to the text', () => {
    const redact = createRedactor([key]);
    const texts = [
      'c2t'.repeat(25_000),
      '%73'.repeat(25_000),
      '73:'.repeat(25_000),
      '…'.repeat(75_000),
    ];
    const { user } = process.cpuUsage();
    for (const text of texts) redact(text);
    expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
  });
});
