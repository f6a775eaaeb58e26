import { integer, parsed, text, toggle, WrongValue } from '../option.ts';
import type { OptionValues } from '../read-options.ts';
import { configOption, contractOptions } from './contract-options.ts';

const report = (what: string) =>
  text({
    placeholder: '<file>',
    file: true,
    perCall: true,
    description: `On exit, write ${what}`,
  });

export const proxyOptions = {
  upstream: parsed<string>(
    {
      positional: true,
      description: 'Base URL of the service',
      environment: ['SITE_CONTRACT_URL'],
    },
    (given) => {
      const url = URL.canParse(given) ? new URL(given) : undefined;
      if (url === undefined || !['http:', 'https:'].includes(url.protocol))
        throw new WrongValue('a URL that begins with http:// or https://');
      return given.replace(/\/+$/, '');
    },
  ),
  port: integer(
    { placeholder: '<n>', short: 'p', description: 'Port to listen on; 0 selects a free one' },
    { minimum: 0, maximum: 65_535, fallback: 4020 },
  ),
  host: text({
    placeholder: '<address>',
    description: 'Address to listen on; by default 127.0.0.1',
  }),
  fail: toggle({ description: 'Respond with 502 when an exchange violates the contract' }, false),
  record: text({
    placeholder: '<file>',
    file: true,
    perCall: true,
    description: 'On exit, write the observed data as a fixture for the mock',
  }),
  adminToken: text({
    placeholder: '<token>',
    description: 'Admin token of the page and the control surface',
    secret: true,
  }),
  json: report('the results as JSON'),
  junit: report('the results as JUnit XML'),
  html: report('the results as an HTML page'),
  sarif: report('the violations as SARIF 2.1.0'),
  ...contractOptions,
  config: configOption,
};

export type ProxyValues = OptionValues<typeof proxyOptions>;
