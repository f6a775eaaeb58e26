/** The steps of the gate, in the order of reports. Separate from the code, so that help loads nothing else. */
export const stepTitles = {
  document: 'Document',
  generated: 'Generated files',
  diff: 'Breaking changes',
  version: 'Version',
  mock: 'Mock',
  deployment: 'Deployment',
};

export type StepId = keyof typeof stepTitles;

export function isStepId(word: string): word is StepId {
  return Object.hasOwn(stepTitles, word);
}

export const stepIds: readonly StepId[] = Object.keys(stepTitles).filter(isStepId);
