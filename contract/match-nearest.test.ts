import { describe, expect, test } from '@jest/globals';
import { matchNearest } from './match-nearest.ts';

describe('the nearest spelling', () => {
  test.each([
    { word: 'prot', candidates: ['port', 'host'], want: 'port' },
    { word: 'conformence', candidates: ['mock', 'conformance'], want: 'conformance' },
    { word: 'Mock', candidates: ['mock'], want: 'mock' },
    { word: 'conf', candidates: ['mock', 'conformance'], want: 'conformance' },
    { word: 'allow-write', candidates: ['allow-writes', 'only'], want: 'allow-writes' },
    { word: 'zzzzzz', candidates: ['port', 'host'], want: undefined },
    { word: 'q', candidates: ['a', 'overlay'], want: 'a' },
    { word: 'anything', candidates: [], want: undefined },
  ])('the nearest of $candidates to $word is $want', ({ word, candidates, want }) => {
    expect(matchNearest(word, candidates)).toBe(want);
  });
});
