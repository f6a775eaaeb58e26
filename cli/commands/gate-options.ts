import { isStepId, type StepId, stepIds } from '../../gate/steps.ts';
import { parsed, parsedList, text, WrongValue } from '../option.ts';
import type { OptionValues } from '../read-options.ts';
import { parseBaseUrl } from './conformance-options.ts';
import { configOption } from './contract-options.ts';

/** A list of steps, each of which has to exist. The flag may be repeated, or contain several separated by commas. */
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
    description: 'The OpenAPI document; otherwise spec/openapi.yaml',
  }),
  base: text({
    placeholder: '<source>',
    description:
      'What to compare with, such as git:origin/main; on GitHub and GitLab the target branch',
  }),
  accept: text({
    placeholder: '<file>',
    file: true,
    description: 'Accepted breaks, each with a reason and a date of expiry',
  }),
  generated: text({
    placeholder: '<command>',
    description: 'Checks that generated files are fresh; otherwise the script check:generated',
  }),
  target: parsed<string>(
    {
      placeholder: '<url>',
      description: 'A deployment to judge, with the settings of "conformance"',
    },
    parseBaseUrl,
  ),
  since: text({
    placeholder: '<file>',
    file: true,
    description: 'An earlier deployment.json of the target; says what is newly broken or repaired',
  }),
  reports: {
    ...text({ placeholder: '<folder>', description: 'Where reports are written' }),
    fallback: 'gate-reports',
    shown: 'gate-reports',
    parse: (given: readonly string[]) => given.at(-1) ?? 'gate-reports',
  },
  only: stepList('Run these steps only'),
  skip: stepList('Leave these steps out'),
  config: configOption,
};

export type GateValues = OptionValues<typeof gateOptions>;
