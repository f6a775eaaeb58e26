import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { type AcceptanceTarget, questions } from './index.ts';

test('every question has a readable id and its own title', () => {
  const ids = questions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(questions.map(({ title }) => title)).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z-]+\/[a-zA-Z0-9.-]+$/);
});

test('no question accepts a server that closes every connection', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const target: AcceptanceTarget = {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'any-key',
    workspace: '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e',
    otherWorkspace: '7f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e',
  };
  const content: string[] = [];
  for (const { id, ask } of questions) {
    await ask(target).then(
      () => content.push(id),
      () => undefined,
    );
  }
  await new Promise((resolve) => server.close(resolve));
  expect(content).toEqual([]);
});
