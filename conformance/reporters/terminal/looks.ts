import type { ReportStatus } from '../report-status.ts';
import type { Tone } from './palette.ts';

/** How each status looks. A sign stands beside every colour, for those who see none. */
export const looks: Readonly<Record<ReportStatus, { sign: string; tone: Tone }>> = {
  failed: { sign: '✗', tone: 'red' },
  error: { sign: '✗', tone: 'red' },
  tolerated: { sign: '!', tone: 'yellow' },
  known: { sign: '≈', tone: 'cyan' },
  inconclusive: { sign: '?', tone: 'yellow' },
  'not-run': { sign: '–', tone: 'faint' },
  skipped: { sign: '–', tone: 'faint' },
  observed: { sign: '·', tone: 'cyan' },
  passed: { sign: '✓', tone: 'green' },
};
