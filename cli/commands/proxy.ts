import { createCommand } from '../command.ts';
import { proxyOptions } from './proxy-options.ts';

export const proxy = createCommand({
  name: 'proxy',
  summary: 'Forward requests to a service, and check every exchange',
  usage: '<upstream> [options]',
  options: proxyOptions,
  examples: [
    { line: 'site-contract proxy http://127.0.0.1:8080', does: 'Serves on http://127.0.0.1:4020.' },
    {
      line: 'site-contract proxy https://sites.staging.example --record session.json',
      does: 'Records a fixture.',
    },
  ],
  notes: [
    'Everything is forwarded unchanged, streams included; WebSockets are refused. The page under /__mock/ shows the exchanges.',
    'On exit, the proxy prints a summary, and what the traffic did not cover.',
  ],
  exits: {
    0: 'stopped; every exchange matched the contract',
    1: 'stopped; an exchange violated the contract',
    2: 'could not start; the reason is on stderr',
  },
  run: async (values, context) =>
    (await import('../traffic/run-proxy.ts')).runProxy(values, context),
});
