import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyEncoding, anyKey, encodings, isTold } from '../test/support/encodings.ts';
import { isCi } from '../test/support/in-ci.ts';
import { measureGrowth, mostGrowth } from '../test/support/measure-growth.ts';
import { createRedactor } from './redact.ts';

const key = 'sk_live_3f9aB7';
const secret = 'a-very-secret-key';

describe('a given secret', () => {
  const { given } = createRedactor({ secrets: [key] });

  test.each(Object.entries(encodings))('is removed as %s', (_, encode) => {
    const redacted = given(`no access for ${encode(key)}, sorry`);
    expect(redacted).toMatch(/^no access for .*\[redacted\].*, sorry$/);
    expect(redacted.length).toBeLessThan(60);
  });

  test('is removed in any encoding, whatever it is', () => {
    fc.assert(
      fc.property(anyKey, anyEncoding, (any, encode) => {
        const redactor = createRedactor({ secrets: [any] });
        const redacted = redactor.text(JSON.stringify({ detail: encode(any) }));
        expect(isTold(redacted, any, encode)).toBe(false);
      }),
      { numRuns: isCi ? 200 : 50 },
    );
  });

  test.each([
    ['another end', `${key.slice(0, -1)}x`],
    ['another beginning', `x${key.slice(1)}`],
    ['only its first half', key.slice(0, 7)],
    ['only its second half', key.slice(7)],
    ['a hyphen in its middle', `${key.slice(0, 7)}-${key.slice(7)}`],
  ])('is removed with %s', (_, variant) => {
    const redacted = given(`unknown key ${variant}.`);
    expect(redacted).not.toContain(key.slice(1, 6));
    expect(redacted).not.toContain(key.slice(-5, -1));
  });

  test('is removed if the text is cut within it', () => {
    expect(given(`{"detail":"${key.slice(0, 9)}… (70,000 bytes in total)`)).toBe(
      '{"detail":"[redacted]… (70,000 bytes in total)',
    );
    const base64 = Buffer.from(key).toString('base64').slice(0, 12);
    expect(given(`base64:${base64}…`)).not.toContain(base64.slice(0, 8));
  });

  test('is removed if it is very long', () => {
    const long = Array.from({ length: 300 }, (_, at) => at.toString(36)).join('');
    const redactor = createRedactor({ secrets: [long] });
    expect(redactor.given(`a ${long} b`)).toMatch(/^a (?:\[redacted\])+ b$/);
    expect(redactor.given(encodeURIComponent(Buffer.from(long).toString('base64')))).not.toMatch(
      /[A-Za-z\d]{70}/,
    );
  });

  test('is ignored if it is empty', () => {
    expect(createRedactor({ secrets: ['', ' '] }).given('{"a":""}')).toBe('{"a":""}');
  });

  test.each(['a', '1', 'id', 'key', 'name', '201', 'k3y', 'secret'])(
    'leaves the rest of a text intact if it is %s',
    (short) => {
      const redact = createRedactor({ secrets: [short] }).given;
      const report =
        '{"id":"91b4c1de-2f57-4d0a-8a4d-52a1a5e5b6c3","name":"a site","keys":[201,1],"secret":true}';
      const sentence = 'The name of a site comes back changed: 201 answers in 91 ms';
      expect(redact(report)).toBe(report);
      expect(redact(sentence)).toBe(sentence);
      expect(redact(`{"detail":"${short}"}`)).toBe('{"detail":"[redacted]"}');
      expect(redact(`Authorization: Bearer ${short}`)).toBe('Authorization: Bearer [redacted]');
    },
  );

  test("keeps the name of the program and its problem types if it is the mock's key", () => {
    const sentence = 'urn:problem-type:site-contract:unauthorized, checked by site-contract 1.0.0';
    expect(createRedactor({ secrets: ['site-contract-key'] }).text(sentence)).toBe(sentence);
  });

  test.each([
    [
      'lines of base64',
      Buffer.from(`before ${key} after`).toString('base64').replace(/.{12}/g, '$&\r\n  '),
    ],
    ['bytes with zeros', [...Buffer.from(key)].map((byte) => `0${byte}`).join(', ')],
    ['bytes on lines', [...Buffer.from(key)].join(',\n  ')],
    [
      'hexadecimal bytes on lines',
      [...Buffer.from(key)].map((byte) => `0x${byte.toString(16)}`).join(',\n '),
    ],
  ])('is removed in %s', (_, encoded) => {
    expect(given(`no access for ${encoded}, sorry`)).toMatch(
      /^no access for (?:0x?)?\[redacted\]\s*, sorry$/,
    );
  });

  test('is removed with a plus in its base64, in any alphabet', () => {
    const redactor = createRedactor({ secrets: ['>>>>~~~~key?>>>'] });
    const base64 = Buffer.from('>>>>~~~~key?>>>').toString('base64');
    expect(base64).toContain('+');
    for (const text of [base64, base64.replaceAll('+', '-'), base64.replaceAll('+', ' ')])
      expect(redactor.given(`a "${text}" b`)).toMatch(/^a "\[redacted\] ?" b$/);
  });

  test('leaves the escapes around it intact', () => {
    expect(given(`{\\"a\\":\\"${key}\\"}`)).toBe('{\\"a\\":\\"[redacted]\\"}');
  });

  test('may have any length', () => {
    const long = Array.from({ length: 200_000 }, (_, at) => at.toString(36)).join('');
    const redactor = createRedactor({ secrets: [long] });
    expect(redactor.given(`a ${long} z`)).toBe('a [redacted] z');
    expect(redactor.given(`a ${Buffer.from(long).toString('base64')} z`)).toBe('a [redacted] z');
    expect(redactor.given(`a ${Buffer.from(long).toString('hex')} z`)).toBe('a [redacted] z');
  });
});

