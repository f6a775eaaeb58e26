import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../writers/terminal-text.ts';
import type { Level } from '../../results.ts';
import { type ReportStatus, statuses } from '../report-status.ts';
import { style } from './style.ts';

/** HTML that is safe to insert into a page. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template: text is escaped, markup is not, and undefined or false writes nothing. */
export type Part = string | number | Markup | undefined | false | readonly Part[];

/** Template tag that writes HTML. It escapes every interpolated text, including text in attributes. */
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
 * Wraps a report in a self-contained page, without external resources. It is readable without JavaScript, and its content
 * security policy only allows its own script, whatever text the target returned.
 *
 * @param tone colour of the icon, a dot
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

/** A section whose heading has the anchor `<id>-heading`. */
export function toSection(id: string, heading: string, content: Part): Markup {
  return html`
<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${content}
</section>`;
}

/** A table with `name` as its class. */
export function toTable(name: string, heads: readonly string[], rows: Part): Markup {
  return html`<table class="${name}">
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

/** Explanations of the statuses for new readers. */
export const statusMeanings: Readonly<Record<ReportStatus, string>> = {
  failed: 'The target breaks a requirement. This fails the run.',
  error: 'The code of the check threw an error. This does not count for or against the target.',
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

/** An anchor that does not change between runs. */
export function toAnchor(kind: 'check' | 'operation', id: string): string {
  return `${kind}-${id.replaceAll(/[^\w/.-]/g, '_')}`;
}

export function toLink(kind: 'check' | 'operation', id: string, text: Part): Markup {
  return html`<a href="#${toAnchor(kind, id)}">${text}</a>`;
}

/** A command with a button to copy it, and a short description. */
export function toShell(command: string, what: string): Markup {
  return html`<div class="shell"><pre tabindex="0" role="region" aria-label="${what}"><code>${command}</code></pre>
<button type="button" class="copy" hidden aria-label="Copy ${what}">Copy</button></div>`;
}
