import { afterEach, describe, expect, test } from '@jest/globals';
import { startReceiver } from '../test/support/receiver.ts';
import { createTestMock } from '../test/support/test-mock.ts';
import { defaultApiKey } from './index.ts';
import { continueTrace, readTrace } from './trace.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

describe('the trace of a request', () => {
  test.each([
    { title: 'is read', given: traceparent, isRead: true },
    {
      title: 'can have a newer version with more fields',
      given: `01-${trace}-00f067aa0ba902b7-01-more`,
      isRead: true,
    },
    {
      title: 'must not have more fields in this version',
      given: `${traceparent}-more`,
      isRead: false,
    },
    {
      title: 'must not consist of zeros',
      given: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      isRead: false,
    },
    { title: 'has a parent', given: `00-${trace}-${'0'.repeat(16)}-01`, isRead: false },
    { title: 'must be in lower case', given: traceparent.toUpperCase(), isRead: false },
    { title: 'must have a valid version', given: `ff${traceparent.slice(2)}`, isRead: false },
    { title: 'is one line', given: `${traceparent}\r\nX: y`, isRead: false },
  ])('$title', ({ given, isRead }) => {
    expect(readTrace((name) => (name === 'traceparent' ? given : undefined)) !== undefined).toBe(
      isRead,
    );
  });

  test('leaves out a state of more than 512 characters', () => {
    const state = `a=${'b'.repeat(511)}`;
    expect(readTrace((name) => (name === 'traceparent' ? traceparent : state))).toEqual({
      traceparent,
    });
  });

  test('continues with its own parent id', () => {
    const headers = continueTrace({ traceparent, tracestate: 'a=1' });
    expect(headers).toEqual({
      traceparent: expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`)),
      tracestate: 'a=1',
    });
    expect(headers['traceparent']).not.toBe(traceparent);
    expect(continueTrace({})).toEqual({});
  });
});

describe('a mock', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  test('passes the trace on to journal and deliveries', async () => {
    const receiver = await startReceiver((response) => response.writeHead(204).end());
    const mock = createTestMock();
    closing.push(receiver.close, mock.close);
    const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    const { url } = await mock.listen({ port: 0, control: { token: 'test-token' } });
    const headers = { 'content-type': 'application/json', traceparent, tracestate: 'a=1,b=2' };
    const type = 'page.created';
    await fetch(`${url}/v1/workspaces/${workspaceId}/webhooks`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${defaultApiKey}` },
      body: JSON.stringify({ url: receiver.url, eventType: type }),
    });
    expect((await mock.journal.list())[0]).toMatchObject({ traceparent, tracestate: 'a=1,b=2' });
    await fetch(`${url}/__mock/events`, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer test-token' },
      body: JSON.stringify({ type, workspaceId }),
    });
    await receiver.until(1);
    expect(receiver.received[0]?.headers).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`)),
      tracestate: 'a=1,b=2',
    });
    expect(receiver.received[0]?.headers['traceparent']).not.toBe(traceparent);
    await mock.webhooks.trigger({ type, workspaceId });
    await receiver.until(2);
    expect(receiver.received[1]?.headers).not.toHaveProperty('traceparent');
  });
});