describe('the time is in proportion to the text', () => {
  const secrets = [key, 'sssssssssssssssss', '0000000000', '>>>>~~~~key?>>>'];
  const redactor = createRedactor({ secrets });
  const base64 = Buffer.from(key).toString('base64');
  const parts = [
    ...[
      '-eyJ',
      'eyJ.',
      '0',
      '00,',
      '115, ',
      '73',
      '73:',
      '0x73',
      ' ',
      '\n',
      '\\',
      '\\"',
      "'\\",
      '\0',
    ],
    ...['%25', '%73', '&amp;', '&#x0', '&#0', '\\u{0', '…', 'sk_liv', 'c2tfbG', 's', '+ '],
    ...[base64.slice(0, -1), `${base64} `, key.slice(1), `${key}…`],
    ...[
      '"a',
      'a=',
      'a=& ',
      '"a":',
      '"token":',
      '"token":"',
      '"tokens":{',
      '"tokens":["',
      '"a":["",',
    ],
    ...[
      '\\"tokens\\":[\\"',
      '{"secrets":[',
      '://',
      '://a',
      '<a ',
      '<a>',
      '<tokens>',
      '<tokens>a</tokens>',
      "a ='",
    ],
    ...['name="a"', 'name="token"\r\n', 'name="token"\r\n\r\n', '\r\n--'],
  ];

  test.each(parts)('of %j', (part) => {
    const work = (size: number): void => {
      redactor.text(part.repeat(size / part.length));
      redactor.header('Cookie', part.repeat(size / part.length));
    };
    expect(measureGrowth(work, 12_000)).toBeLessThan(mostGrowth);
  });

  test('of one part in front of many others', () => {
    for (const start of [
      '"token":',
      '"tokens":{',
      '\\"tokens\\":["',
      '<tokens>',
      'eyJ',
      'name="token"',
    ])
      for (const part of ['\\', '"', '0', 'a', ' ', '{', '<a>', '\n', '-eyJ', "'"]) {
        const work = (size: number): void => {
          redactor.text(start + part.repeat(size / part.length));
        };
        const growth = measureGrowth(work, 6000);
        expect({ start, part, isLinear: growth < mostGrowth }).toMatchObject({ isLinear: true });
      }
  });
});

describe('an excerpt', () => {
  const { excerpt } = createRedactor({ secrets: [key] });

  test('contains no secret, wherever the text is cut', () => {
    for (let length = 0; length < 60; length += 1) {
      const shown = excerpt(
        `${'x'.repeat(20)}${key} "password":"${secret}" ${'y'.repeat(99_999)}`,
        length,
      );
      expect(shown).not.toMatch(/sk_l|a-ve/);
      expect(shown).toMatch(/… \(100,0\d\d characters in total\)$/);
    }
  });

  test('is cut before it is searched', () => {
    const text = `{"password":"${secret}","data":"${'x'.repeat(50_000_000)}"}`;
    const { user } = process.cpuUsage();
    expect(excerpt(text, 300)).toContain('"password":"[redacted]"');
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
  });

  test('of a short text is the text', () => expect(excerpt('{"a":1}', 20)).toBe('{"a":1}'));
});

