import { isStepId, type StepId, stepIds } from '../../gate/steps.ts';
import { createCommand } from '../command.ts';
import { parsedList, text, WrongValue } from '../option.ts';
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
  target: text({
    placeholder: '<url>',
    description: 'A deployment to judge, with the settings of "conformance"',
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

/** `site-contract gate`. */
export const gate = createCommand({
  name: 'gate',
  summary: 'Run every check that applies, and give one verdict',
  usage: '[options]',
  options: gateOptions,
  examples: [
    { line: 'site-contract gate --base git:origin/main', does: 'Before a change is merged.' },
    {
      line: 'site-contract gate --only deployment --target https://sites.staging.example',
      does: 'Before a release.',
    },
  ],
  notes: [
    `Steps: ${stepIds.join(', ')}. Each says what it did, or why it was skipped.`,
    'The step "deployment" takes its key, workspace and baseline from the settings of "conformance".',
    'The folder of reports holds gate.md, gate.json, gate.junit.xml, gate.sarif and gate.html, and the reports of each step.',
  ],
  exits: {
    0: 'every step that ran passed',
    1: 'a step failed',
    2: 'a step could not run, or none applied; the reason is in the report',
  },
  run: async (values, context) =>
    (await import('../gate/run-gate-command.ts')).runGateCommand(values, context),
});
