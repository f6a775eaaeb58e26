import { html, type Markup } from '../../conformance/reporters/html/markup.ts';
import { toPage } from '../report-page.ts';
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
  return toPage(
    toHeadline(result),
    html`<header>
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
)}`,
  );
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
