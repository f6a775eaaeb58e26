import { html, type Markup, toPage } from '../../conformance/reporters/html/page.ts';
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
  const isCompatible = verdict === 'compatible';
  return toPage({
    title: toHeadline(result),
    tone: isCompatible ? 'good' : 'bad',
    body: html`<main>
<header class="verdict is-${isCompatible ? 'compatible' : 'breaking'}">
<p class="kicker">${current.title} · contract change</p>
<h1>${toHeadline(result)}</h1>
<p>${old.name} → ${current.name}</p>
<p>${toVersionLine(result)}</p>
${warnings.length > 0 && html`<section class="warnings"><h2>Warnings</h2><ul>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul></section>`}
</header>
${groupChanges(changes).map(
  ([kind, some]) => html`<section>
<h2>${headings[kind]} <span class="quiet">${some.length}</span></h2>
${some.map(toArticle)}
</section>`,
)}
</main>`,
  });
}

function toArticle(change: Change): Markup {
  const { severity, accepted, old, new: current, detail, witness, id } = change;
  return html`<article class="check is-${accepted === undefined ? severity : 'accepted'}">
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
