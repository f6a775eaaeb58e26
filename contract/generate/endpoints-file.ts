import type { OpenApiDocument } from '../openapi-document.ts';
import type { Reply } from '../operation.ts';
import { readOperations } from '../read-operations.ts';
import { banner } from './banner.ts';

/** What a client needs of the document at run time, and nothing more: a page that bundles it stays small. */
export function toEndpointsFile(document: OpenApiDocument): Record<string, string> {
  const operations = readOperations(document);
  return {
    'endpoints.ts': [
      banner,
      '/** Method and path template of every operation. */',
      'export const endpoints = {',
      ...operations.map(
        ({ id, method, path, replies }) =>
          `  ${id}: { method: '${method}', path: '${path}'${hasBody(replies) ? '' : ', noContent: true'} },`,
      ),
      '} as const;',
      '',
    ].join('\n'),
  };
}

/** Whether any documented success has a body. Responses without one are not among the replies. */
function hasBody(replies: readonly Reply[]): boolean {
  return replies.some(({ status }) => status.startsWith('2'));
}
