import { expect, test } from '@jest/globals';
import { answer } from '../../test/any-contract/changes.ts';
import { runChanged } from '../../test/any-contract/run-forms.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import type { Change } from '../../test/support/serve-changed.ts';

const before = '  /notes:\n';

const policy = `  /branches/{branchId}/policy:
    parameters:
      - { name: branchId, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getPolicy
      responses:
        '200': { description: The policy., content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } } }
        default: { $ref: '#/components/responses/Error' }
    put:
      operationId: putPolicy
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } }
      responses:
        '200': { description: The policy., content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } } }
        default: { $ref: '#/components/responses/Error' }
`;

const schema = `  schemas:
    Policy: { type: object, required: [days], properties: { days: { type: integer, minimum: 1 }, text: { type: string } } }
`;

test('singletons of two parents are apart', async () => {
  const contract = await loadTestContract('library', (text) =>
    text.replace(before, policy + before).replace('  schemas:\n', schema),
  );
  const run = async (change: Change) => {
    const { groups } = await runChanged(contract, change, ['putPolicy/belongs-to-one-parent']);
    return groups.flatMap(({ failures }) => failures.map(({ message }) => message));
  };
  expect(await run((request, forward) => forward(request))).toEqual([]);
  let written: string | undefined;
  const sharesOne = answer('GET PUT', /\/policy$/, async (request, forward) => {
    if (request.method === 'PUT') written = await request.clone().text();
    const isWritten = request.method === 'GET' && written !== undefined;
    const headers = { 'Content-Type': 'application/json' };
    return isWritten ? new Response(written, { headers }) : forward(request);
  });
  expect(await run(sharesOne)).toContain('days of another branch has the value that was written');
});
