import { integer, parsed, text, toggle } from '../option.ts';
import type { OptionValues } from '../read-options.ts';
import { parseBaseUrl } from './conformance-options.ts';
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
    parseBaseUrl,
  ),
  port: integer(
    { placeholder: '<n>', short: 'p', description: 'Port to listen on; 0 selects a free one' },
    { minimum: 0, maximum: 65_535, fallback: 4020 },
  ),
  host: text({
    placeholder: '<address>',
    description: 'Address to listen on; by default 127.0.0.1',
  }),
  ca: text({
    placeholder: '<file>',
    file: true,
    description: 'PEM file of certificate authorities to trust as well, like NODE_EXTRA_CA_CERTS',
  }),
  insecure: toggle(
    { description: 'Accept any certificate; others may then be able to read what passes' },
    false,
  ),
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
