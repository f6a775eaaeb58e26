import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import {
  createKeep,
  createKeptJsonReader,
  detachJson,
  fromKeptJson,
  toKeptJson,
} from './kept-json.ts';

const keep = createKeep(contract);
const reader = createKeptJsonReader(contract.validators, 'Site');
const id = '51fb0bac-3bec-447d-871b-ee7bce1ba7a8';
const site = { id, name: 'Café "Größe" 😀', hostUrl: null, apiKey: id };

describe('the JSON of a resource', () => {
  const kept = toKeptJson(keep('Site', site));

  test('stands in its place where it is written', () => {
    expect(kept).not.toHaveProperty('name');
    expect(JSON.stringify([kept])).toBe(JSON.stringify([site]));
    const text = JSON.stringify(site);
    expect(reader.read(kept)).toBe(text);
    expect(reader.join([kept, keep('Site', site)])).toBe(`[${text},${text}]`);
  });

  test('is the resource again, which carries it', () => {
    const again = fromKeptJson(kept);
    expect({ ...again }).toEqual(site);
    expect(toKeptJson(again)).toBe(kept);
  });

  test('is the same when it is a text of its own', () => {
    const detached = detachJson(fromKeptJson(kept));
    expect({ ...detached }).toEqual(site);
    expect(toKeptJson(detached)).toEqual(kept);
    expect(detachJson(site)).toBe(site);
  });

  test('is not carried by a copy, nor found as that of another schema', () => {
    const copy = { ...keep('Site', site) };
    expect(toKeptJson(copy)).toBe(copy);
    expect(fromKeptJson(copy)).toBe(copy);
    expect(reader.read(copy)).toBeUndefined();
    expect(createKeptJsonReader(contract.validators, 'Route').read(kept)).toBeUndefined();
  });
});
