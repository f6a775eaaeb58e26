import { isStepId, type StepId, stepIds } from '../../gate/run-gate.ts';
import {
  acceptOption,
  group,
  integer,
  type OptionValues,
  parseBaseUrl,
  parsed,
  parsedList,
  sharedOptions,
  text,
  toggle,
  WrongValue,
} from '../option.ts';

/** A list of steps. The flag may be repeated, or contain several steps separated by commas. */
function stepList(description: string) {
  const toStep = (word: string): StepId => {
    if (isStepId(word)) return word;
    throw new WrongValue(`one of ${stepIds.join(', ')}`);
  };
  return parsedList('<step>', description, toStep, { perCall: true, separator: ',' });
}

/**
 * A pull request can change the config file, so it cannot set what runs, against which target, or what is compared: those
 * options come only from flags and the environment.
 */
export const gateOptions = {
  base: text(
    '<source>',
    'Document to compare with, such as git:origin/main (default: that of the target branch, on GitHub and GitLab)',
    { perCall: true },
  ),
  accept: acceptOption,
  target: parsed<string>(
    '<url>',
    'Base URL of a deployment to test; its key is in SITE_CONTRACT_API_KEY',
    parseBaseUrl,
    { perCall: true, variable: 'SITE_CONTRACT_TARGET' },
  ),
  only: stepList('Run only these steps'),
  reports: text('<folder>', 'Folder for the reports', { perCall: true, shown: 'gate-reports' }),
  ...group('steps', {
    skip: stepList('Skip these steps'),
    document: text('<file>', 'OpenAPI document (default: spec/openapi.yaml)', { file: true }),
    maxTime: integer(
      '<seconds>',
      'How long each step may take',
      { minimum: 1, maximum: 86_400, fallback: 900 },
      { perCall: true },
    ),
    config: sharedOptions.config,
  }),
  ...group('deployment', {
    workspace: text('<uuid>', 'Workspace to write into (default: SITE_CONTRACT_WORKSPACE)', {
      perCall: true,
    }),
    allowWrites: toggle(
      'Allow writes to a target on another machine; the data remains there',
      false,
      { perCall: true },
    ),
    baseline: text('<file>', 'File of known failures, which do not fail the gate', { file: true }),
    since: text(
      '<file>',
      'Earlier deployment.json of the target to compare with: shows what is newly broken or repaired',
      { perCall: true },
    ),
  }),
};

export type GateValues = OptionValues<typeof gateOptions>;
