/** The steps of the gate, in the order in which they are reported. Help reads this list and loads nothing else. */
export const stepTitles = {
  document: 'The document is sound',
  generated: 'Generated files are fresh',
  diff: 'The change breaks no client',
  version: 'The version matches the change',
  mock: 'The mock conforms',
  referee: 'Prism agrees with the mock',
  deployment: 'The deployment conforms',
};

export type StepId = keyof typeof stepTitles;

export function isStepId(word: string): word is StepId {
  return Object.hasOwn(stepTitles, word);
}

export const stepIds: readonly StepId[] = Object.keys(stepTitles).filter(isStepId);
