import assert from 'node:assert/strict';
import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import type { Site } from '../../contract/index.ts';
import { KeptJson } from '../http/kept-json.ts';
import { KeptList, type KeptSite } from './kept-list.ts';

const kinds = [Symbol('Site'), Symbol('Site of another contract')];
const plain: Site = { id: 'a', name: 'b', hostUrl: null, apiKey: 'c' };

// Most are of one kind, so that there are whole blocks of it.
const sites: fc.Arbitrary<KeptSite> = fc.oneof(
  { weight: 30, arbitrary: fc.string().map((text) => new KeptJson(text, kinds[0] ?? Symbol())) },
  { weight: 1, arbitrary: fc.constant(new KeptJson('{}', kinds[1] ?? Symbol())) },
  { weight: 1, arbitrary: fc.constant(plain) },
);
const changes = fc.oneof(
  fc.record({ add: fc.array(sites, { maxLength: 70 }) }),
  fc.record({ take: fc.nat(50) }),
  fc.record({ at: fc.nat(), site: sites }),
);

describe('a list of sites', () => {
  test('is what an array with the same changes is', () => {
    fc.assert(
      fc.property(fc.array(changes, { size: 'medium' }), (all) => {
        const list = new KeptList();
        const model: KeptSite[] = [];
        for (const change of all) {
          if ('add' in change) {
            for (const site of change.add) list.push(site);
            model.push(...change.add);
          } else if ('take' in change) {
            for (let at = 0; at < change.take; at += 1) {
              assert.deepEqual(list.pop(), model.pop());
            }
          } else if (model.length > 0) {
            const place = change.at % model.length;
            list.replace(place, change.site);
            model[place] = change.site;
          }
        }
        assert.equal(list.length, model.length);
        assert.deepEqual([...list], model);
        assert.deepEqual([list.at(-1), list.at(model.length)], [undefined, undefined]);
      }),
      { numRuns: 400 },
    );
  });
});
