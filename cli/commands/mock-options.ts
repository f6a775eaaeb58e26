import { choice, integer, text, texts, toggle } from '../option.ts';
import { configOption, contractOptions, seedBounds } from './contract-options.ts';

/** What `site-contract mock` can be told. */
export const mockOptions = {
  port: integer(
    {
      placeholder: '<n>',
      short: 'p',
      description: 'Port to listen on; 0 takes any free one',
      environment: ['PORT'],
    },
    { minimum: 0, maximum: 65_535, fallback: 4010 },
  ),
  host: {
    ...text({
      placeholder: '<name>',
      description: 'Address to listen on; 0.0.0.0 lets other machines in',
      environment: ['HOST'],
    }),
    shown: '127.0.0.1',
  },
  apiKey: {
    ...texts({
      placeholder: '<key>',
      description: 'API key that requests have to send',
      secret: true,
    }),
    shown: 'site-contract-key',
  },
  workspace: {
    ...texts({ placeholder: '<uuid>', description: 'A workspace that exists' }),
    shown: 'every UUID is one',
  },
  seed: {
    ...integer(
      {
        placeholder: '<n>',
        description: 'Repeats ids and times: same seed, same requests, same answers',
      },
      seedBounds,
    ),
    shown: 'another one each time',
  },
  ...contractOptions,
  bodyLimit: {
    ...integer(
      { placeholder: '<bytes>', description: 'Largest request body' },
      { minimum: 1, maximum: 1_073_741_824, fallback: undefined },
    ),
    shown: 'the assumption body-size-limit',
  },
  log: {
    ...choice(
      {
        placeholder: '<form>',
        description: 'A line for each request: pretty for people, json for programs, or off',
      },
      ['pretty', 'json', 'off'],
      undefined,
    ),
    shown: 'pretty on a terminal, else off',
  },
  quiet: toggle({ short: 'q', description: 'Show neither banner nor requests' }, false),
  config: configOption,
};
