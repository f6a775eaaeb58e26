/**
 * Styles of all HTML reports of the suite and of the gate: one column, system fonts, and one palette for dark and light
 * mode.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f6f3, #121417);
  --surface: light-dark(#ffffff, #1a1d22);
  --sunken: light-dark(#f3f4f1, #15181c);
  --line: light-dark(#dfe0da, #2e333b);
  --ink: light-dark(#1b1d20, #e8eaed);
  --quiet: light-dark(#5a616b, #a0a8b3);
  --link: light-dark(#1d5fa8, #7cb7ff);
  --good: light-dark(#1b7a48, #54c88d);
  --bad: light-dark(#b9252d, #ff8085);
  --warn: light-dark(#935500, #f0b545);
  --known: light-dark(#5a49b3, #b0a3f7);
  --seen: light-dark(#20689f, #74b6f0);
  --open: light-dark(#75652a, #cdbb72);
  --none: light-dark(#646b75, #939ba6);
  --fault: light-dark(#8f1f6d, #f28dd5);
  --mark: light-dark(#ffe08a, #6b5200);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
.is-passed, .is-conforms, .is-compatible { --tone: var(--good); }
.is-failed, .is-broken, .is-breaking, .is-not-run { --tone: var(--bad); }
.is-tolerated, .is-unproven { --tone: var(--warn); }
.is-known, .is-accepted { --tone: var(--known); }
.is-observed { --tone: var(--seen); }
.is-inconclusive { --tone: var(--open); }
.is-not-run, .is-skipped, .is-behaviour, .is-text { --tone: var(--none); }
.is-error { --tone: var(--fault); }
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: anywhere; }
main, .bar-top, footer.page { max-width: 66rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
main > section, main > header { margin-block-end: 2.75rem; }
h1, h2, h3, h4, h5, h6, p, dl, dd, ul, blockquote, pre, fieldset { margin: 0; padding: 0; }
h1 { font-size: clamp(2rem, 6vw, 3rem); line-height: 1.1; letter-spacing: -0.02em; font-weight: 650; color: var(--tone); }
h2 { font-size: 1.35rem; line-height: 1.25; letter-spacing: -0.01em; font-weight: 620; margin-block-end: 0.75rem; }
h3 { font-size: 1.05rem; font-weight: 620; margin-block: 1.75rem 0.5rem; }
h5 { font-size: 1rem; font-weight: 620; margin-block-end: 0.75rem; }
h6, .label, .kicker, legend, th, .facts dt, .comparison dt, .filters label > span:first-child { font-size: 0.8125rem; font-weight: 500; color: var(--quiet); }
h6 { margin-block: 1.1rem 0.35rem; }
a { color: var(--link); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
code, pre { font-family: var(--mono); font-size: 0.8125rem; line-height: 1.5; }
th code, td code, .id { font-size: 0.8125rem; }
mark { background: var(--mark); color: inherit; border-radius: 2px; padding-inline: 1px; }
.quiet, .lead, .cost, .more, .found { color: var(--quiet); font-weight: 400; }
.lead { margin-block-end: 1rem; max-width: 44rem; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; background: var(--surface); padding: 0.5rem 1rem; border-radius: 0.5rem; z-index: 2; }
.skip:focus { inset-block-start: 1rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }

.bar-top { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; justify-content: space-between; padding-block: 1rem; font-size: 0.9375rem; }
.bar-top ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; }
.bar-top a { color: var(--quiet); text-decoration: none; display: inline-block; padding-block: 0.25rem; }
.bar-top a:hover { color: var(--ink); text-decoration: underline; }
button, select, input[type="search"] { font: inherit; font-size: 0.9375rem; color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.35rem 0.75rem; min-height: 2.25rem; }
button { cursor: pointer; white-space: nowrap; }
button:hover, .chip:hover span { border-color: var(--quiet); }

.verdict { padding-block: 1.5rem 0; }
.explanation { font-size: clamp(1.0625rem, 2.4vw, 1.25rem); line-height: 1.5; margin-block: 0.75rem 1.5rem; max-width: 44rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; }
.facts.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0.9rem 2rem; margin-block-end: 1.25rem; }
.figures .bar { height: 0.875rem; border-radius: 0.4375rem; }
.figures dl { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin-block-start: 0.75rem; }
.figures dl > div { display: flex; flex-direction: row-reverse; align-items: baseline; gap: 0.4rem; }
.figures dl > div::after { content: ""; width: 0.625rem; height: 0.625rem; border-radius: 0.1875rem; background: var(--tone); align-self: center; }
.figures dt { font-size: 0.9375rem; }
.figures dd { font-weight: 620; font-variant-numeric: tabular-nums; }

.warnings { border: 1px solid var(--warn); border-radius: 0.5rem; background: var(--surface); padding: 1rem 1.25rem; }
.warnings h2 { font-size: 1.05rem; color: var(--warn); margin-block-end: 0.35rem; }
.warnings ul { padding-inline-start: 1.1rem; }

table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; overflow: hidden; }
th, td { text-align: start; vertical-align: baseline; padding: 0.6rem 1rem; border-block-start: 1px solid var(--line); }
thead th { border-block-start: 0; padding-block: 0.5rem; }
tbody th { font-size: 1rem; font-weight: 500; color: var(--ink); }
td ul { list-style: none; }
.broken td:last-child, .operations th, .operations td:last-child { white-space: nowrap; }
.operations td:nth-child(2) { width: 50%; vertical-align: middle; }
.operations td:last-child { color: var(--quiet); white-space: normal; width: 34%; }
.undecided td:last-child { width: 45%; }
.bar { display: block; width: 100%; height: 0.625rem; border-radius: 0.3125rem; background: var(--sunken); }
.bar rect { fill: var(--tone); stroke: var(--surface); stroke-width: 2; vector-effect: non-scaling-stroke; }

.status { color: var(--tone); font-size: 0.875rem; font-weight: 600; white-space: nowrap; }
.status span { display: inline-block; width: 1em; text-align: center; }
.level { font-size: 0.75rem; font-weight: 600; color: var(--quiet); border: 1px solid var(--line); border-radius: 0.25rem; padding: 0.05rem 0.35rem; }
summary { cursor: pointer; }
.check { background: var(--surface); border: 1px solid var(--line); border-inline-start: 3px solid var(--tone); border-radius: 0.5rem; margin-block-end: 0.5rem; }
.check > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.15rem 0.65rem; padding: 0.65rem 1rem; list-style: none; border-radius: 0.5rem; }
.check > summary::-webkit-details-marker { display: none; }
.check > summary::after { content: ""; width: 0.45rem; height: 0.45rem; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) translateY(-0.15rem); margin-inline-start: auto; order: 3; }
.check[open] > summary::after { transform: rotate(-135deg) translateY(-0.15rem); }
.check > summary:hover { background: var(--sunken); }
.check h4 { font-size: 1rem; font-weight: 550; flex: 0 1 auto; }
.check .id { color: var(--quiet); order: 4; flex-basis: 100%; }
.check .content { padding: 0.25rem 1rem 1rem; }
article.check { padding: 0.85rem 1.1rem; }
article.check :is(h2, h3) { font-size: 1.05rem; margin-block: 0 0.35rem; }
article.check ul { padding-inline-start: 1.25rem; }
article.check p { margin-block-start: 0.3rem; }
.check .content > * + * { margin-block-start: 1rem; }
.cost, .found, .others { font-size: 0.875rem; }
.found code, .others li { overflow-wrap: anywhere; }
.others ul { margin-block: 0.25rem 0; padding-inline-start: 1.25rem; }
.rest > summary { padding: 0.5rem 1rem; color: var(--quiet); border: 1px dashed var(--line); border-radius: 0.5rem; margin-block-end: 0.5rem; }
.rest > summary:hover { color: var(--ink); }
.requirements blockquote { border-inline-start: 2px solid var(--line); padding-inline-start: 0.9rem; margin-block-start: 0.35rem; }
.requirements footer { color: var(--quiet); font-size: 0.875rem; }
.reason { max-width: 48rem; }
.failure { border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
.comparison { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0.75rem; }
.comparison pre { margin-block-start: 0.25rem; border-block-start: 2px solid var(--tone); }
.comparison .expected { --tone: var(--good); }
.comparison .received { --tone: var(--bad); }
.note, .place { margin-block-start: 0.6rem; font-size: 0.9375rem; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.6rem 0.8rem; white-space: pre-wrap; unicode-bidi: plaintext; max-height: 28rem; overflow: auto; }
pre.body { margin-block-start: 0.4rem; }
.body mark { display: inline-block; min-width: 100%; }
.line { margin-block-end: 0.25rem; }
.headers { font-size: 0.875rem; color: var(--quiet); }
.headers dl { padding: 0.35rem 0 0.35rem 1rem; font-family: var(--mono); font-size: 0.8125rem; }
.headers dt { display: inline; color: var(--ink); }
.headers dt::after { content: ": "; }
.headers dd { display: inline; }
.shell { display: flex; gap: 0.5rem; align-items: start; }
.shell pre { flex: 1 1 auto; min-width: 0; }

.filters { background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem; display: grid; gap: 0.85rem; }
.filters .row { display: flex; flex-wrap: wrap; gap: 0.85rem 1.5rem; align-items: end; }
.filters .last { align-items: center; gap: 0.5rem 0.75rem; }
.filters output { margin-inline-end: auto; color: var(--quiet); font-variant-numeric: tabular-nums; }
.filters fieldset { border: 0; display: flex; flex-wrap: wrap; gap: 0.4rem; min-width: 0; }
.filters legend { margin-block-end: 0.3rem; }
.filters .search, .filters .operation { display: grid; gap: 0.3rem; flex: 1 1 12rem; }
.filters .search { flex-grow: 3; }
.chip { position: relative; }
.chip input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.chip span { display: inline-block; border: 1px solid var(--line); border-radius: 2rem; padding: 0.2rem 0.75rem; font-size: 0.875rem; }
.chip b { font-weight: 600; font-variant-numeric: tabular-nums; color: var(--tone, var(--quiet)); }
.chip input:checked + span { background: var(--ink); border-color: var(--ink); color: var(--surface); }
.chip input:checked + span b { color: inherit; }
.chip input:focus-visible + span { outline: 2px solid var(--link); outline-offset: 2px; }
.nothing { padding: 1.5rem; text-align: center; color: var(--quiet); }
.inventory > summary { margin-block-end: 0.75rem; }
footer.page { border-block-start: 1px solid var(--line); padding-block: 1.25rem 2.5rem; color: var(--quiet); font-size: 0.875rem; }

@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; width: auto !important; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tbody tr { padding: 0.6rem 1rem; border-block-start: 1px solid var(--line); }
  tbody tr:first-child { border-block-start: 0; }
  tbody th, tbody td { border: 0; padding: 0.1rem 0; }
  .operations td:nth-child(2) { padding-block: 0.35rem; }
  .shell { flex-direction: column; align-items: stretch; }
  .broken td:last-child { color: var(--quiet); font-size: 0.875rem; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --ground: #fff; --sunken: #fff; }
  body { font-size: 10pt; }
  .bar-top, .filters, .copy, .skip { display: none !important; }
  .check, tr, blockquote { break-inside: avoid-page; }
  h2, h3, h5, h6 { break-after: avoid-page; }
  .check[open] { break-inside: auto; }
  pre { max-height: none; overflow: visible; }
  .bar, .bar rect, .figures dl > div::after, mark { print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
