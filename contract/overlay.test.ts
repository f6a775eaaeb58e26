import { describe, expect, test } from '@jest/globals';
import { applyOverlay } from './overlay.ts';

const given = () => ({
  info: { title: 'T', version: '1' },
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  'x-assumptions': {
    'list-order': { value: 'oldest-first', known: ['oldest-first', 'newest-first'] },
    'host-url-default': { value: null, known: [] },
  },
});

function apply(...actions: unknown[]) {
  return applyOverlay(given(), { overlay: '1.0.0', info: {}, actions }, 'o.yaml', () => {});
}

describe('an overlay', () => {
  test('merges objects deeply and keeps the rest', () => {
    const document = apply({
      target: '$',
      update: { info: { version: '2', contact: { name: 'n' } }, 'x-more': 1 },
    });
    expect(document).toEqual({
      ...given(),
      info: { title: 'T', version: '2', contact: { name: 'n' } },
      'x-more': 1,
    });
  });

  test('replaces a single value, even null', () => {
    const document = apply(
      { target: '$.info.title', update: 'U' },
      { target: "$['x-assumptions']['host-url-default']", update: { value: 'https://a.example' } },
    );
    expect(document).toMatchObject({
      info: { title: 'U', version: '1' },
      'x-assumptions': { 'host-url-default': { value: 'https://a.example', known: [] } },
    });
  });

  test('appends to a list', () => {
    expect(apply({ target: '$.tags', update: { name: 'd' } })['tags']).toHaveLength(4);
    expect(apply({ target: '$.tags', update: [{ name: 'd' }] })['tags']).toHaveLength(4);
  });

  test('removes every match, wherever it is in a list', () => {
    expect(apply({ target: "$.tags[?@.name != 'b']", remove: true })['tags']).toEqual([
      { name: 'b' },
    ]);
    expect(apply({ target: '$.info', remove: true })).not.toHaveProperty('info');
  });

  // The nodes of several selectors are in their order, and may repeat (RFC 9535, section 2.5.1.2).
  test.each([
    ['$.tags[0,1]', ['c']],
    ['$.tags[1,0]', ['c']],
    ['$.tags[0,0]', ['b', 'c']],
    ['$.tags[-1,0]', ['b']],
    ['$.tags[::-1]', []],
    ['$.tags[1:,0]', []],
    ["$.tags[?@.name=='c', ?@.name=='a']", ['b']],
    ["$.tags[?@.name=='a', 0].name", [undefined, 'b', 'c']],
    ['$.tags..name', [undefined, undefined, undefined]],
  ])('removes exactly the matches of %s', (target, names) => {
    const tags = Object(apply({ target, remove: true })['tags']);
    expect(tags.map(({ name }: { name?: string }) => name)).toEqual(names);
  });

  test('removes matches within matches', () => {
    expect(apply({ target: '$.tags..*', remove: true })['tags']).toEqual([]);
    expect(apply({ target: '$..*', remove: true })).toEqual({});
  });

  test('updates a match once, also if it is selected twice', () => {
    const { tags } = apply({ target: '$.tags[0,0]', update: { list: [1] } });
    expect(apply({ target: "$['tags','tags']", update: { name: 'd' } })['tags']).toHaveLength(4);
    expect(tags).toEqual([{ name: 'a', list: [1] }, { name: 'b' }, { name: 'c' }]);
  });

  test('adds a copy to each match, so that a later action changes only one', () => {
    const { tags } = apply(
      { target: '$.tags.*', update: { more: { x: 1 } } },
      { target: '$.tags[0].more', update: { x: 2 } },
    );
    expect(tags).toMatchObject([{ more: { x: 2 } }, { more: { x: 1 } }, { more: { x: 1 } }]);
  });

  test('leaves the given document and the overlay unchanged', () => {
    const document = given();
    const actions = [{ target: '$.info', update: { contact: { name: 'n' } } }];
    actions.push({ target: '$.info.contact', update: { contact: { name: 'm' } } });
    const before = JSON.stringify(actions);
    applyOverlay(document, { overlay: '1.0.0', actions }, 'o.yaml', () => {});
    expect(document).toEqual(given());
    expect(JSON.stringify(actions)).toBe(before);
  });

  test('treats a field called __proto__ like any other', () => {
    const document = apply({
      target: '$.info',
      update: JSON.parse('{"__proto__":{"polluted":1}}'),
    });
    expect(Object.keys(document['info'] ?? {})).toContain('__proto__');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([
    {
      title: 'another file',
      overlay: { openapi: '3.1.0' },
      want: 'o.yaml: not an OpenAPI Overlay',
    },
    {
      title: 'another version',
      overlay: { overlay: '2.0.0' },
      want: 'o.yaml: overlay 2.0.0 is not supported',
    },
    { title: 'no actions', overlay: { overlay: '1.0.0' }, want: 'o.yaml: actions must be a list' },
  ])('is refused: $title', ({ overlay, want }) => {
    expect(() => applyOverlay(given(), overlay, 'o.yaml', () => {})).toThrow(want);
  });

  test.each([
    { title: 'no object', action: 1, want: 'o.yaml: actions[0] needs a target' },
    { title: 'no target', action: { update: {} }, want: 'o.yaml: actions[0] needs a target' },
    { title: 'nothing to do', action: { target: '$.info' }, want: 'and update or remove: true' },
    {
      title: 'a target that is not a JSONPath',
      action: { target: '$.info[', update: {} },
      want: 'o.yaml: actions[0].target: $.info[ is not a JSONPath: ',
    },
    {
      title: 'a target that matches nothing',
      action: { target: '$.nothing', update: {} },
      want: 'o.yaml: actions[0].target: $.nothing matches nothing in the document',
    },
    {
      title: 'a misspelled assumption',
      action: { target: "$['x-assumptions']['list-ordr'].value", update: 'x' },
      want: 'did you mean the assumption "list-order"?',
    },
    {
      title: 'an object where a string is required',
      action: { target: '$.info', update: { title: {} } },
      want: 'o.yaml: actions[0]: $.info/title: an object cannot be merged into "T"',
    },
    {
      title: 'removing the whole document',
      action: { target: '$', remove: true },
      want: 'the whole document cannot be removed',
    },
  ])('names file and action: $title', ({ action, want }) => {
    expect(() => apply(action)).toThrow(want);
  });
});
