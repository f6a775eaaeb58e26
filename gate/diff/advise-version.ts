import type { DiffResult } from './change.ts';

/**
 * The version that changes require (Semantic Versioning). A minor version may contain breaks before 1.0.0, and accepted breaks
 * at any time: accepting a break means that it harms no client. Descriptions and the mock may change without a new version.
 * @param before the version of the old document, and of the new one
 */
export function adviseVersion(
  before: string,
  after: string,
  { breaking, unproven, compatible, accepted }: DiffResult['counts'],
): DiffResult['version'] {
  const old = parseVersion(before);
  const current = parseVersion(after);
  const hasEffect = breaking + unproven + compatible + accepted > 0;
  const isMajor = breaking > 0 && old?.[0] !== 0;
  const smallest = hasEffect ? 'minor' : 'none';
  const required = isMajor ? 'major' : smallest;
  if (old === undefined || current === undefined)
    return { required, isEnough: required === 'none' };
  const [major = 0, minor = 0] = old;
  const versions = {
    none: old.join('.'),
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  };
  const lowest = versions[required];
  const order = current.join('.').localeCompare(lowest, 'en', { numeric: true });
  return { required, isEnough: order >= 0, lowest };
}

function parseVersion(text: string): readonly number[] | undefined {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  if (parts === null) return undefined;
  const [, major = 0, minor = 0, patch = 0] = parts;
  return [major, minor, patch].map(Number);
}
