import { describe, expect, test } from '@jest/globals';
import { createContract } from '../create-contract.ts';
import { contract as builtIn } from '../index.ts';
import type { OpenApiDocument, ParameterObject } from '../openapi-document.ts';
import { compileSchemas } from '../schemas/compile-schemas.ts';
import { createParameterParser } from './parse-parameters.ts';
import { writeParameters } from './write-parameters.ts';

/** Reads and writes the single parameter of an operation. */
function createCodec(parameter: ParameterObject) {
  const path = parameter.in === 'path' ? `/things/{${parameter.name}}` : '/things';
  const parameters = [parameter];
  const responses = { '200': { description: 'OK' } };
  const { 'x-assumptions': assumptions, 'x-problems': problems } = builtIn.document;
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { [path]: { get: { parameters, responses } } },
    components: { schemas: { Colour: { type: 'string', enum: ['blue', 'black', 'brown'] } } },
    'x-assumptions': assumptions,
    'x-problems': problems,
  };
  const contract = createContract(document, compileSchemas(document));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('the document has no operation');
  const parse = createParameterParser(operation, contract);
  return {
    read: (target: string, headers: Readonly<Record<string, string>> = {}) => {
      const [sent = '', query = ''] = target.split('?');
      const match = contract.matchOperation('GET', sent);
      if (match.kind !== 'operation') throw new Error(`${sent} does not match ${path}`);
      return parse({ path: match.encoded, query, header: (name) => headers[name] });
    },
    write: (value: unknown) => writeParameters(operation, () => value),
  };
}

const colours = ['blue', 'black', 'brown'];
const colour = { R: 100, G: 200, B: 150 };
const text = { type: 'string' };
const list = { type: 'array', items: { $ref: '#/components/schemas/Colour' } };
const numbers = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
};

/** The table "Style Examples" of OpenAPI 3.1. */
const styles = [
  { in: 'path', style: 'matrix', explode: false, schema: text, value: 'blue', sent: ';color=blue' },
  {
    in: 'path',
    style: 'matrix',
    explode: false,
    schema: list,
    value: colours,
    sent: ';color=blue,black,brown',
  },
  {
    in: 'path',
    style: 'matrix',
    explode: false,
    schema: numbers,
    value: colour,
    sent: ';color=R,100,G,200,B,150',
  },
  {
    in: 'path',
    style: 'matrix',
    explode: true,
    schema: list,
    value: colours,
    sent: ';color=blue;color=black;color=brown',
  },
  {
    in: 'path',
    style: 'matrix',
    explode: true,
    schema: numbers,
    value: colour,
    sent: ';R=100;G=200;B=150',
  },
  { in: 'path', style: 'label', explode: false, schema: text, value: 'blue', sent: '.blue' },
  {
    in: 'path',
    style: 'label',
    explode: false,
    schema: list,
    value: colours,
    sent: '.blue,black,brown',
  },
  {
    in: 'path',
    style: 'label',
    explode: true,
    schema: list,
    value: colours,
    sent: '.blue.black.brown',
  },
  {
    in: 'path',
    style: 'label',
    explode: true,
    schema: numbers,
    value: colour,
    sent: '.R=100.G=200.B=150',
  },
  {
    in: 'path',
    style: 'simple',
    explode: false,
    schema: list,
    value: colours,
    sent: 'blue,black,brown',
  },
  {
    in: 'path',
    style: 'simple',
    explode: false,
    schema: numbers,
    value: colour,
    sent: 'R,100,G,200,B,150',
  },
  {
    in: 'path',
    style: 'simple',
    explode: true,
    schema: numbers,
    value: colour,
    sent: 'R=100,G=200,B=150',
  },
  { in: 'query', style: 'form', explode: false, schema: text, value: 'blue', sent: 'color=blue' },
  {
    in: 'query',
    style: 'form',
    explode: false,
    schema: list,
    value: colours,
    sent: 'color=blue,black,brown',
  },
  {
    in: 'query',
    style: 'form',
    explode: false,
    schema: numbers,
    value: colour,
    sent: 'color=R,100,G,200,B,150',
  },
  {
    in: 'query',
    style: 'form',
    explode: true,
    schema: list,
    value: colours,
    sent: 'color=blue&color=black&color=brown',
  },
  {
    in: 'query',
    style: 'form',
    explode: true,
    schema: numbers,
    value: colour,
    sent: 'R=100&G=200&B=150',
  },
  {
    in: 'query',
    style: 'spaceDelimited',
    explode: false,
    schema: list,
    value: colours,
    sent: 'color=blue%20black%20brown',
  },
  {
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
    schema: list,
    value: colours,
    sent: 'color=blue%7Cblack%7Cbrown',
  },
  {
    in: 'query',
    style: 'tabDelimited',
    explode: false,
    schema: list,
    value: colours,
    sent: 'color=blue%09black%09brown',
  },
  {
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: numbers,
    value: colour,
    sent: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  },
] as const;

const inPath = styles.filter((row) => row.in === 'path');
const inQuery = styles.filter((row) => row.in === 'query');

function toParameter({ in: location, style, explode, schema }: (typeof styles)[number]) {
  const name = 'color';
  return { name, in: location, required: true, style, explode, schema: structuredClone(schema) };
}

describe('a path parameter in the style', () => {
  test.each(inPath)('$style (explode: $explode) is $sent', (row) => {
    const codec = createCodec(toParameter(row) as ParameterObject);
    expect(codec.read(`/things/${row.sent}`)).toMatchObject({
      values: { color: row.value },
      faults: [],
    });
    expect(codec.write(row.value)).toMatchObject({ path: `/things/${row.sent}` });
  });
});

