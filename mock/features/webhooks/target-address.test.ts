import { afterEach, describe, expect, test } from '@jest/globals';
import { createBench, respond } from '../../../test/support/webhooks/bench.ts';
import { isPrivate, type Lookup, post, resolveTarget, type Sending } from './send.ts';

const { open, receive, end } = createBench();
afterEach(end);

const sending: Omit<Sending, 'url'> = {
  headers: {},
  body: '',
  timeout: 600_000,
  allowPrivateTargets: false,
  signal: new AbortController().signal,
};

describe('an address', () => {
  test.each([
    ['private IPv4', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1', true],
    ['special IPv4', '169.254.169.254 0.0.0.0 224.0.0.1 255.255.255.255', true],
    ['documentation', '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1', true],
    ['IPv4 in IPv6', '::ffff:10.0.0.1 ::ffff:169.254.169.254 ::10.0.0.1 ::ffff:0:10.0.0.1', true],
    ['translated IPv4', '64:ff9b::a00:1 2002:a00:1::1', true],
    ['special IPv6', ':: 100::1 5f00::1 fd00::1 fe80::1 fe80::1%lo ff02::1', true],
    ['this machine', '127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1', false],
    ['public', '1.1.1.1 172.32.0.1 100.128.0.1 2606:4700::1111', false],
  ])('is private or not: %s', (_, addresses, want) => {
    const all = addresses.split(' ');
    expect(all.filter((address) => isPrivate(address) === want)).toEqual(all);
  });
});

describe('a target', () => {
  test.each([
    'http://10.0.0.1/',
    'http://0xa9fea9fe/',
    'http://0/',
    'http://10.1/',
    'http://012.0.0.1/',
    'http://10.0.0.1./',
    'http://①⓪.0.0.1/',
    'http://127.0.0.1@10.0.0.1/',
    'http://[::]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://2852039166/latest',
    'http://[::ffff:192.168.0.1]/',
    'http://[fd00::1]:8080/',
  ])('%s is refused, however its address is written', async (url) => {
    expect(await resolveTarget(new URL(url), false)).toMatch(/is a private address/);
    expect(await resolveTarget(new URL(url), true)).toBeInstanceOf(Array);
  });

  test('that is private fails at once, and the error names the option that allows it', async () => {
    const { triggerOne, settled } = await open(['http://169.254.169.254/latest/meta-data']);
    const delivery = await triggerOne();
    await settled(delivery);
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{}] });
    expect(delivery.reason).toContain('169.254.169.254 is a private address');
  });

  test('with a host name is looked up once, and only the checked address is connected to', async () => {
    const receiver = await receive(respond(204));
    let count = 0;
    const lookup: Lookup = async () => {
      count += 1;
      return [{ address: count === 1 ? '127.0.0.1' : '10.0.0.1' }];
    };
    // This name does not exist, so only the lookup above can resolve it.
    const url = receiver.url.replace('127.0.0.1', 'rebinding.invalid');
    const outcome = await post({ ...sending, url, lookup });
    expect(outcome).toMatchObject({ status: 204 });
    expect(count).toBe(1);
    expect(receiver.received[0]?.headers.host).toMatch(/^rebinding\.invalid:\d+$/);
  });

  test('is refused if any address of its host name is private', async () => {
    const lookup: Lookup = async () => [{ address: '1.1.1.1' }, { address: '10.0.0.1' }];
    const outcome = await post({ ...sending, url: 'http://mixed.invalid/', lookup });
    expect(outcome).toMatchObject({ isRefused: true, error: expect.stringContaining('10.0.0.1') });
  });

  test('is reached although another address of its host name does not respond', async () => {
    const receiver = await receive(respond(204));
    const lookup: Lookup = async () => [{ address: '::1' }, { address: '127.0.0.1' }];
    const url = receiver.url.replace('127.0.0.1', 'both.invalid');
    expect(await post({ ...sending, url, lookup })).toMatchObject({ status: 204 });
  });

  test('fails if its host name is not resolved in time', async () => {
    const lookup: Lookup = () => new Promise(() => {});
    const outcome = await post({ ...sending, url: 'http://slow.invalid/', timeout: 50, lookup });
    expect(outcome).toEqual({ error: 'no response within 50 ms' });
  });

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'no address'])(
    'needs an http or https URL, which %s is not',
    async (url) => {
      const outcome = await post({ ...sending, url });
      expect(outcome.isRefused).toBe(true);
    },
  );
});
