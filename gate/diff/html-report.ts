import { html, type Markup } from '../../conformance/reporters/html/markup.ts';
import type { Change, DiffResult } from './change.ts';
import {
  groupChanges,
  headings,
  toHeadline,
  toPlaceText,
  toProof,
  toTitle,
  toVersionLine,
} from './reports.ts';

/** One page without scripts, for people who read the change and for archives. */
export function toHtml(result: DiffResult): string {
  const { verdict, old, new: current, warnings, changes } = result;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${toHeadline(result)}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<header>
<p class="quiet">${current.title} · contract change</p>
<h1 class="${verdict === 'compatible' ? 'good' : 'bad'}">${toHeadline(result)}</h1>
<p>${old.name} → ${current.name}</p>
<p>${toVersionLine(result)}</p>
${warnings.map((warning) => html`<p class="warn">${warning}</p>`)}
</header>
${groupChanges(changes).map(
  ([kind, some]) => html`<section>
<h2>${headings[kind]} <span class="quiet">${some.length}</span></h2>
${some.map(toArticle)}
</section>`,
)}
</main>
</body>
</html>
`;
  return page.markup;
}

function toArticle(change: Change): Markup {
  const { severity, accepted, old, new: current, detail, witness, id } = change;
  return html`<article class="${accepted === undefined ? severity : 'accepted'}">
<h3>${toTitle(change)}</h3>
${accepted && html`<p>Accepted until ${accepted.expires}: ${accepted.reason}</p>`}
${detail !== '' && html`<p class="quiet">${detail}</p>`}
${old && html`<p>old: <code>${toPlaceText(old)}</code></p>`}
${current && html`<p>new: <code>${toPlaceText(current)}</code></p>`}
${
  witness &&
  html`<p>${toProof(witness)}</p>
<pre tabindex="0">${witness.curl}</pre>
${witness.response && html`<pre tabindex="0">${JSON.stringify(witness.response, null, 2)}</pre>`}`
}
<p class="quiet">id: <code>${id}</code></p>
</article>`;
}

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f6f6f3, #121417); --surface: light-dark(#fff, #1a1d22); --sunken: light-dark(#f3f4f1, #15181c); --line: light-dark(#dfe0da, #2e333b); --ink: light-dark(#1b1d20, #e8eaed); --quiet: light-dark(#5a616b, #a0a8b3); --good: light-dark(#1b7a48, #54c88d); --bad: light-dark(#b9252d, #ff8085); --warn: light-dark(#935500, #f0b545); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .35rem 0; }
article { background: var(--surface); border: 1px solid var(--line); border-inline-start: 4px solid var(--tone, var(--line)); border-radius: .5rem; padding: .85rem 1.1rem; margin-block-end: .75rem; }
.breaking { --tone: var(--bad); } .unproven { --tone: var(--warn); } .compatible { --tone: var(--good); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .quiet { color: var(--quiet); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .8125rem; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: .375rem; padding: .65rem .8rem; overflow-x: auto; white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--quiet); outline-offset: 2px; }
`;
