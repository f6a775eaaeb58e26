import { afterEach, expect, test } from '@jest/globals';
import { createMock, type Listening } from '../../mock/index.ts';
import { writeOutput } from './show-mock.ts';

const mock = createMock({ seed: 1 });
afterEach(() => mock.close());

/** Returns the output of a mock on a terminal, or in a file. */
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
    { log: 'pretty', logOnly: [], verbose: false, hasKeys: false },
    { environment: { NO_COLOR: '1' }, stdout: output, stderr: output },
  );
  return written;
}

test('a terminal shows a link with the generated token', async () => {
  expect(await write(true, false)).toMatch(/__mock\/#token=token-of-this-test\n/);
});

test.each([
  { title: 'chosen by the user', isTTY: true, isTokenChosen: true, want: 'that you chose' },
  {
    title: 'that would end up in a log',
    isTTY: false,
    isTokenChosen: false,
    want: '--admin-token',
  },
])('the banner does not show a token $title', async ({ isTTY, isTokenChosen, want }) => {
  const written = await write(isTTY, isTokenChosen);
  expect(written).not.toContain('token-of-this-test');
  expect(written).toContain(want);
});

test('no line of the banner exceeds 80 columns', async () => {
  let written = '';
  const output = { isTTY: true, write: (text: string) => (written += text) };
  const listening = await mock.listen({ control: true });
  const facts = { apiKey: 'site-contract-key', isTokenChosen: false, anyWorkspace: true };
  await writeOutput(
    { ...mock, ...listening, ...facts, hasData: false },
    { log: 'pretty', logOnly: [], verbose: false, hasKeys: true },
    { environment: { NO_COLOR: '1' }, stdout: output, stderr: output },
  );
  const lines = written.split('\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => /https?:/.test(line))).toEqual([
    `  Base URL  ${listening.url}`,
    `  Page      ${listening.control?.url}#token=${listening.control?.token}`,
  ]);
  expect(written).toContain('API key   site-contract-key\n');
});
