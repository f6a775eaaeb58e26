import { createCommand } from '../command.ts';
import { proxyOptions } from './proxy-options.ts';

/** `site-contract proxy`. */
export const proxy = createCommand({
  name: 'proxy',
  summary: 'Pass requests on to a service, and judge what passes',
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
    'Everything passes unchanged, streams too; WebSockets are refused. The page under /__mock/ shows what passed.',
    'When the proxy stops, it prints what it saw, and what was never exercised.',
  ],
  exits: {
    0: 'stopped, and nothing broke the contract',
    1: 'stopped, and something did',
    2: 'could not start; the reason is on stderr',
  },
  run: async (values, context) =>
    (await import('../traffic/run-proxy.ts')).runProxy(values, context),
});
