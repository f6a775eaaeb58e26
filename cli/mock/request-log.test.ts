import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../mock/index.ts';
import { createPaint } from '../../writers/terminal-text.ts';
import { readDetail, toLogEntry, toPrettyLines } from './request-log.ts';

const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function toEntry(fields: Partial<JournalEntry> = {}, answer?: unknown): JournalEntry {
  const text = JSON.stringify(answer) ?? '';
  const body = { text, bytes: text.length, truncated: false };
  return {
    id: 1,
    time: '2026-01-01T12:00:00.000Z',
    session: 'default',
    operation: 'updateSite',
    method: 'PATCH',
    path: `/v1/sites/${uuid}`,
    query: '',
    status: 200,
    durationMs: 1.234,
    faults: [],
    request: { headers: [] },
    response: { headers: [], ...(answer === undefined ? {} : { body }) },
    ...fields,
  };
}

const pretty = (entry: JournalEntry, columns = Number.POSITIVE_INFINITY) =>
  toPrettyLines(entry, readDetail(entry), createPaint(false), columns).split('\n').slice(0, -1);

describe('a request in the readable log', () => {
  test('has its method, path, status, time and operation in one line', () => {
    expect(pretty(toEntry())).toEqual([
      expect.stringMatching(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d 200 PATCH  /v1/sites/${uuid} updateSite 1\\.2 ms$`),
      ),
    ]);
  });

  test.each([
    {
      title: 'each error with its location',
      entry: toEntry({
        status: 422,
        faults: [
          { pointer: '/name', detail: 'must be a string' },
          { pointer: '', detail: 'is not JSON' },
          { header: 'Authorization', detail: 'is required' },
        ],
      }),
      want: ['/name: must be a string', 'is not JSON', 'Authorization: is required'],
    },
    {
      title: 'the details of the problem',
      entry: toEntry({ status: 404 }, { detail: 'Site not found.' }),
      want: ['Site not found.'],
    },
    {
      title: 'nothing if the response has no details',
      entry: toEntry({ status: 404 }, 'no'),
      want: [],
    },
    {
      title: 'the fault rule that left it without a response',
      entry: toEntry({ status: 0, injected: { id: 'f1', effect: 'hang' } }),
      want: ['injected: hang (rule f1)'],
    },
    {
      title: 'the fields of the body that the contract does not define',
      entry: toEntry({ ignored: ['/hosturl'] }),
      want: ['/hosturl: ignored, not a field of the contract'],
    },
  ])('is followed by $title', ({ entry, want }) => {
    const [line, ...reasons] = pretty(entry);
    expect(line).toContain(entry.status === 0 ? ' --- PATCH ' : ` ${entry.status} PATCH `);
    expect(reasons.map((reason) => reason.trim())).toEqual(want);
  });

  test('wraps its reasons to the width of the terminal, and keeps the whole target', () => {
    const detail = 'Site not found. Create it first, or use another id, such as one of the list.';
    const entry = toEntry({ status: 404, query: `after=${uuid}` }, { detail });
    const [line, ...reasons] = pretty(entry, 80);
    expect(line).toContain(`/v1/sites/${uuid}?after=${uuid} `);
    for (const reason of reasons) expect(reason.length).toBeLessThanOrEqual(80);
    expect(reasons.length).toBeGreaterThan(1);
    expect(pretty(entry)).toHaveLength(2);
  });

  test('cannot control the terminal', () => {
    const entry = toEntry({ path: '/\u001b[2J\u202e', faults: [{ detail: 'a\nb' }] });
    const text = pretty(entry).join('\n');
    expect(text).toContain('/\\u{1b}[2J\\u{202e}');
    expect(text).toContain('a\\nb');
  });
});

test('a request in the JSON log has the reason for a refusal', () => {
  const entry = toEntry({ status: 404, session: 'w1' }, { detail: 'a\nb' });
  expect(JSON.parse(JSON.stringify(toLogEntry(entry, readDetail(entry))))).toEqual({
    time: '2026-01-01T12:00:00.000Z',
    method: 'PATCH',
    path: `/v1/sites/${uuid}`,
    status: 404,
    durationMs: 1.234,
    operation: 'updateSite',
    session: 'w1',
    detail: 'a\nb',
  });
});
