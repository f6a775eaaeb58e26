import { createCommand } from '../command.ts';
import { startMock } from '../mock/start-mock.ts';
import { mockOptions } from './mock-options.ts';

/** `site-contract mock`. */
export const mock = createCommand({
  name: 'mock',
  summary: 'Start a stateful mock that validates requests and replies',
  usage: '[options]',
  options: mockOptions,
  examples: [
    { line: 'site-contract mock', does: 'Listens on http://127.0.0.1:4010.' },
    {
      line: 'site-contract mock --port 0 --seed 7',
      does: 'Listens on a free port, with repeatable ids and times.',
    },
    {
      line: 'site-contract mock --overlay observed.yaml',
      does: 'Behaves as the deployment that `site-contract conformance --observed` observed.',
    },
    {
      line: 'site-contract mock --log json | jq .status',
      does: 'Writes a JSON object for each request. The first object contains the address.',
    },
  ],
  notes: [
    'Ctrl-C or SIGTERM stops the mock after pending responses. A second one stops it immediately.',
  ],
  exits: { 0: 'stopped on request', 2: 'could not start; the reason is on stderr' },
  run: startMock,
});
