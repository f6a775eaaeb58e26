import { createHash } from 'node:crypto';
import type { Level } from '../../results.ts';
import { type ReportStatus, statuses } from '../report-status.ts';
import { escapeMarkup } from '../text.ts';
import { style } from './style.ts';

/** HTML that is safe to put into a page. */
export interface Markup {
  readonly markup: string;
}

/** What a template takes: text is escaped, markup is not, and nothing is written for what is left out. */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** Writes HTML. No text gets into the page as markup: whatever is interpolated is escaped, also between quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = strings.reduce((written, string, index) => {
    const part = index < parts.length ? toMarkup(parts[index]) : '';
    return written + string + part;
  }, '');
  return { markup };
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if ('markup' in part) return part.markup;
  return part.map(toMarkup).join('');
}

const iconColours = { good: '%231b7a48', bad: '%23b9252d', unclear: '%23935500' };

/**
 * A report as one page that needs nothing else: no network, no fonts, and no script for reading. Its policy lets nothing run
 * but its own script, whatever text a target answered.
 *
 * @param tone the colour of the icon, a dot
 */
export function toPage({
  title,
  tone,
  script,
  body,
}: {
  title: string;
  tone: keyof typeof iconColours;
  script?: string;
  body: Markup;
}): string {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${toHash(style)}'`,
    `script-src ${script === undefined ? "'none'" : `'${toHash(script)}'`}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${iconColours[tone]}'/%3E%3C/svg%3E`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
</head>
<body>
${body}
${script !== undefined && html`<script>${{ markup: script }}</script>`}
</body>
</html>
`.markup;
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A part of a page with a heading that links can name: `<id>-heading`. */
export function toSection(id: string, heading: string, content: Part): Markup {
  return html`
<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${content}
</section>`;
}

/** A table whose class is its name. */
export function toTable(name: string, heads: readonly string[], rows: Part): Markup {
  return html`<table class="${name}">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

/** What a status means to someone who reads a report for the first time. */
export const statusMeanings: Readonly<Record<ReportStatus, string>> = {
  failed: 'The target breaks a requirement. This fails the run.',
  error: 'The suite itself failed here. This does not count for or against the target.',
  tolerated: 'Broken, but does not fail the run: a SHOULD counts only under --strict.',
  known:
    'The target breaks the requirement, and the baseline lists it with a reason and a date. This does not fail the run.',
  inconclusive:
    'The check could not get what it needs, for a reason that the interface allows. This does not count for or against the target.',
  'not-run': 'The run ended before this check did. This does not count for or against the target.',
  skipped: 'The check was not selected, or may not write to this target.',
  observed: 'The interface is silent. The behaviour is recorded, and never fails the run.',
  passed: 'The target meets the requirement.',
};

export const levels: readonly { level: Level; meaning: string }[] = [
  {
    level: 'MUST',
    meaning: 'The interface states it, or a client that follows the interface relies on it.',
  },
  { level: 'SHOULD', meaning: 'Implied by the interface, but not stated.' },
  {
    level: 'OBSERVE',
    meaning: 'The interface is silent. The behaviour is recorded, and never fails the run.',
  },
];

export function toStatusBadge(status: ReportStatus): Markup {
  const { sign, label } = statuses[status];
  return html`<span class="status is-${status}" title="${statusMeanings[status]}"><span aria-hidden="true">${sign}</span> ${label}</span>`;
}

/** An anchor that stays the same from run to run. */
export function toAnchor(kind: 'check' | 'operation', id: string): string {
  return `${kind}-${id.replaceAll(/[^\w/.-]/g, '_')}`;
}

export function toLink(kind: 'check' | 'operation', id: string, text: Part): Markup {
  return html`<a href="#${toAnchor(kind, id)}">${text}</a>`;
}

/** A command that can be copied, and what it is in a few words. */
export function toShell(command: string, what: string): Markup {
  return html`<div class="shell"><pre tabindex="0" role="region" aria-label="${what}"><code>${command}</code></pre>
<button type="button" class="copy" hidden aria-label="Copy ${what}">Copy</button></div>`;
}
