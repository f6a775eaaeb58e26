import { describe, expect, test } from '@jest/globals';
import './jest.ts';
import { createMock, type JournalExpectation, type Mock } from '../mock/index.ts';
import { sitesOf } from '../test/support/test-client.ts';

async function createSite(mock: Pick<Mock, 'fetch'>, body: object): Promise<void> {
  const headers = { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  await mock.fetch(new Request(`http://mock${sitesOf()}`, init));
}

function readMessage(source: object, expectation: JournalExpectation): string {
  try {
    expect(source).toHaveReceived(expectation);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}

describe('toHaveReceived', () => {
  test('works for a mock, a session and their journals', async () => {
    const mock = createMock({ seed: 1 });
    await createSite(mock, { name: 'Bakery' });
    await createSite(mock.session('other'), { name: 'Other' });
    expect(mock).toHaveReceived({ operation: 'createSite', times: 2 });
    expect(mock.journal).toHaveReceived({ body: { name: 'Bakery' } });
    expect(mock.session('other')).toHaveReceived({ times: 1, body: { name: 'Other' } });
    expect(mock.session('other').journal).not.toHaveReceived({ body: { name: 'Bakery' } });
    expect(mock).toHaveReceived();
    expect(createMock()).not.toHaveReceived();
  });

  test('shows the differences to the closest request', async () => {
    const mock = createMock({ seed: 1 });
    await createSite(mock, { name: 'Baker', locale: 'de-DE' });
    const message = readMessage(mock, {
      operation: 'createSite',
      times: 1,
      body: { name: 'Bakery' },
    });
    expect(message).toContain('/name: expected "Bakery", received "Baker"');
    expect(message).toContain('#1 createSite: POST');
    expect(message.split('received "Baker"')).toHaveLength(2);
    expect(message).not.toContain('de-DE');
  });

  test('lists the requests received if none was expected', async () => {
    const mock = createMock({ seed: 1 });
    await createSite(mock, { name: 'Bakery' });
    expect(() => expect(mock).not.toHaveReceived({ operation: 'createSite' })).toThrow(
      /Expected no such request, but the mock received:\n {2}#1 createSite: POST .* → 201/,
    );
  });

  test('waits for a journal that returns a promise', async () => {
    const { journal } = createMock({ seed: 1 });
    const shared = {
      journal: { expect: async (given: JournalExpectation) => journal.expect(given) },
    };
    await expect(shared).not.toHaveReceived();
    await expect(async () => expect(shared).toHaveReceived({ times: 1 })).rejects.toThrow(
      'Expected 1 request, found 0.',
    );
  });

  test('refuses anything but a mock', () => {
    for (const value of [undefined, 'mock', {}, { journal: undefined }])
      expect(() => expect(value).toHaveReceived()).toThrow('accepts a mock');
  });
});
