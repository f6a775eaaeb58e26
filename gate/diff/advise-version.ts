import type { Bump, Change, DocumentSummary, Severity, VersionAdvice } from './change.ts';
import { isObject } from './json.ts';
import type { SourceDocument } from './sources.ts';

export function summarise({ name, document }: SourceDocument): DocumentSummary {
  const info = isObject(document['info']) ? document['info'] : {};
  return { name, title: String(info['title'] ?? ''), version: String(info['version'] ?? '') };
}

const bumps: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/**
 * Semantic Versioning. Before 1.0.0 a minor version may break, and so may it where the break is accepted: whoever accepts it
 * says that it harms no client.
 */
export function adviseVersion(
  before: SourceDocument,
  after: SourceDocument,
  changes: readonly Change[],
): VersionAdvice {
  const [was, is] = [before, after].map((source) => parseVersion(summarise(source).version));
  const has = (...kinds: Severity[]): boolean =>
    changes.some(({ severity }) => kinds.includes(severity));
  const bump: Bump = changes.some(
    ({ severity, accepted }) => severity === 'breaking' && accepted === undefined,
  )
    ? 'major'
    : has('breaking', 'compatible', 'unproven')
      ? 'minor'
      : has('behaviour', 'text')
        ? 'patch'
        : 'none';
  if (was === undefined || is === undefined)
    return { required: bump, actual: 'unknown', isEnough: bump === 'none' };
  const required = was[0] === 0 && bump === 'major' ? 'minor' : bump;
  const actual = toBump(was, is);
  return {
    required,
    actual,
    isEnough: actual !== 'lower' && bumps.indexOf(actual) >= bumps.indexOf(required),
    lowest: raise(was, required),
  };
}

function raise([major, minor, patch]: readonly [number, number, number], bump: Bump): string {
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${bump === 'patch' ? patch + 1 : patch}`;
}

function parseVersion(text: string): [number, number, number] | undefined {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  return parts === null
    ? undefined
    : [Number(parts[1]), Number(parts[2] ?? 0), Number(parts[3] ?? 0)];
}

function toBump(was: readonly number[], is: readonly number[]): Bump | 'lower' {
  const names: readonly Bump[] = ['major', 'minor', 'patch'];
  for (const [index, name] of names.entries()) {
    const [a = 0, b = 0] = [was[index], is[index]];
    if (b > a) return name;
    if (b < a) return 'lower';
  }
  return 'none';
}
