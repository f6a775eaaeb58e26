import { createHash } from 'node:crypto';
import { type Markup, markup } from '../markup.ts';
import { script } from './script.ts';

const iconColours = { good: '%231b7a48', bad: '%23b9252d', unclear: '%23935500' };

/**
 * Wraps a report in a self-contained page, without external resources. It is readable without JavaScript, and its content
 * security policy allows only its own script, whatever text the target returned.
 *
 * @param tone colour of the icon, a dot
 */
export function toDocument({
  title,
  tone,
  body,
}: {
  title: string;
  tone: keyof typeof iconColours;
  body: Markup;
}): string {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${iconColours[tone]}'/%3E%3C/svg%3E`;
  return markup`<!doctype html>
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
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}

/** Names a text in a content security policy. */
function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Styles of the report: one column, system fonts, and a palette for light and dark mode. */
const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f6f3, #121417);
  --surface: light-dark(#ffffff, #1a1d22);
  --line: light-dark(#dfe0da, #2e333b);
  --ink: light-dark(#1b1d20, #e8eaed);
  --quiet: light-dark(#5a616b, #a0a8b3);
  --link: light-dark(#1d5fa8, #7cb7ff);
  --good: light-dark(#1b7a48, #54c88d);
  --bad: light-dark(#b9252d, #ff8085);
  --warn: light-dark(#935500, #f0b545);
  --known: light-dark(#5a49b3, #b0a3f7);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
.is-passed, .is-conforms { --tone: var(--good); }
.is-failed, .is-broken, .is-must { --tone: var(--bad); }
.is-should, .is-not-run { --tone: var(--warn); }
.is-known { --tone: var(--known); }
.is-inconclusive, .is-skipped { --tone: var(--quiet); }
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main, body > footer { max-width: 66rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem); }
section { margin-block: 2.5rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.15; color: var(--tone); }
h2 { font-size: 1.3rem; margin-block-end: 0.75rem; }
h3 { font-size: 1.05rem; margin: 0; }
.verdict > * + *, article > * + * { margin-block-start: 0.5rem; }
ul { padding-inline-start: 1.25rem; }
code, pre { font: 0.8125rem/1.5 var(--mono); }
pre {
  background: var(--ground);
  border: 1px solid var(--line);
  border-radius: 0.4rem;
  padding: 0.6rem 0.8rem;
  white-space: pre-wrap;
  unicode-bidi: plaintext;
  max-height: 24rem;
  overflow: auto;
}
.quiet, body > footer { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.badge { color: var(--tone); font-weight: 650; white-space: nowrap; }
.warnings { border: 1px solid var(--warn); border-radius: 0.5rem; background: var(--surface); padding: 1rem 1.25rem; }
article {
  background: var(--surface);
  border: 1px solid var(--line);
  border-inline-start: 3px solid var(--tone);
  border-radius: 0.5rem;
  padding: 0.9rem 1.1rem;
  margin-block-end: 0.75rem;
}
dl.values { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; }
dt { color: var(--quiet); }
summary { cursor: pointer; }
summary h3 { display: inline; }
article > details[open] > summary { margin-block-end: 0.5rem; }
article > details > * + * { margin-block-start: 0.5rem; }
[hidden] { display: none !important; }
a { color: var(--link); }
nav { margin-block: 1.25rem; }
nav ul ul { columns: 22rem; column-gap: 2rem; }
nav li { break-inside: avoid; }
.filter {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1.25rem;
  position: sticky;
  inset-block-start: 0;
  background: var(--ground);
  border-block-end: 1px solid var(--line);
  padding-block: 0.6rem;
}
.filter input[type="search"] { flex: 1 1 14rem; }
input, button { font: inherit; color: inherit; accent-color: var(--link); }
input[type="search"], button {
  background: var(--surface);
  border: 1px solid var(--quiet);
  border-radius: 0.4rem;
  padding: 0.25rem 0.6rem;
}
button { cursor: pointer; font-size: 0.875rem; }
.command { position: relative; }
.command button { position: absolute; inset-block-start: 0.4rem; inset-inline-end: 0.4rem; }
.command pre { padding-inline-end: 5.5rem; }
article, section { scroll-margin-block-start: 4rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); }
th, td { text-align: start; vertical-align: baseline; padding: 0.4rem 0.8rem; border-block-start: 1px solid var(--line); }
tbody th { font-weight: 500; }
@media (max-width: 40rem) {
  table, thead, tbody, tr, th, td { display: block; border: 0; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { border-block-start: 1px solid var(--line); padding-block: 0.4rem; }
  th, td { padding-block: 0.1rem; }
  dl.values { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media print {
  :root { color-scheme: light; }
  nav, .filter, .command button { display: none; }
  pre { max-height: none; }
}
`;