describe('a query parameter in the style', () => {
  test.each(inQuery)('$style (explode: $explode) is $sent', (row) => {
    const codec = createCodec(toParameter(row) as ParameterObject);
    expect(codec.read(`/things?${row.sent}`)).toMatchObject({
      values: { color: row.value },
      faults: [],
      unknown: [],
    });
    expect(codec.write(row.value)).toMatchObject({ query: row.sent });
  });
});

test('header and cookie parameters are read and written', () => {
  const header = createCodec({ name: 'X-Color', in: 'header', schema: list });
  expect(header.read('/things', { 'x-color': 'blue, black' }).values).toEqual({
    'X-Color': ['blue', 'black'],
  });
  expect(header.write(['blue', 'black'])).toMatchObject({ headers: { 'X-Color': 'blue,black' } });
  const cookie = createCodec({ name: 'size', in: 'cookie', schema: { type: 'integer' } });
  expect(cookie.read('/things', { cookie: 'a=1; size=5' }).values).toEqual({ size: 5 });
  expect(cookie.write(5)).toMatchObject({ headers: { Cookie: 'size=5' } });
});

test('a text in a header keeps its commas and percent signs', () => {
  const codec = createCodec({ name: 'X-Note', in: 'header', schema: { type: 'string' } });
  expect(codec.read('/things', { 'x-note': 'a, b%20c' }).values).toEqual({ 'X-Note': 'a, b%20c' });
});

test('a parameter with content is JSON', () => {
  const content = { 'application/json': { schema: numbers } };
  const codec = createCodec({ name: 'color', in: 'query', content });
  const query = 'color=%7B%22R%22%3A100%7D';
  expect(codec.read(`/things?${query}`).values).toEqual({ color: { R: 100 } });
  expect(codec.write({ R: 100 })).toMatchObject({ query });
  expect(codec.read('/things?color=%7B').faults).toEqual([
    { parameter: 'color', detail: 'must be an object' },
  ]);
});

test('brackets contain objects and lists at any depth', () => {
  const schema = {
    type: 'object',
    properties: { size: numbers, tags: { type: 'array', items: { type: 'string' } } },
  };
  const codec = createCodec({ name: 'filter', in: 'query', style: 'deepObject', schema });
  const value = { size: { R: 1 }, tags: ['red', 'blue'] };
  const query = 'filter[size][R]=1&filter[tags][]=red&filter[tags][]=blue';
  expect(codec.read(`/things?${query}`)).toMatchObject({ values: { filter: value }, unknown: [] });
  expect(codec.read('/things?filter[tags][0]=red&filter[tags][1]=blue').values).toEqual({
    filter: { tags: ['red', 'blue'] },
  });
  expect(codec.write(value)).toMatchObject({
    query: query.replaceAll('[', '%5B').replaceAll(']', '%5D'),
  });
});

test('an encoded delimiter belongs to an item, unless all are encoded', () => {
  const schema = { type: 'array', items: { type: 'string' } };
  const codec = createCodec({ name: 'tags', in: 'query', explode: false, schema });
  expect(codec.read('/things?tags=a%2Cb,c').values).toEqual({ tags: ['a,b', 'c'] });
  expect(codec.read('/things?tags=a%2Cb').values).toEqual({ tags: ['a', 'b'] });
  expect(codec.write(['a,b', 'c'])).toMatchObject({ query: 'tags=a%2Cb,c' });
});

describe('a text is read as its schema says', () => {
  test.each([
    { schema: { type: 'integer' }, text: '5', want: 5 },
    { schema: { type: 'number' }, text: '-1.5e3', want: -1500 },
    { schema: { type: 'boolean' }, text: 'true', want: true },
    { schema: { type: ['boolean', 'null'] }, text: 'null', want: null },
    { schema: { type: 'string' }, text: '5', want: '5' },
    { schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] }, text: '7', want: 7 },
    { schema: { enum: [1, 2] }, text: '2', want: 2 },
    { schema: {}, text: 'true', want: 'true' },
  ])('$schema: $text', ({ schema, text: sent, want }) => {
    const codec = createCodec({ name: 'value', in: 'query', schema });
    expect(codec.read(`/things?value=${sent}`).values).toEqual({ value: want });
  });
});

describe('a wrong value is explained with its parameter', () => {
  test.each([
    { schema: { type: 'boolean' }, query: 'value=yes', detail: 'must be a boolean' },
    { schema: { type: 'integer' }, query: 'value=0x1', detail: 'must be an integer' },
    {
      schema: { type: 'integer' },
      query: 'value=1&value=2',
      detail: 'is sent 2 times; send it once',
    },
    { schema: list, query: 'value=blue&value=red', detail: /^at \/1 must be one of blue/ },
    { schema: { type: 'integer' }, query: '', detail: 'is required' },
  ])('$schema: $query', ({ schema, query, detail }) => {
    const codec = createCodec({ name: 'value', in: 'query', required: true, schema });
    const [fault] = codec.read(`/things?${query}`).faults;
    expect(fault?.parameter).toBe('value');
    expect(fault?.detail).toMatch(detail);
  });
});

test('a value that a style cannot carry is not written', () => {
  const codec = createCodec({ name: 'value', in: 'query', schema: { type: 'array' } });
  expect(codec.write([{ a: 1 }])).toMatchObject({ unwritable: { name: 'value' } });
});

test('defaults are filled in, and unknown names are listed', () => {
  const schema = { type: 'boolean', default: false };
  const codec = createCodec({ name: 'value', in: 'query', schema });
  expect(codec.read('/things?other=1')).toMatchObject({
    values: { value: false },
    unknown: ['other'],
  });
});
