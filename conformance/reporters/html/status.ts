import { type ReportStatus, statusLabels, statusMeanings } from '../report-status.ts';
import { html, type Markup } from './markup.ts';

/** A sign stands beside every colour, for those who see none. */
const signs: Readonly<Record<ReportStatus, string>> = {
  failed: '✗',
  error: '⚠',
  tolerated: '!',
  known: '≈',
  inconclusive: '?',
  'not-run': '–',
  skipped: '–',
  observed: '•',
  passed: '✓',
};

export function toStatusBadge(status: ReportStatus): Markup {
  return html`<span class="status is-${status}" title="${statusMeanings[status]}"><span aria-hidden="true">${signs[status]}</span> ${statusLabels[status]}</span>`;
}

/** An anchor that stays the same from run to run. */
export function toAnchor(kind: 'check' | 'operation', id: string): string {
  return `${kind}-${id.replaceAll(/[^\w/.-]/g, '_')}`;
}
