import { beforeAll, describe, expect, test } from '@jest/globals';
import { brokenEntries } from './broken/index.ts';
import { brokenTargets } from './index.ts';
import { type Recording, recordScript } from './probe/compare.ts';
import { explainAlike, findFailing, isDifferent } from './probe/prove.ts';
import { sample } from './probe/sample.ts';
import { withoutSilence } from './probe/signature.ts';

describe('broken targets', () => {
  let recording: Recording = new Map();
  beforeAll(async () => {
    recording = await recordScript();
  });

  test('there are at least 170 of them', () => {
    expect(brokenTargets.length).toBeGreaterThanOrEqual(170);
  });

  const families = [...new Set(brokenTargets.map(({ family }) => family))];

  test.each(families)(
    'targets of the family %s differ from the plain one where the interface speaks',
    async (family) => {
      const entries = sample(brokenEntries.filter(({ id }) => id.startsWith(`${family}/`)));
      const alike = await findFailing(entries, 4, (entry) =>
        isDifferent(entry, recording, withoutSilence),
      );
      expect(alike.map(explainAlike)).toEqual([]);
    },
  );

  test('a deviation that does nothing is found out', async () => {
    const idle = { id: 'status/idle', title: 'Does nothing.', deviate: () => undefined };
    expect(await isDifferent(idle, recording, withoutSilence)).toBe(false);
  });
});
