import { isStepId, type StepId, stepIds } from '../../gate/steps.ts';
import {
  configOption,
  group,
  integer,
  type Option,
  type OptionValues,
  parsed,
  parsedList,
  text,
  toggle,
  WrongValue,
} from '../option.ts';
import { parseBaseUrl } from './conformance-options.ts';

/** A list of steps. The flag may be repeated, or contain several steps separated by commas. */
const stepList = (description: string): Option<readonly StepId[]> => {
  const list = parsedList<StepId>({ placeholder: '<step>', perCall: true, description }, (word) => {
    if (isStepId(word)) return word;
    throw new WrongValue(`one of ${stepIds.join(', ')}`);
  });
  return {
    ...list,
    parse: (given) => list.parse(given.flatMap((words) => words.split(/\s*,\s*/))),
  };
};

/**
 * A pull request can change the config file, so it cannot set what runs, against which target, or what is compared: those
 * options come only from flags and the environment.
 */
export const gateOptions = {
  base: text({
    placeholder: '<source>',
    perCall: true,
    description:
      'Document to compare with, such as git:origin/main (default: that of the target branch, on GitHub and GitLab)',
  }),
  accept: text({
    placeholder: '<file>',
    file: true,
    description: 'File of accepted breaking changes, each with a reason and an expiry date',
  }),
  target: parsed<string>(
    {
      placeholder: '<url>',
      perCall: true,
      description: 'Base URL of a deployment to test; its key is in SITE_CONTRACT_API_KEY',
      variable: 'SITE_CONTRACT_TARGET',
    },
    parseBaseUrl,
  ),
  only: stepList('Run only these steps'),
  reports: {
    ...text({ placeholder: '<folder>', perCall: true, description: 'Folder for the reports' }),
    fallback: 'gate-reports',
    shown: 'gate-reports',
    parse: (given: readonly string[]) => given.at(-1) ?? 'gate-reports',
  },
  ...group('steps', {
    skip: stepList('Skip these steps'),
    document: text({
      placeholder: '<file>',
      file: true,
      description: 'OpenAPI document (default: spec/openapi.yaml)',
    }),
    maxTime: integer(
      { placeholder: '<seconds>', perCall: true, description: 'How long each step may take' },
      { minimum: 1, maximum: 86_400, fallback: 900 },
    ),
    config: configOption,
  }),
  ...group('deployment', {
    workspace: text({
      placeholder: '<uuid>',
      perCall: true,
      description: 'Workspace to write into (default: SITE_CONTRACT_WORKSPACE)',
    }),
    allowWrites: toggle(
      {
        perCall: true,
        description: 'Allow writes to a target on another machine; the data remains there',
      },
      false,
    ),
    baseline: text({
      placeholder: '<file>',
      file: true,
      description: 'File of known failures, which do not fail the gate',
    }),
    since: text({
      placeholder: '<file>',
      perCall: true,
      description:
        'Earlier deployment.json of the target to compare with: shows what is newly broken or repaired',
    }),
  }),
};

export type GateValues = OptionValues<typeof gateOptions>;
