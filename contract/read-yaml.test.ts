import { describe, expect, test } from '@jest/globals';
import { measureGrowth, mostGrowth } from '../test/support/measure-growth.ts';
import { createPlaceFinder, parseYaml } from './read-yaml.ts';

const parse = (text: string) => parseYaml(text, 'a.yaml');
const lines = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');

describe('keys are texts', () => {
  test.each([
    ['versions', '1.0: a\n1.1: b\n1.10: c', { '1.0': 'a', '1.1': 'b', '1.10': 'c' }],
    ['a flow mapping', '{1.0: a, 1.00: b}', { '1.0': 'a', '1.00': 'b' }],
    ['statuses', '200: a\n0200: b\n2e2: c', { '200': 'a', '0200': 'b', '2e2': 'c' }],
    ['other notations', '0x1F: a\n0o17: b\n1_000: c', { '0x1F': 'a', '0o17': 'b', '1_000': 'c' }],
    ['signs', '+1: a\n-0: b\n.5: c\n.inf: d', { '+1': 'a', '-0': 'b', '.5': 'c', '.inf': 'd' }],
    [
      'large integers',
      '9007199254740993: a\n9007199254740992: b',
      {
        '9007199254740993': 'a',
        '9007199254740992': 'b',
      },
    ],
    ['words', 'true: a\nNull: b\nnull: c\n~: d', { true: 'a', Null: 'b', null: 'c', '~': 'd' }],
    ['explicit keys', '? 1.0\n: a\n? "1.00"\n: b', { '1.0': 'a', '1.00': 'b' }],
    ['an empty key', ': a', { '': 'a' }],
    [
      'merged mappings',
      'a: &a {1.0: x}\nb: {<<: *a, 1.00: y}',
      {
        a: { '1.0': 'x' },
        b: { '1.0': 'x', '1.00': 'y' },
      },
    ],
    [
      'the names of prototypes',
      '__proto__: a\nconstructor: b',
      JSON.parse('{"__proto__":"a","constructor":"b"}'),
    ],
  ])('%s', (_, text, want) => {
    expect(parse(text)).toEqual(want);
    expect(JSON.stringify(parse(text))).toBe(JSON.stringify(want));
  });

  test.each([
    ['a key twice', 'a: 1\nb: 2\na: 3', 'a.yaml:3:1: the key "a" occurs twice'],
    ['a number twice', 'x:\n  1.0: a\n  "1.0": b', 'a.yaml:3:3: the key "1.0" occurs twice'],
    ['a key twice in a flow mapping', '{a: 1, "a": 2}', 'a.yaml:1:8: the key "a" occurs twice'],
    ['a list as a key', '[a]: 1', 'a.yaml:1:1: a key must be a text'],
    ['an alias as a key', 'a: &a b\n*a : 1', 'a.yaml:2:1: a key must be a text'],
    ['a tag before a key', '!!int 1: a', 'a.yaml:1:1: a key must be a text'],
  ])('%s is refused', (_, text, want) => expect(() => parse(text)).toThrow(want));
});

describe('aliases', () => {
  test('become copies, so that a change of one place changes no other', () => {
    const value: unknown = parse('a: &a {x: [1]}\nb: *a\nc: *a');
    const { b, c } = Object(value);
    expect(b).toEqual({ x: [1] });
    expect(b).not.toBe(c);
    expect(b.x).not.toBe(c.x);
  });

  test('mean the last anchor before them', () =>
    expect(parse('- &a 1\n- *a\n- &a 2\n- *a')).toEqual([1, 1, 2, 2]));

  test('may be many', () => {
    const value = parse(`a: &a {x: 1}\nb:\n${lines(500, () => '  - *a')}`);
    expect(Object(value).b).toHaveLength(500);
  });

  test('merge mappings, and keep the entries that exist', () => {
    const text = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {x: 0, <<: [*a, *b], w: 0}';
    expect(Object(parse(text)).c).toEqual({ x: 0, y: 1, z: 2, w: 0 });
    expect(parse('"<<": 1')).toEqual({ '<<': 1 });
  });

  test.each([
    ['an unknown anchor', 'a: 1\nb: *c', 'a.yaml:2:4: *c has no anchor &c before it'],
    ['an anchor in itself', 'a: &a\n  b: *a', 'a.yaml:2:6: the anchor &a contains itself'],
    ['a merged value', 'a: {<<: 1}', 'a.yaml:1:5: the value of << must be a mapping'],
    [
      'billions of values',
      lines(9, (at) => `a${at}: &a${at} [${Array(9).fill(at === 0 ? 'x' : `*a${at - 1}`)}]`),
      /a\.yaml:\d+:\d+: the aliases repeat too many values; replace aliases by \$ref/,
    ],
  ])('%s is refused', (_, text, want) => expect(() => parse(text)).toThrow(want));
});

test('tags have no effect on the form of values', () => {
  expect(parse('a: !!set {b, c}\nd: !!binary aGk=\ne: !x 1')).toEqual({
    a: { b: null, c: null },
    d: 'aGk=',
    e: '1',
  });
});

test('what is nested too deeply is refused', () => {
  expect(() => parse('['.repeat(20_000))).toThrow('nested too deeply');
});

describe('places', () => {
  const find = createPlaceFinder('a:\n  1.0:\n    - x\n    - {y: z}\nb: 1\n');

  test.each<[string[], { key: string; value: string }]>([
    [[], { key: '1:1', value: '1:1' }],
    [['b'], { key: '5:1', value: '5:4' }],
    [['a', '1.0'], { key: '2:3', value: '3:5' }],
    [['a', '1.0', '1', 'y'], { key: '4:8', value: '4:11' }],
    [['a', '1.0', '7'], { key: '2:3', value: '3:5' }],
    [['a', 'nowhere', 'y'], { key: '1:1', value: '2:3' }],
  ])('%j', (keys, want) => {
    const { key, value } = find(keys);
    expect({ key: `${key.line}:${key.col}`, value: `${value.line}:${value.col}` }).toEqual(want);
  });
});

describe('the time is in proportion to the size', () => {
  test.each<[string, (count: number) => string]>([
    ['a mapping', (count) => lines(count, (at) => `k${at}: 1`)],
    ['a flow mapping', (count) => `{${lines(count, (at) => `"k${at}": 1,`)}}`],
    ['explicit keys', (count) => lines(count, (at) => `? k${at}\n: 1`)],
    ['anchors and aliases', (count) => lines(count, (at) => `k${at}: [&a${at} 1, *a${at}]`)],
    ['merged mappings', (count) => `a: &a {b: 1}\n${lines(count, (at) => `k${at}: {<<: *a}`)}`],
    [
      'a large mapping that is merged',
      (count) => `a: &a\n${lines(count, (at) => `  k${at}: 1`)}\nb: {<<: *a, x: 1}`,
    ],
  ])('%s', (_, write) => {
    const work = (count: number): void => {
      const text = write(count);
      parse(text);
      createPlaceFinder(text)(['k1']);
    };
    expect(measureGrowth(work, 1500)).toBeLessThan(mostGrowth);
  });
});
