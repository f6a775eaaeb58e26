import type { AssumptionObject, OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { readOperations } from '../read-operations.ts';
import { banner } from './banner.ts';

/** The ids that the document gives to operations, assumptions and problems, as types and as lists. */
export function toNamesFile(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  const assumptions = Object.entries(document['x-assumptions']);
  return {
    'names.ts': [
      banner,
      toList(
        'operationIds',
        'OperationId',
        operations.map(({ id }) => id),
      ),
      toList(
        'assumptionIds',
        'AssumptionId',
        assumptions.map(([id]) => id),
      ),
      toList('problemIds', 'ProblemId', Object.keys(document['x-problems'])),
      `export const eventTypes = ${JSON.stringify(document.components?.schemas?.['EventType']?.enum ?? [])} as const;`,
      '',
      '/** The value of each assumption. */',
      'export interface AssumptionValues {',
      ...assumptions.map(([id, assumption]) => `  '${id}': ${toValueType(assumption)};`),
      '}',
      '',
    ].join('\n'),
  };
}

/** The parameters that have a default, as an interface. */
export function toDefaults(type: string, operations: readonly Operation<string>[]): string[] {
  const defaults = operations.flatMap(({ id, parameters }) => {
    const names = parameters
      .filter(({ schema }) => schema.default !== undefined)
      .map(({ name }) => `'${name}'`);
    return names.length === 0 ? [] : [`  ${id}: ${names.join(' | ')};`];
  });
  return [
    '/** The parameters that have a default, by operation. */',
    `export interface ${type} {`,
    ...defaults,
    '}',
    '',
  ];
}

export function toList(constant: string, type: string, ids: readonly string[]): string {
  return [
    `export const ${constant} = [`,
    ...ids.map((id) => `  '${id}',`),
    '] as const;',
    `export type ${type} = (typeof ${constant})[number];`,
    '',
  ].join('\n');
}

function toValueType({ known, open }: AssumptionObject): string {
  const types = known.map(({ value }) =>
    open === undefined || value === null ? JSON.stringify(value) : typeof value,
  );
  return [...new Set(types)].join(' | ');
}
