import { html, type Markup } from '../conformance/reporters/html/markup.ts';

/** A page without scripts that loads nothing, for people and for archives. */
export function toPage(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup;
}

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f6f6f3, #121417); --surface: light-dark(#fff, #1a1d22); --sunken: light-dark(#f3f4f1, #15181c); --line: light-dark(#dfe0da, #2e333b); --ink: light-dark(#1b1d20, #e8eaed); --quiet: light-dark(#5a616b, #a0a8b3); --good: light-dark(#1b7a48, #54c88d); --bad: light-dark(#b9252d, #ff8085); --warn: light-dark(#935500, #f0b545); --link: light-dark(#1d5fa8, #7cb7ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; }
h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 .75rem; } article h2 { font-size: 1.05rem; margin: 0; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .35rem 0; } a { color: var(--link); }
article { background: var(--surface); border: 1px solid var(--line); border-inline-start: 4px solid var(--tone, var(--line)); border-radius: .5rem; padding: .85rem 1.1rem; margin-block-end: .75rem; }
.breaking, .failed { --tone: var(--bad); } .unproven, .error { --tone: var(--warn); } .compatible, .passed { --tone: var(--good); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .quiet { color: var(--quiet); font-weight: 400; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .8125rem; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: .375rem; padding: .65rem .8rem; overflow-x: auto; white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--quiet); outline-offset: 2px; }
`;
