import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createMock, type Mock } from '../../mock/index.ts';
import { toScopeRow } from '../../service/cli/mock-scope.ts';
import { Printer } from '../printer.ts';
import { showMock } from './show-mock.ts';

let mock: Mock;
beforeEach(() => {
  mock = createMock({ seed: 1 });
});
afterEach(() => mock.close());

/** Returns the output of a mock on a terminal, or in a file, and what it shows. */
async function write(isTTY: boolean, isTokenChosen: boolean) {
  const listening = await mock.listen({ control: { token: 'token-of-this-test' } });
  let written = '';
  const environment = { NO_COLOR: '1', CI: '1' };
  const output = new Printer({ isTTY, write: (text) => (written += text) }, environment);
  const scope = { scopeFacts: {}, scopeRow: toScopeRow(mock, { workspace: [] }) };
  const facts = { apiKey: 'site-contract-key', isTokenChosen, ...scope };
  const shown = { ...mock, ...listening, ...facts };
  const context = { environment, stdout: output, stderr: output };
  showMock(shown, 'pretty', context);
  return { written, shown };
}

describe('the banner', () => {
  test('shows on a terminal what a request needs, and a link with the generated token', async () => {
    const { written, shown } = await write(true, false);
    expect(written.split('\n').slice(2, 7)).toEqual([
      `  Base URL   ${shown.url}`,
      '  API key    site-contract-key',
      `  Workspace  ${mock.workspaces[0]} (any UUID works)`,
      '  Seed       1',
      `  Page       ${shown.control?.url}#token=token-of-this-test`,
    ]);
  });

  test.each([
    { title: 'chosen by the user', isTTY: true, isTokenChosen: true },
    { title: 'in a log', isTTY: false, isTokenChosen: false },
  ])('does not show a token $title', async ({ isTTY, isTokenChosen }) => {
    const { written } = await write(isTTY, isTokenChosen);
    expect(written).not.toContain('token-of-this-test');
    expect(written).toContain('--admin-token');
  });
});
