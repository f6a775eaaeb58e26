export { applyBaseline } from './apply-baseline.ts';
export type { Baseline } from './baseline.ts';
export { readBaseline } from './parse-baseline.ts';
export { toBaseline, toBaselineText } from './to-baseline.ts';
