import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const readSchema = (name: string) =>
  JSON.parse(readFileSync(join(__dirname, '../../spec', `${name}.schema.json`), 'utf8'));

function compile(name: string) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  return ajv.compile(readSchema(name));
}

describe('the published schemas', () => {
  test.each(['report', 'baseline'])('%s is a valid schema with its own id', (name) => {
    const schema = readSchema(name);
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
    expect(schema.$id).toMatch(new RegExp(`^urn:site-contract:${name}:\\d$`));
    expect(() => compile(name)).not.toThrow();
  });
});
