import { isStepId, type StepId, stepIds } from '../../gate/steps.ts';
import type { OptionValues } from '../command.ts';
import { configOption, parsed, parsedList, text, WrongValue } from '../option.ts';
import { parseBaseUrl } from './conformance-options.ts';

/** A list of known steps. The flag may be repeated, or contain several steps separated by commas. */
const stepList = (description: string) => {
  const list = parsedList<StepId>({ placeholder: '<step>', description }, (word) => {
    if (isStepId(word)) return word;
    throw new WrongValue(`one of ${stepIds.join(', ')}`);
  });
  return {
    ...list,
    words: stepIds,
    parse: (given: readonly string[]) =>
      list.parse(given.flatMap((words) => words.split(',').map((word) => word.trim()))),
  };
};

export const gateOptions = {
  document: text({
    placeholder: '<file>',
    file: true,
    description: 'OpenAPI document (default: spec/openapi.yaml)',
  }),
  base: text({
    placeholder: '<source>',
    description:
      'Document to compare with, such as git:origin/main (default: that of the target branch, on GitHub and GitLab)',
  }),
  accept: text({
    placeholder: '<file>',
    file: true,
    description: 'File of accepted breaking changes, each with a reason and an expiry date',
  }),
  generated: text({
    placeholder: '<command>',
    description:
      'Command that checks that generated files are up to date (default: the npm script check:generated)',
  }),
  target: parsed<string>(
    {
      placeholder: '<url>',
      description: 'Base URL of a deployment to test, with the settings of "conformance"',
    },
    parseBaseUrl,
  ),
  since: text({
    placeholder: '<file>',
    file: true,
    description:
      'Earlier deployment.json of the target to compare with: shows what is newly broken or repaired',
  }),
  reports: {
    ...text({ placeholder: '<folder>', description: 'Folder for the reports' }),
    fallback: 'gate-reports',
    shown: 'gate-reports',
    parse: (given: readonly string[]) => given.at(-1) ?? 'gate-reports',
  },
  only: stepList('Run only these steps'),
  skip: stepList('Skip these steps'),
  config: configOption,
};

export type GateValues = OptionValues<typeof gateOptions>;
