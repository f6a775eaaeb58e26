import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readAt } from '../../contract/resolve-reference.ts';
import { toDocument } from '../../test/diff-cases/cases.ts';
import { useFolder } from '../../test/support/use-folder.ts';
import { type DiffFormat, diffDocuments, readAcceptedBreaks, toReport } from '../index.ts';

const toSource = (name: string, schema: unknown) => ({
  name,
  document: toDocument(schema),
  locate: (pointer: string) => ({ pointer, file: 'spec/openapi.yaml', line: 7 }),
});
const hostile =
  '</style><script>alert(1)</script>\u001b[31m\n::error::x ##[error]y \u009b1m\u202ez';
const narrower = { type: 'object', properties: { name: { type: 'string', enum: [hostile] } } };
const wider = { type: 'object', properties: { name: { type: 'string' } } };
const result = diffDocuments(toSource('git:main', wider), toSource('spec/openapi.yaml', narrower));
const looks = { colour: false, width: 80, full: false };
const write = (format: DiffFormat): string => toReport(result, format, looks);

test('the JSON report matches its schema', () => {
  const schema: unknown = JSON.parse(
    readFileSync(path.resolve('spec/diff-report.schema.json'), 'utf8'),
  );
  const validate = new Ajv2020({ strict: false }).compile(Object(schema));
  const report: unknown = JSON.parse(write('json'));
  expect(validate(report) ? [] : validate.errors).toEqual([]);
  expect(report).toMatchObject({ verdict: 'breaking' });
});

test('the terminal report contains verdict, witness, location and id', () => {
  const text = write('text');
  expect(text).toMatch(/^1 breaking change \(1 compatible\)/);
  expect(text).toContain('spec/openapi.yaml:7');
  expect(text).toContain('curl -i --globoff --path-as-is -X POST');
  expect(text).toContain('id: request-narrowed:');
});

const folder = useFolder();

test('texts of a document cannot act as markup in any report', () => {
  const added = { type: 'object', required: [hostile] };
  const named = diffDocuments(toSource('a', wider), toSource('b', added));
  expect(toReport(named, 'text', looks)).toContain('\\u{1b}[31m\\n::error::x');
  expect(toReport(named, 'text', looks) + write('text')).not.toContain('\u001b');
  const json = toReport(named, 'json', looks);
  for (const text of ['\u001b', '\u009b', '\u202e', '##[']) expect(json).not.toContain(text);
  expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(hostile).slice(1, -1));
  // A code block shows it as it is.
  expect(write('markdown').replaceAll(/```[\s\S]*?```/g, '')).not.toContain('<script>');
  expect(write('github').trim().split('\n')).toHaveLength(1);
});

test('annotations point at the changed line', () => {
  expect(write('github')).toMatch(/^::error file=spec\/openapi\.yaml,line=7,/);
});

test('an accepted break fails only once it expires, and is shown', async () => {
  const [change] = result.changes;
  const entry = { change: change?.id ?? '', reason: 'announced', expires: '2026-12-31' };
  const file = path.join(folder, 'accepted.json');
  const accept = (value: object) => {
    writeFileSync(file, JSON.stringify({ breaks: [value] }));
    return readAcceptedBreaks(file);
  };
  const accepted = await accept(entry);
  const on = (today: string) =>
    diffDocuments(toSource('a', wider), toSource('b', narrower), { accepted, today });
  expect(on('2026-12-31').verdict).toBe('compatible');
  expect(toReport(on('2026-12-31'), 'text', looks)).toContain(
    'accepted until 2026-12-31: announced',
  );
  expect(on('2027-01-01')).toMatchObject({
    verdict: 'breaking',
    warnings: [expect.stringContaining('expired')],
  });
  await expect(accept({ ...entry, change: 'x' })).rejects.toThrow(
    /accepted\.json#\/breaks\/0\/change: .*report prints/,
  );
});

test.each([
  // These breaks are accepted below. Then a minor version is enough.
  ['1.0.0', '1.0.1', 'breaking', 'version-too-low'],
  ['1.0.0', '1.1.0', 'breaking', 'compatible'],
  ['1.0.0', '2.0.0', 'breaking', 'compatible'],
  ['0.4.0', '0.5.0', 'breaking', 'compatible'],
  ['1.0.0', '1.0.1', 'compatible', 'version-too-low'],
  ['1.0.0', '1.1.0', 'compatible', 'compatible'],
  ['1.2.0', '1.1.0', 'compatible', 'version-too-low'],
])('from %s to %s with a %s change is %s', (from, to, kind, verdict) => {
  const [a, b] = kind === 'breaking' ? [wider, narrower] : [narrower, wider];
  const source = (schema: unknown, version: string) => {
    const made = toSource('x', schema);
    // Compares only requests, so that only one direction counts.
    const paths = { '/things': { post: readAt(made.document, '/paths/~1things/post') } };
    return { ...made, document: { ...made.document, info: { title: 'T', version }, paths } };
  };
  const given = diffDocuments(source(a, from), source(b, to), { checkVersion: true });
  if (kind === 'breaking') expect(given.version.lowest).toBe(from === '0.4.0' ? '0.5.0' : '2.0.0');
  const accepted = given.changes.map(({ id }) => ({
    id,
    reason: 'r',
    expires: '9999-12-31',
  }));
  expect(
    diffDocuments(source(a, from), source(b, to), { checkVersion: true, accepted }).verdict,
  ).toBe(verdict);
});
