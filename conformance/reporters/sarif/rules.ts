import type { CheckResult, Level } from '../../results.ts';

const levels: Readonly<Record<Level, string>> = {
  MUST: 'error',
  SHOULD: 'warning',
  OBSERVE: 'note',
};

/** A check as the rule that its failures break. */
export function toRule({ id, title, level, operation, requirements }: CheckResult): object {
  const statements = requirements.map(({ statement, section }) => `${statement} (${section})`);
  const description = statements.length === 0 ? title : statements.join('\n');
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: { text: `${title}\n\n${description}` },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: [operation, level], requirements: requirements.map((entry) => entry.id) },
  };
}
