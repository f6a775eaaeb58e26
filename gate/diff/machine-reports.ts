import { escapeMessage, escapeProperty } from '../../conformance/reporters/github.ts';
import type { DiffResult, Severity } from './change.ts';
import { groupChanges, toHeadline, toProof, toTitle } from './reports.ts';

/** Workflow commands, which GitHub shows at the changed lines. */
export function toGithub(result: DiffResult): string {
  const levels: Partial<Record<Severity | 'accepted', string>> = {
    breaking: 'error',
    unproven: 'warning',
    accepted: 'notice',
  };
  const lines = groupChanges(result.changes).flatMap(([kind, some]) => {
    const level = levels[kind];
    if (level === undefined) return [];
    return some.slice(0, 10).map((change) => {
      const place = change.new?.file === undefined ? change.old : change.new;
      const file =
        place?.file === undefined
          ? ''
          : `file=${escapeProperty(place.file)},${place.line === undefined ? '' : `line=${place.line},`}`;
      const { witness } = change;
      const text = [
        toTitle(change),
        change.detail,
        ...(witness === undefined ? [] : [toProof(witness), witness.curl]),
      ].filter((each) => each !== '');
      return `::${level} ${file}title=${escapeProperty('Contract')}::${escapeMessage(text.join('\n'))}`;
    });
  });
  if (result.verdict === 'version-too-low')
    lines.push(`::error title=Contract::${escapeMessage(toHeadline(result))}`);
  return lines.map((line) => `${line}\n`).join('');
}

export function toSarif(result: DiffResult, version: string): string {
  const counted = groupChanges(result.changes).filter(
    ([kind]) => kind !== 'compatible' && kind !== 'text',
  );
  const rules = [...new Set(counted.flatMap(([, some]) => some.map(({ rule }) => rule)))];
  const levels: Partial<Record<Severity | 'accepted', string>> = {
    breaking: 'error',
    accepted: 'error',
    unproven: 'warning',
  };
  const results = counted.flatMap(([kind, some]) =>
    some.map((change) => {
      const place = change.new?.file === undefined ? change.old : change.new;
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
        ...(change.accepted !== undefined && {
          suppressions: [
            {
              kind: 'external',
              status: 'accepted',
              justification: `${change.accepted.reason} (until ${change.accepted.expires})`,
            },
          ],
        }),
      };
    }),
  );
  const driver = {
    name: 'site-contract',
    version,
    rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        automationDetails: { id: 'site-contract/diff/' },
        results,
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

export function toJson(result: DiffResult): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
