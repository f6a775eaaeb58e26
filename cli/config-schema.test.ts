import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Command } from './command.ts';
import { sections } from './config-file.ts';
import { toConfigSchema } from './config-schema.ts';
import { commands } from './run-command.ts';

let all: Command[] = [];
beforeAll(async () => {
  all = await Promise.all(Object.values(commands).map(({ load }) => load()));
});

test('the schema of the config file is what `npm run docs` writes', () => {
  expect(readFileSync('spec/config.schema.json', 'utf8')).toBe(toConfigSchema(all));
});

test('every command has a section', () => {
  expect(all.map(({ name }) => name).sort()).toEqual([...sections].sort());
});

test.each([
  { given: {}, valid: true },
  { given: { mock: { port: 0, overlay: 'a.yaml' }, conformance: { only: ['a'] } }, valid: true },
  { given: { mock: { port: '4010' } }, valid: false },
  { given: { mock: { apiKey: 'secret' } }, valid: false },
  { given: { gate: { target: 'https://service.example' } }, valid: false },
  { given: { moc: {} }, valid: false },
])('an editor accepts $given: $valid', ({ given, valid }) => {
  expect(new Ajv2020().validate(JSON.parse(toConfigSchema(all)), given)).toBe(valid);
});