describe('a secret that is recognised by its place', () => {
  const { header, text } = createRedactor({ keepsStart: true });

  test.each([
    ['Authorization', `Bearer ${secret}`, 'Bearer a-ve…'],
    ['authorization', secret, 'a-ve…'],
    ['authorization', `Bearer\t${secret}`, 'Bearer\ta-ve…'],
    ['Proxy-Authorization', `Basic ${secret}`, 'Basic a-ve…'],
    ['X-API-Key', secret, 'a-ve…'],
    ['apikey', secret, 'a-ve…'],
    ['x-access-token', secret, 'a-ve…'],
    ['X-Amz-Security-Token', secret, 'a-ve…'],
    ['X-CSRF-Token', secret, 'a-ve…'],
    ['X-Auth-Key', secret, 'a-ve…'],
    ['X-Session-Id', secret, 'a-ve…'],
    ['Cookie', `key=${secret}`, 'key=…'],
    ['x-api-key', 'short', '…'],
    ['Location', `https://x/cb?code=${secret}`, 'https://x/cb?code=a-ve…'],
    ['X-Functions-Key', secret, 'a-ve…'],
    ['x-amz-server-side-encryption-customer-key', secret, 'a-ve…'],
    ['DD-APPLICATION-KEY', secret, 'a-ve…'],
    ['X-Hub-Signature-256', secret, 'a-ve…'],
    ['Referer', `https://user:${secret}@x/`, 'https://user…@x/'],
  ])('is shortened in the header %s: %s', (name, value, want) =>
    expect(header(name, value)).toBe(want),
  );

  test.each([
    ['a query', `limit=1&access_token=${secret}&after=2`, 'limit=1&access_token=a-ve…&after=2'],
    ['an encoded name', `access%5Ftoken=${secret}`, 'access%5Ftoken=a-ve…'],
    ['a broken query', `%=1&api-key=${secret}`, '%=1&api-key=a-ve…'],
    ['a name with brackets', `user%5Bpassword%5D=${secret}`, 'user%5Bpassword%5D=a-ve…'],
    ['a multipart form', `name="password"\r\n\r\n${secret}`, 'name="password"\r\n\r\na-ve…'],
    ['XML', `<password>${secret}</password>`, '<password>a-ve…</password>'],
    ['XML with a namespace', `<w:Password T="x">${secret}</`, '<w:Password T="x">a-ve…</'],
    ['CDATA', `<token><![CDATA[${secret}]]>`, '<token><![CDATA[a-ve…>'],
    ['an attribute', `<a password = '${secret} b'/>`, "<a password = 'a-ve…'/>"],
    ['a fragment', `https://x/cb#id_token=${secret}`, 'https://x/cb#id_token=a-ve…'],
    ['a parameter key', `key=${secret}`, 'key=a-ve…'],
    ['a query with semicolons', `limit=1;token=${secret}`, 'limit=1;token=a-ve…'],
    ['a signed URL', `/f?X-Amz-Signature=${secret}`, '/f?X-Amz-Signature=a-ve…'],
    ['a value with =', `clientSecret=${secret}=`, 'clientSecret=a-ve…'],
    ['JSON', `{"apiKey":"${secret}"}`, '{"apiKey":"a-ve…"}'],
    ['JSON with spaces', `{"api_key" : "${secret}"}`, '{"api_key" : "a-ve…"}'],
    ['truncated JSON', `{"client-secret":"${secret}`, '{"client-secret":"a-ve…'],
    ['JSON with escapes', `{"password":"a\\"${secret}"}`, '{"password":"a\\"a…"}'],
    ['JSON in JSON', `"{\\"apiKey\\":\\"${secret}\\"}"`, '"{\\"apiKey\\":\\"a-ve…\\"}"'],
    ['a number', '{"password": 123456}', '{"password": "[redacted]"}'],
    ['an array', `{"sig":["a]",\n"${secret}"],"a":[1]}`, '{"sig":["…",\n"a-ve…"],"a":[1]}'],
    ['a truncated array', `{"api_key": ["${secret}`, '{"api_key": ["a-ve…'],
    [
      'objects',
      `{"secrets":{"db":{"a":"${secret}","b":1}},"c":"d"}`,
      '{"secrets":{"db":{"a":"a-ve…","b":"[redacted]"}},"c":"d"}',
    ],
    [
      'a list',
      `{"tokens":["${secret}", 17, null, true],"a":1}`,
      '{"tokens":["a-ve…", "[redacted]", null, true],"a":1}',
    ],
    [
      'a list of objects',
      `{"apiKeys":[{"value":"${secret}"}],"a":1}`,
      '{"apiKeys":[{"value":"a-ve…"}],"a":1}',
    ],
    ['a truncated object', `{"secrets": {"a":"${secret}`, '{"secrets": {"a":"a-ve…'],
    [
      'an object in JSON in JSON',
      `"{\\"secrets\\":{\\"a\\":\\"${secret}\\"}}" b`,
      '"{\\"secrets\\":{\\"a\\":\\"a-ve…\\"}}" b',
    ],
    [
      'JSON in JSON in JSON',
      `\\\\\\"token\\\\\\":\\\\\\"a${secret}\\\\\\"}`,
      '\\\\\\"token\\\\\\":\\\\\\"aa-v…\\\\\\"}',
    ],
    ['an object of a program', `{'password': '${secret}'}`, "{'password': 'a-ve…'}"],
    ['a name with spaces', `{"API Key": "${secret}"}`, '{"API Key": "a-ve…"}'],
    [
      'a list in a query',
      `tokens[]=${secret}&secrets%5Bdb%5D=${secret}`,
      'tokens[]=a-ve…&secrets%5Bdb%5D=a-ve…',
    ],
    [
      'elements',
      `<secrets>\n<db a="${secret}">${secret}</db></secrets>b`,
      '<secrets>\n<db a="a-ve…">a-ve…</db></secrets>b',
    ],
    [
      'a text of a multipart form',
      `name="passcode"\r\nContent-Type: text/plain\r\n\r\nin ${secret}\r\n--x`,
      'name="passcode"\r\nContent-Type: text/plain\r\n\r\nin a…\r\n--x',
    ],
    [
      'a token behind a name',
      `a-name-of_eyJhb.eyJhbGciOiJI.eyJzdWIi.abc_-d.e`,
      'a-name-of_eyJhb.eyJh….e',
    ],
    ['long user info', `https://a:${secret.repeat(30)}@x`, 'https://a:a-…@x'],
    ['a code of OAuth', '{"code":"4/0AeaYSHB12345"}', '{"code":"4/0A…"}'],
    ['a code in XML', '<code>4/0AeaYSHB12345</code>', '<code>4/0A…</code>'],
    ['the user info of a URL', `at https://me:${secret}@x/y`, 'at https://me:a…@x/y'],
    ['a JSON Web Token', `no ${'eyJhbGciOiJI'}.eyJzdWIi.abc_-d!`, 'no eyJh…!'],
  ])('is shortened in %s', (_, given, want) => expect(text(given)).toBe(want));

  test('is replaced if no part of it may be kept', () => {
    const redactor = createRedactor();
    expect(redactor.header('Authorization', `Bearer ${secret}`)).toBe('Bearer [redacted]');
    expect(
      createRedactor({ secrets: ['signature1'] }).header(
        'Authorization',
        'AWS4 A=id, S=signature1',
      ),
    ).toBe('AWS4 [redacted]');
    expect(redactor.text(`{"token":"${secret}"}`)).toBe('{"token":"[redacted]"}');
    expect(redactor.headers({ 'Set-Cookie': secret })).toEqual({ 'Set-Cookie': '[redacted]' });
  });
});

test.each([
  'limit=20&after=7c9e6679-7425-40de-944b-e07fc1f90ae7&keys=1&=2&flag',
  '{"name":"my token","hostUrl":"https://secret.example","tokens":"1","token":null}',
  '{"type":"urn:problem","code":"invalid_name","status":422,"key":"name","code":7}',
  'see https://example.com/@user and a@b.example',
  '<p class="token">at <code>ECONNREFUSED</code> <code>503</code></p>',
  'the token -> a, password < 5 or > 9',
  '{"publicKey":"a","sort_key":"b","Idempotency-Key":"c","status_code":"d","countryCode":"e","monkey":"f"}',
  '{"next":{"tokens":{}},"tokensUsed":17,"secretary":"g","author":"h","keys":["i"],"code":{"j":"k"}}',
  'X-Author, primary-key=1&sort%5Border%5D=name',
])('everything else is unchanged: %s', (given) => {
  const { text, header } = createRedactor({ secrets: [key], keepsStart: true });
  expect(text(given)).toBe(given);
  expect(header('X-Mock-Session', 'worker-1')).toBe('worker-1');
});
