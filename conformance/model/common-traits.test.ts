import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import type { Intent, JournalEntry } from '../runner/journal.ts';
import { toReply } from '../runner/reply.ts';
import { findOperation } from '../runner/run.ts';
import {
  findCommonTrait,
  findUsualTrait,
  hasMalformedId,
  looseUuid,
  uuid,
} from './common-traits.ts';

const site = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const other = '9b1c6f0a-4e2d-4d7a-8c35-7a6e1f0b2d94';
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

interface Given {
  operation?: string;
  path?: string;
  body?: string;
  intent?: Intent;
  key?: string | undefined;
}

function toEntry(given: Given): JournalEntry {
  const { operation = 'updateSite', path = `/v1/sites/${site}`, body, intent = 'valid' } = given;
  const key = 'key' in given ? given.key : 'Bearer right';
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  return {
    operation: findOperation(contract, operation),
    intent,
    by: '',
    sent: {
      request: {
        method: 'PATCH',
        path,
        headers: {},
        credential: { value: key, shown: key },
        body: bytes,
      },
      reply: toReply(200, {}, new Uint8Array()),
      error: undefined,
      startedAt: 0,
      durationMs: 1,
    },
  };
}

const named = (name: string): Given => ({ body: JSON.stringify({ name }) });
const plain = ['a', 'b', 'c', 'd'].map((name) => toEntry(named(name)));
const known = new Set([site, workspace]);

describe('findCommonTrait', () => {
  test.each<{ title: string; same: Given[]; want: string; others?: Given[] }>([
    {
      title: 'names the only kind of character that distinguishes a text',
      same: [named('back\\slash')],
      want: 'that sends name with a backslash',
    },
    {
      title: 'does not guess between several kinds of characters',
      same: [named("o'back\\slash é")],
      want: 'that sends name with unusual characters, such as a backslash',
    },
    {
      title: 'distinguishes a missing header from a wrong key',
      same: [
        { ...named('a'), intent: 'unauthorised', key: undefined },
        { ...named('b'), intent: 'unauthorised', key: undefined },
      ],
      want: 'that has no Authorization header',
    },
    {
      title: 'recognises a path that is written in another way',
      same: [
        { ...named('a'), path: `/v1/%73ites/${site}` },
        { ...named('b'), path: `/v1//sites/${site}` },
      ],
      want: 'that spells its path differently',
    },
    {
      title: 'distinguishes a body that is not JSON from one without documented fields',
      same: [{ body: '{"name":' }],
      want: 'that has a body that is not JSON',
    },
    {
      title: 'recognises an id in a path that is not a UUID, whatever else is sent',
      same: [
        { ...named('a'), path: '/v1/sites/42', intent: 'invalid' },
        { ...named('b'), path: `/v1/sites/${site}xyz`, intent: 'invalid' },
      ],
      want: 'that has an id in its path that is not a UUID',
    },
    {
      title: 'distinguishes bodies of any other type from objects',
      same: [{ body: 'null' }, { body: '[]' }, { body: '"text"' }],
      want: 'that has a body that is not an object',
    },
    {
      title: 'names the field if each request has a wrong type for the same one',
      same: [{ body: '{"name":null}' }, { body: '{"name":42}' }],
      want: 'that sends name with a wrong type',
    },
    {
      title: 'recognises wrong types of different fields',
      same: [{ body: '{"name":null}' }, { body: '{"name":"a","hostUrl":42}' }],
      want: 'that sends a field of a wrong type',
    },
  ])('$title', ({ same, want }) => {
    expect(findCommonTrait(same.map(toEntry), plain, { known })).toBe(want);
  });

  test('ignores what other operations accepted', () => {
    const elsewhere = [toEntry({ operation: 'createSite', ...named("o'é") })];
    const same = [toEntry(named("o'back\\slashé"))];
    expect(findCommonTrait(same, plain, { known, elsewhere })).toBe(
      'that sends name with a backslash',
    );
  });

  test('treats a UUID in another form as malformed only if it fails', () => {
    const inForm = (id: string) => toEntry({ ...named('a'), path: `/v1/sites/${id}` });
    const same = [inForm('42'), inForm(site.replaceAll('-', ''))];
    const malformed = 'that has an id in its path that is not a UUID';
    expect(findCommonTrait(same, [...plain, inForm(`%7B${site}%7D`)], { known })).toBe(malformed);
    const ask = (after: string) =>
      toEntry({ operation: 'listSites', path: `/v1/workspaces/${workspace}/sites?after=${after}` });
    expect(
      findCommonTrait([ask('42'), ask('')], [ask(site), ask(site), ask(other)], { known }),
    ).toBe('that has a cursor that is not a UUID');
  });

  test('recognises a cursor that is not the id of a site in the workspace', () => {
    const ask = (after: string) =>
      toEntry({ operation: 'listSites', path: `/v1/workspaces/${workspace}/sites?after=${after}` });
    const isListed = (_: string, id: string) => id === site;
    expect(
      findCommonTrait([ask(other)], [ask(site), ask(site), ask(site)], { known, isListed }),
    ).toBe('that has a cursor that is not the id of a site in the workspace');
    const nowhere = '5b1c7c1e-0000-4000-8000-00000000dead';
    expect(findCommonTrait([ask(nowhere)], [ask(site), ask(site), ask(site)], { known })).toBe(
      'that names a resource that does not exist',
    );
  });
});

test('findCommonTrait recognises a value of another record', () => {
  const taken = toEntry({ body: '{"name":"a1","extra":1}' });
  const listTaken = (entry: unknown) => (entry === taken ? ['name'] : []);
  expect(findCommonTrait([taken], plain, { known, listTaken })).toBe(
    'that sends a name that another record has',
  );
});

describe('findUsualTrait', () => {
  test('names what most requests have if some differ', () => {
    const same = [{ body: '{"name":' }, { body: "{'name':'a'}" }, {}].map(toEntry);
    expect(findCommonTrait(same, plain, { known })).toBeUndefined();
    expect(findUsualTrait(same, plain, { known })).toBe('that has a body that is not JSON');
  });
});

test.each([
  { title: 'takes a UUID', path: `/v1/sites/${site}`, want: false },
  { title: 'finds another text', path: '/v1/sites/42', want: true },
  { title: 'finds it after further slashes', path: '/v1//sites/42/', want: true },
  { title: 'takes braces as UUIDs in another form', path: `/v1/sites/%7B${site}%7d`, want: false },
  {
    title: 'finds braces where only the usual form counts',
    form: uuid,
    path: `/v1/sites/%7B${site}%7d`,
    want: true,
  },
  { title: 'leaves out paths of other operations', path: '/v1/sites/42/routes', want: false },
])('hasMalformedId $title', ({ path, form = looseUuid, want }) => {
  expect(hasMalformedId(findOperation(contract, 'updateSite'), path, form)).toBe(want);
});
