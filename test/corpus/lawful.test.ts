import { beforeAll, describe, expect, test } from '@jest/globals';
import { brokenEntries } from './broken/index.ts';
import type { Entry } from './entry.ts';
import { lawfulTargets } from './index.ts';
import { lawfulEntries } from './lawful/index.ts';
import { probeOptions, type Recording, recordScript } from './probe/compare.ts';
import { explainAlike, findFailing, isDifferent } from './probe/prove.ts';
import { sample } from './probe/sample.ts';
import { useTamely } from './probe/tame.ts';
import { startService } from './service/start-service.ts';

async function complaintsAbout({ deviate }: Pick<Entry, 'deviate'>): Promise<readonly string[]> {
  const { url, close } = await startService(probeOptions, [deviate]);
  const complaints = await useTamely({ url, ...probeOptions });
  await close();
  return complaints;
}

describe('lawful targets', () => {
  let recording: Recording = new Map();
  beforeAll(async () => {
    recording = await recordScript();
  });

  test('there are at least 60 of them and 6 mixtures', () => {
    const isMixture = ({ family }: { family: string }): boolean => family === 'mixtures';
    expect(lawfulTargets.filter((target) => !isMixture(target)).length).toBeGreaterThanOrEqual(60);
    expect(lawfulTargets.filter(isMixture).length).toBeGreaterThanOrEqual(6);
  });

  const families = [...new Set(lawfulTargets.map(({ family }) => family))];
  const entriesOf = (family: string): readonly Entry[] =>
    sample(lawfulEntries.filter(({ id }) => id.startsWith(`${family}/`)));

  test.each(families)('targets of the family %s differ from the plain one', async (family) => {
    const alike = await findFailing(entriesOf(family), 4, (entry) => isDifferent(entry, recording));
    expect(alike.map(explainAlike)).toEqual([]);
  });

  test.each(families)(
    'targets of the family %s serve a tame client as the interface says',
    async (family) => {
      const complaints: string[] = [];
      await findFailing(entriesOf(family), 12, async (entry) => {
        const found = await complaintsAbout(entry);
        complaints.push(...found.map((complaint) => `${entry.id}: ${complaint}`));
        return found.length === 0;
      });
      expect(complaints).toEqual([]);
    },
  );

  test('a broken target does not serve a tame client', async () => {
    for (const id of ['status/create-site-200', 'persistence/create-not-stored']) {
      const entry = brokenEntries.find((candidate) => candidate.id === id);
      if (entry) expect(await complaintsAbout(entry)).not.toEqual([]);
    }
  });
});
