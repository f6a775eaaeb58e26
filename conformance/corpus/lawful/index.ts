import type { Entry } from '../entry.ts';

export const lawfulEntries: readonly Entry[] = [];
