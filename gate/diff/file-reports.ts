import { toWorkflowCommand } from '../../conformance/reporters/github.ts';
import { html, type Markup, toPage } from '../../conformance/reporters/html/page.ts';
import { toSarifLog, toSuppression } from '../../conformance/reporters/sarif.ts';
import type { Change, DiffResult, Severity } from './change.ts';
import {
  findShownPlace,
  groupChanges,
  toHeadline,
  toPlaceText,
  toProof,
  toTitle,
  toVersionLine,
} from './reports.ts';

/** A page without scripts, for reviewers and archives. */
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
  ({ heading, some }) => html`<section>
<h2>${heading} <span class="quiet">${some.length}</span></h2>
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

/** Workflow commands, which GitHub shows at the changed lines. */
export function toGithub(result: DiffResult): string {
  const levels = { breaking: 'error', unproven: 'warning', accepted: 'notice' } as const;
  const lines = groupChanges(result.changes).flatMap(({ kind, some }) => {
    if (kind === 'behaviour' || kind === 'compatible' || kind === 'text') return [];
    return some.slice(0, 10).map((change) => {
      const { file, line } = findShownPlace(change) ?? {};
      const { witness } = change;
      const text = [
        toTitle(change),
        change.detail,
        ...(witness === undefined ? [] : [toProof(witness), witness.curl]),
      ].filter((each) => each !== '');
      return toWorkflowCommand(levels[kind], { file, line, title: 'Contract' }, text.join('\n'));
    });
  });
  if (result.verdict === 'version-too-low')
    lines.push(toWorkflowCommand('error', { title: 'Contract' }, toHeadline(result)));
  return lines.map((line) => `${line}\n`).join('');
}

export function toSarif(result: DiffResult, version: string): string {
  const counted = groupChanges(result.changes).filter(
    ({ kind }) => kind !== 'compatible' && kind !== 'text',
  );
  const rules = [...new Set(counted.flatMap(({ some }) => some.map(({ rule }) => rule)))];
  const levels: Partial<Record<Severity | 'accepted', string>> = {
    breaking: 'error',
    accepted: 'error',
    unproven: 'warning',
  };
  const results = counted.flatMap(({ kind, some }) =>
    some.map((change) => {
      const place = findShownPlace(change);
      return {
        ruleId: change.rule,
        ruleIndex: rules.indexOf(change.rule),
        level: levels[kind] ?? 'note',
        message: {
          text: [toTitle(change), change.detail, change.witness?.curl ?? '']
            .filter((each) => each !== '')
            .join('\n'),
        },
        ...(place?.file !== undefined && {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(place.file) },
                region: { startLine: place.line ?? 1 },
              },
            },
          ],
        }),
        partialFingerprints: { 'change/v1': change.id },
        ...(change.accepted !== undefined && { suppressions: [toSuppression(change.accepted)] }),
      };
    }),
  );
  const driver = {
    name: 'site-contract',
    version,
    rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
  };
  return toSarifLog([
    {
      tool: { driver },
      automationDetails: { id: 'site-contract/diff/' },
      results,
      columnKind: 'utf16CodeUnits',
    },
  ]);
}
