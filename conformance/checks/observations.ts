import type { Check } from '../engine/check.ts';
export const observationChecks: readonly Check[] = [];
