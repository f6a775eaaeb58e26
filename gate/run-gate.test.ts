import { describe, expect, test } from '@jest/globals';
import { toGateMarkdown, toGateText } from './gate-reports.ts';
import { notSelected, runGate, type StepOutcome, type StepRunners } from './run-gate.ts';

const passed = async (): Promise<StepOutcome> => ({ status: 'passed', summary: 'fine' });
const failed = async (): Promise<StepOutcome> => ({ status: 'failed', summary: 'wrong' });
const broken = async (): Promise<StepOutcome> => {
  throw new Error('unknown operation');
};
const noBase = 'no base; set --base';

async function run(runners: StepRunners) {
  const result = await runGate(runners, () => {});
  const lines = toGateText(result, { colour: false, width: 200 }).trimEnd().split('\n');
  const verdictLine = (lines.at(-1) ?? '').replace(/ \([^()]*\)$/, '');
  return { ...result, verdictLine, markdown: toGateMarkdown(result, undefined) };
}

describe('the verdict line', () => {
  test.each<[string, StepRunners, string]>([
    ['passed', { document: passed, diff: passed, version: passed }, 'Gate passed'],
    [
      'passed without a base',
      { document: passed, diff: noBase, version: noBase, mock: passed },
      `Gate passed, but nothing was compared: ${noBase}`,
    ],
    [
      'passed without a base for the only comparing step',
      { document: passed, diff: notSelected, version: noBase },
      `Gate passed, but nothing was compared: ${noBase}`,
    ],
    [
      'passed with the steps that the user chose',
      { document: passed, diff: notSelected, version: notSelected },
      'Gate passed',
    ],
    [
      'failed',
      { document: passed, diff: failed, version: noBase },
      'Gate failed: breaking changes',
    ],
    ['not run', { document: noBase }, 'No verdict: every step was skipped'],
  ])('of a gate that %s', async (_, runners, line) => {
    const { verdictLine, markdown } = await run(runners);
    expect(verdictLine).toBe(line);
    const [heading = ''] = markdown.split('\n');
    expect(heading.includes('nothing was compared')).toBe(line.includes('nothing was compared'));
  });
});

test('a document that the mock cannot use is compared all the same', async () => {
  const { steps, verdict } = await run({
    ...{ document: broken, generated: passed, diff: failed, version: passed },
    ...{ mock: passed, deployment: 'no deployment to test' },
  });
  expect(Object.fromEntries(steps.map(({ id, status }) => [id, status]))).toEqual({
    document: 'error',
    generated: 'passed',
    diff: 'failed',
    version: 'passed',
    mock: 'skipped',
    deployment: 'skipped',
  });
  expect(verdict).toBe('failed');
  expect(steps.at(-2)?.summary).toBe('the document is invalid');
  expect(steps.at(-1)?.summary).toBe('no deployment to test');
});
