import type { OptionValues } from '../command.ts';
import {
  authoritiesOption,
  configOption,
  contractOptions,
  createReportOptions,
  integer,
  parsed,
  text,
  toggle,
} from '../option.ts';
import { parseBaseUrl } from './conformance-options.ts';

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
    description: 'Address to listen on (default: 127.0.0.1)',
  }),
  ca: authoritiesOption,
  insecure: toggle(
    { description: 'Accept any certificate; others may then be able to read the traffic' },
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
  ...createReportOptions('violations', { perCall: true, verb: 'On exit, write' }),
  ...contractOptions,
  config: configOption,
};

export type ProxyValues = OptionValues<typeof proxyOptions>;
