import { createCommand } from '../command.ts';
import { startMock } from '../mock/start-mock.ts';
import { mockOptions } from './mock-options.ts';

/** `site-contract mock`. */
export const mock = createCommand({
  name: 'mock',
  summary: 'Start a mock of the service that keeps state and validates both ways',
  usage: '[options]',
  options: mockOptions,
  examples: [
    { line: 'site-contract mock', does: 'Listens on http://127.0.0.1:4010.' },
    {
      line: 'site-contract mock --port 0 --seed 7',
      does: 'Any free port; ids and times that repeat.',
    },
    {
      line: 'site-contract mock --overlay observed.yaml',
      does: 'Behaves as a deployment was seen to by `site-contract conformance --observed`.',
    },
    {
      line: 'site-contract mock --log json | jq .status',
      does: 'One JSON object for each request, and in place of the banner one that says where it listens.',
    },
  ],
  notes: [
    'Ctrl-C or SIGTERM stops it once the answers in flight have been sent; a second one stops it at once.',
  ],
  exits: { 0: 'stopped as asked', 2: 'could not start; the reason stands on stderr' },
  run: startMock,
});
