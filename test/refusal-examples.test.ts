import { expect, test } from '@jest/globals';
import { contract } from '../contract/index.ts';
import { readPointer } from '../contract/resolve-reference.ts';
import { createMock } from '../mock/index.ts';
import { call, type Sent, sitesOf } from './support/test-client.ts';

const mock = createMock();
const site = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';

/** A request for each example of a refusal in the document. */
const requests: Readonly<Record<string, { line: string; sent?: Sent }>> = {
  'InvalidParameter/invalidParameter': { line: 'PATCH /v1/sites/x', sent: { json: {} } },
  'Unauthorized/wrongKey': {
    line: `GET ${sitesOf()}`,
    sent: { headers: { authorization: 'Bearer wrong' } },
  },
  'NotFound/unknownSite': { line: `PATCH /v1/sites/${site}`, sent: { json: {} } },
  'InvalidBody/invalidBody': { line: `POST ${sitesOf()}`, sent: { json: { name: 7 } } },
};

const names = ['InvalidParameter', 'Unauthorized', 'NotFound', 'InvalidBody'];
const examples = names.flatMap((name) => {
  const pointer = `/components/responses/${name}/content/application~1problem+json/examples`;
  const shown = readPointer(contract.document, pointer) as Record<string, { value: unknown }>;
  return Object.entries(shown).map(([key, { value }]) => ({ name: `${name}/${key}`, value }));
});

test.each(examples)('$name is what the mock returns', async ({ name, value }) => {
  const { line, sent } = requests[name] ?? { line: '' };
  expect((await call(mock, line, sent)).json).toEqual(value);
});

test('each operation documents the usual refusals, and allows every other status', () => {
  for (const { id, requestBody, responses } of contract.operations) {
    const statuses = responses
      .map(({ status }) => status)
      .filter((status) => status.startsWith('4'));
    const body = requestBody === undefined ? [] : ['422'];
    expect({ id, statuses }).toEqual({ id, statuses: ['400', '401', '404', ...body, '4XX'] });
  }
});
