import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { AcceptanceTarget } from './acceptance/index.ts';
import { questions } from './acceptance/index.ts';
import { createMock, defaultApiKey } from './index.ts';
import { createPromisingStore } from './testing/promising-store.ts';
import { otherWorkspace, workspace } from './testing/test-client.ts';

describe('the mock on a real socket holds what an independent client asks', () => {
  const mock = createMock();
  let target: AcceptanceTarget;

  beforeAll(async () => {
    const { url } = await mock.listen();
    target = { baseUrl: url, apiKey: defaultApiKey, workspace, otherWorkspace };
  });
  afterAll(() => mock.close());

  test.each(questions)('$id: $title', ({ ask }) => ask(target));
});

describe('so does a mock whose store answers by promises', () => {
  const mock = createMock({ store: createPromisingStore() });
  let target: AcceptanceTarget;
  // What happens at the same moment, and what a refusal leaves behind, is where the store can tell.
  const families = [
    'concurrency/',
    'duplicates/',
    'listing/',
    'updates/',
    'routes/',
    'connection/',
  ];
  const some = questions.filter(({ id }) => families.some((family) => id.startsWith(family)));

  beforeAll(async () => {
    const { url } = await mock.listen();
    target = { baseUrl: url, apiKey: defaultApiKey, workspace, otherWorkspace };
  });
  afterAll(() => mock.close());

  test.each(some)('$id: $title', ({ ask }) => ask(target));
});
