import type { OpenApiDocument } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';
import { banner } from './banner.ts';

/** What a client needs of the document at run time, and nothing more: a page that bundles it stays small. */
export function toEndpointsFile(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  const bodyDefaults = operations.flatMap(({ id, requestBody }) => {
    const names = Object.entries(requestBody?.schema.properties ?? {})
      .filter(([, { default: value }]) => value !== undefined)
      .map(([name]) => `'${name}'`);
    return names.length === 0 ? [] : [`  ${id}: ${names.join(' | ')};`];
  });
  return {
    'endpoints.ts': [
      banner,
      '/** Method and path template of every operation. */',
      'export const endpoints = {',
      ...operations.map(
        ({ id, method, path }) => `  ${id}: { method: '${method}', path: '${path}' },`,
      ),
      '} as const;',
      '',
      '/** The fields of a body that have a default, by operation. */',
      'export interface BodyDefaults {',
      ...bodyDefaults,
      '}',
      '',
    ].join('\n'),
  };
}
