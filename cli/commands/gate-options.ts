import { stepIds } from '../../gate/run-gate.ts';
import { gateFlags } from '../../service/cli/flags.ts';
import { listVerdicts } from '../gate/report-folder.ts';
import {
  acceptOption,
  duration,
  file,
  group,
  list,
  type OptionValues,
  oneOf,
  parseBaseUrl,
  sharedOptions,
  toggle,
  value,
} from '../option.ts';

const steps = { parse: oneOf(stepIds), flagOnly: true, separator: ',' };

/**
 * A pull request can change the config file, so it cannot set what runs, against which target, or what is compared: those
 * options come only from flags and the environment.
 */
export const gateOptions = {
  base: value(
    '<source>',
    'Document to compare with, such as git:origin/main (default: that of the target branch, on GitHub and GitLab)',
    { flagOnly: true },
  ),
  contract: file('OpenAPI document to check (default: spec/openapi.yaml)', { alias: 'document' }),
  accept: acceptOption,
  baseUrl: value('<url>', 'Base URL of a deployment to test; its key is in SITE_CONTRACT_API_KEY', {
    parse: parseBaseUrl,
    flagOnly: true,
    variable: 'SITE_CONTRACT_TARGET',
    alias: 'target',
  }),
  reports: value('<folder>', 'Folder for the reports', {
    flagOnly: true,
    fallback: 'gate-reports',
    listReports: listVerdicts,
  }),
  ...group('steps', {
    only: list('<step>', 'Run only these steps', steps),
    skip: list('<step>', 'Skip these steps', steps),
    maxTime: value('<time>', 'How long each step may take, such as 30s or 15m', {
      parse: duration(1, 86_400),
      fallback: 900,
      flagOnly: true,
    }),
    config: sharedOptions.config,
  }),
  ...group('deployment', {
    ...gateFlags,
    allowWrites: toggle(
      'Allow writes to a target on another machine; the data remains there',
      false,
      { flagOnly: true },
    ),
    baseline: file('File of known failures, which do not fail the gate'),
    since: file(
      'Earlier deployment.json of the target to compare with: shows what is newly broken or repaired',
      { flagOnly: true },
    ),
  }),
};

export type GateValues = OptionValues<typeof gateOptions>;
