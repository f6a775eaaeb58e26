import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget } from './index.ts';
import { probeOptions, recordScript } from './probe/compare.ts';
import { useTamely } from './probe/tame.ts';

const all = [plainTarget, ...brokenTargets, ...lawfulTargets];

describe('the corpus', () => {
  test('every id stands once and names its family', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const { id, family } of all) {
      expect(id).toMatch(/^[a-z][a-z0-9-]*(\/[a-zA-Z0-9-]+)?$/);
      expect(id.split('/')[0]).toBe(family);
    }
  });

  test('every title stands once and is a sentence', () => {
    const titles = all.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => !/[.)]$/.test(title))).toEqual([]);
  });

  test('a target starts on a port of its own with no state from earlier starts', async () => {
    const first = await plainTarget.start(probeOptions);
    const second = await plainTarget.start(probeOptions);
    expect(first.url).not.toBe(second.url);
    expect(await useTamely({ url: first.url, ...probeOptions })).toEqual([]);
    expect(await useTamely({ url: second.url, ...probeOptions })).toEqual([]);
    await first.close();
    await second.close();
  });

  test('the plain target answers the same twice and never fails', async () => {
    const once = await recordScript();
    expect(await recordScript()).toEqual(once);
    expect([...once.values()].flat().filter((answer) => !/^[24]/.test(answer))).toEqual([]);
  });
});
