import assert from 'node:assert/strict';
import {
  createSite,
  currentSite,
  freshWorkspace,
  givenSite,
  pageOf,
  uniqueName,
  updateSite,
} from './operations.ts';
import { expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectSite } from './resource-shapes.ts';

const kept = [
  'https://example.com',
  'http://localhost:3000',
  'https://a.b.c.example.co.uk:8443',
  'http://127.0.0.1:8080',
  'http://[::1]:3000',
  'https://xn--bcher-kva.example',
];

/** Other spellings of an origin, and the normalised origin (RFC 3986, section 6.2). */
const normalised: readonly (readonly [given: string, want: string])[] = [
  ['HTTPS://Example.COM', 'https://example.com'],
  ['https://example.com:443', 'https://example.com'],
  ['http://example.com:80', 'http://example.com'],
];

/** Each is more than an origin, or not an origin. */
const refused: readonly (readonly [slug: string, hostUrl: string])[] = [
  ['path', 'https://example.com/shop'],
  ['query', 'https://example.com?a=1'],
  ['query-after-slash', 'https://example.com/?a=1'],
  ['fragment', 'https://example.com#top'],
  ['user', 'https://user:secret@example.com'],
  ['empty', ''],
  ['word', 'example'],
  ['no-scheme', 'example.com'],
  ['scheme-relative', '//example.com'],
  ['no-host', 'https://'],
  ['no-slashes', 'https:example.com'],
  ['backslashes', 'https:\\\\example.com'],
  ['space-inside', 'https://exa mple.com'],
  ['space-around', ' https://example.com '],
  ['line-break', 'https://example.com\n'],
  ['tab-inside', 'https://exam\tple.com'],
  ['port-too-high', 'https://example.com:99999'],
  ['port-not-a-number', 'https://example.com:port'],
  ['script', 'javascript:alert(1)'],
  ['mail', 'mailto:a@example.com'],
  ['null-origin', 'null'],
  ['two-origins', 'https://a.example https://b.example'],
  ['percent-nonsense', 'https://%zz.example'],
];

async function refuses(target: AcceptanceTarget, hostUrl: string): Promise<void> {
  const workspace = freshWorkspace();
  const site = await givenSite(target, { hostUrl: 'https://before.example' }, workspace);
  const body = { name: 'after', hostUrl };
  expectRefusedAt(await createSite(target, workspace, body), '/hostUrl');
  expectRefusedAt(await updateSite(target, site.id, body), '/hostUrl');
  assert.deepEqual((await pageOf(target, workspace)).data, [site]);
}

async function becomes(target: AcceptanceTarget, hostUrl: string, want: string): Promise<void> {
  const created = await givenSite(target, { hostUrl });
  assert.equal(created.hostUrl, want, `created with ${hostUrl}`);
  const other = await givenSite(target);
  const updated = expectSite(await updateSite(target, other.id, { hostUrl }), 200);
  assert.equal(updated.hostUrl, want, `updated to ${hostUrl}`);
  assert.equal((await currentSite(target, other.id)).hostUrl, want);
}

export const hosts: readonly Question[] = [
  {
    id: 'hosts/origins-come-back-unchanged',
    title: 'A normal origin is returned as sent',
    ask: async (target) => {
      for (const hostUrl of kept) await becomes(target, hostUrl, hostUrl);
    },
  },
  {
    id: 'hosts/origins-are-normalised',
    title: 'Case and default ports of an origin are normalised',
    ask: async (target) => {
      for (const [given, want] of normalised) await becomes(target, given, want);
    },
  },
  {
    id: 'hosts/lone-slash-is-dropped-or-refused',
    title: 'An origin with a trailing slash loses the slash or is refused',
    ask: async (target) => {
      const body = { name: uniqueName(), hostUrl: 'https://example.com/' };
      const answer = await createSite(target, target.workspace, body);
      if (answer.status !== 201) expectRefusedAt(answer, '/hostUrl');
      else assert.equal(expectSite(answer, 201).hostUrl, 'https://example.com');
    },
  },
  {
    id: 'hosts/letters-beyond-ascii-become-punycode-or-are-refused',
    title: 'A host with non-ASCII letters becomes Punycode or is refused',
    ask: async (target) => {
      const body = { name: uniqueName(), hostUrl: 'https://bücher.example' };
      const answer = await createSite(target, target.workspace, body);
      if (answer.status !== 201) expectRefusedAt(answer, '/hostUrl');
      else assert.equal(expectSite(answer, 201).hostUrl, 'https://xn--bcher-kva.example');
    },
  },
  {
    id: 'hosts/two-sites-may-share-a-host',
    title: 'Two sites may have the same host',
    ask: async (target) => {
      const hostUrl = 'https://shared.example';
      const first = await givenSite(target, { hostUrl });
      const second = await givenSite(target, { hostUrl });
      assert.deepEqual([first.hostUrl, second.hostUrl], [hostUrl, hostUrl]);
    },
  },
  ...refused.map(([slug, hostUrl]) => ({
    id: `hosts/refuses-${slug}`,
    title: `The host ${JSON.stringify(hostUrl)} is refused at /hostUrl without effect`,
    ask: (target: AcceptanceTarget) => refuses(target, hostUrl),
  })),
];
