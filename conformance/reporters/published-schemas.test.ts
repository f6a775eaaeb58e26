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

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('the published schemas', () => {
  test.each(['report', 'config', 'baseline'])('%s is a valid schema with its own id', (name) => {
    const schema = readSchema(name);
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
    expect(schema.$id).toBe(`urn:site-contract:${name}:1`);
    expect(() => compile(name)).not.toThrow();
  });

  test.each([
    { title: 'nothing', given: {} },
    {
      title: 'both commands',
      given: {
        $schema: './node_modules/site-contract/spec/config.schema.json',
        conformance: {
          baseUrl: 'https://sites.staging.example/base',
          workspace,
          otherWorkspace: workspace,
          seed: 7,
          concurrency: 4,
          timeout: 10_000,
          settle: 0,
          strict: true,
          thorough: false,
          allowWrites: true,
          only: ['listSites'],
          json: 'report.json',
          junit: 'junit.xml',
          html: 'report.html',
          sarif: 'report.sarif',
          observed: 'observed.yaml',
          baseline: 'known-failures.json',
        },
        mock: { host: '0.0.0.0', port: 0, workspace: [workspace], overlay: 'a.yaml', bodyLimit: 1 },
      },
    },
  ])('accept a configuration with $title', ({ given }) => {
    const validate = compile('config');
    validate(given);
    expect(validate.errors).toBeNull();
  });

  test.each([
    {
      title: 'a key at the top level',
      given: { mock: { apiKey: 'secret' } },
      place: '/mock/apiKey',
    },
    {
      title: 'a key in the section of the target',
      given: { conformance: { apiKey: 'secret' } },
      place: '/conformance/apiKey',
    },
    { title: 'an unknown option', given: { mock: { prot: 1 } }, place: '/mock' },
    { title: 'an unknown command', given: { moc: {} }, place: '' },
    { title: 'a port that is a string', given: { mock: { port: '4010' } }, place: '/mock/port' },
    {
      title: 'a target without a scheme',
      given: { conformance: { baseUrl: 'localhost:1' } },
      place: '/conformance/baseUrl',
    },
    {
      title: 'a target with a query',
      given: { conformance: { baseUrl: 'http://a/?b=c' } },
      place: '/conformance/baseUrl',
    },
    {
      title: 'a target with a password',
      given: { conformance: { baseUrl: 'http://a:b@c' } },
      place: '/conformance/baseUrl',
    },
    {
      title: 'a workspace that is not a UUID',
      given: { conformance: { workspace: 'mine' } },
      place: '/conformance/workspace',
    },
  ])('refuse a configuration with $title', ({ given, place }) => {
    const validate = compile('config');
    expect(validate(given)).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });

  test('say where the key belongs if it is in the file', () => {
    expect(readSchema('config').$defs.apiKey.description).toContain('SITE_CONTRACT_API_KEY');
  });
});
