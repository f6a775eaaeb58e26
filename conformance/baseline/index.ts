export { applyBaseline } from './apply-baseline.ts';
export type { Baseline, KnownCheck } from './baseline.ts';
export { type ParsedBaseline, parseBaseline } from './parse-baseline.ts';
export { type ReadBaseline, readBaseline } from './read-baseline.ts';
export { type ToBaselineOptions, toBaseline, toBaselineText } from './to-baseline.ts';
