import { describe, expect, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import { type JournalExpectation, UnmetExpectation } from '../../index.ts';

const create = `POST ${sitesOf()}`;

async function openMock() {
  const mock = createTestMock({ seed: 1 });
  await call(mock, create, { json: { name: 'One', locale: 'en-US' } });
  await call(mock, create, { json: { name: 'Two' } });
  await call(mock, create, { json: { name: [3] } });
  await call(mock, `GET ${sitesOf()}?limit=1`, { headers: { 'x-mock-session': 'worker-1' } });
  return mock;
}

describe('an expectation', () => {
  test.each<[JournalExpectation, number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ operation: 'createSite' }, [1, 2, 3]],
    [{ operation: 'createSite', status: '2xx', times: 2 }, [1, 2]],
    [{ operation: 'createSite', body: { name: 'One' }, times: 1 }, [1]],
    [{ body: { name: 'One', locale: 'en-US' } }, [1]],
    [{ session: 'worker-1', times: 1 }, [4]],
    [{ operation: 'duplicateSite', times: 0 }, []],
  ])('%j is met', async (expectation, ids) => {
    const { journal } = await openMock();
    expect((await journal.expect(expectation)).map(({ id }) => id)).toEqual(ids);
  });

  test('lists the closest request, its differences and all requests if it is unmet', async () => {
    const { journal } = await openMock();
    const expectation: JournalExpectation = {
      operation: 'createSite',
      times: 1,
      body: { name: 'One', locale: 'de-DE' },
    };
    const path = sitesOf();
    await expect((async () => journal.expect(expectation))()).rejects.toThrow(
      new Error(`Expected 1 request to createSite with a body like {"name":"One","locale":"de-DE"}, found 0.
Closest is #1 createSite: POST ${path} → 201:
  /locale: expected "de-DE", received "en-US"
The last of 4 requests:
  #1 createSite: POST ${path} → 201
  #2 createSite: POST ${path} → 201
  #3 createSite: POST ${path} → 422
  #4 listSites: GET ${path}?limit=1 → 201`),
    );
  });

  test.each<[JournalExpectation, string]>([
    [{ operation: 'createSite', times: 1 }, 'Expected 1 request to createSite, found 3.'],
    [{ operation: 'updateSite' }, 'Expected a request to updateSite, found 0.'],
    [{ status: 500, session: 'default' }, 'answered 500 in the session default, found 0.'],
    [{ status: 422, body: { name: [] } }, '/name: expected [], received [3]'],
    [{ operation: 'listSites', body: {} }, 'the body: expected {}, received nothing'],
  ])('%j is unmet', async (expectation, told) => {
    const { journal } = await openMock();
    const ask = async () => journal.expect(expectation);
    await expect(ask()).rejects.toThrow(UnmetExpectation);
    await expect(ask()).rejects.toThrow(told);
  });

  test.each([
    [
      { operation: 'creatSite', times: 0 },
      'creatSite is not an operation of the contract; did you mean createSite?',
    ],
    [{ operation: 'createSite', time: 0 }, 'time is not a known field; did you mean times?'],
    [{ status: '9xx' }, 'status must be one such as 404, or a range such as 4xx (got 9xx)'],
    [{ times: -1 }, 'times must be an integer of at least 0 (got -1)'],
  ])('%j is refused, even if it expects nothing', async (expectation, told) => {
    const { journal } = await openMock();
    const ask = async () => Reflect.apply(journal.expect, undefined, [expectation]);
    await expect(ask()).rejects.toThrow(new TypeError(`Invalid expectation: ${told}`));
  });

  test('of a session only considers the requests of that session', async () => {
    const mock = await openMock();
    const { journal } = mock.session('worker-1');
    expect(await journal.expect({ times: 1 })).toMatchObject([{ operation: 'listSites' }]);
    const ask = async (expectation: JournalExpectation) => journal.expect(expectation);
    await expect(ask({ operation: 'createSite' })).rejects.toThrow('The last of 1 request:');
    await journal.clear();
    await expect(ask({})).rejects.toThrow('The journal is empty.');
  });
});
