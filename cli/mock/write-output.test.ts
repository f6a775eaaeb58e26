import { afterEach, expect, test } from '@jest/globals';
import { createMock, type Listening } from '../../mock/index.ts';
import { writeOutput } from './write-output.ts';

const mock = createMock({ seed: 1 });
afterEach(() => mock.close());

/** What a mock writes to a terminal, or to something that keeps it. */
async function write(isTTY: boolean, isTokenChosen: boolean): Promise<string> {
  const listening: Listening = await mock.listen({ control: { token: 'token-of-this-test' } });
  let written = '';
  const output = { isTTY, write: (text: string) => (written += text) };
  await writeOutput(
    {
      ...mock,
      ...listening,
      apiKey: 'site-contract-key',
      isTokenChosen,
      anyWorkspace: true,
      hasData: false,
    },
    'pretty',
    { environment: { NO_COLOR: '1' }, stdout: output, stderr: output },
  );
  return written;
}

test('a terminal shows a link with the token that the mock made', async () => {
  expect(await write(true, false)).toMatch(/__mock\/#token=token-of-this-test /);
});

test.each([
  { title: 'that the user chose', isTTY: true, isTokenChosen: true, want: 'that you chose' },
  { title: 'that a log would keep', isTTY: false, isTokenChosen: false, want: '--admin-token' },
])('nothing shows a token $title', async ({ isTTY, isTokenChosen, want }) => {
  const written = await write(isTTY, isTokenChosen);
  expect(written).not.toContain('token-of-this-test');
  expect(written).toContain(want);
});
