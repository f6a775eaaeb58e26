import type { OpenApiDocument } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';
import { banner } from './banner.ts';

/** The bundled document, as JSON for any tool and as a module for code, and once more without ranges of statuses. */
export function toDocumentFiles(document: OpenApiDocument): Record<string, string> {
  const json = JSON.stringify(document);
  return {
    'openapi.json': toJson(document),
    // For generators of clients that write a range such as `4XX` into code: orval's client for `fetch`, for one.
    'openapi.explicit.json': toJson(withoutRanges(document)),
    // JSON.parse of a text is quicker to start with than an object literal of the same size.
    'document.js': `${banner}\nexport const document = JSON.parse(${JSON.stringify(json)});\n`,
    'document.d.ts': [
      banner,
      "import type { OpenApiDocument } from '../contract/openapi-document.ts';",
      'export declare const document: OpenApiDocument;',
      '',
    ].join('\n'),
  };
}

function toJson(document: object): string {
  return `${JSON.stringify({ 'x-generated': banner.slice(3), ...document }, null, 2)}\n`;
}

/** Each operation goes without responses such as `4XX`. The statuses beside them stay. */
function withoutRanges(document: OpenApiDocument): object {
  const isRange = (name: string): boolean => /^[1-5]XX$/.test(name);
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'responses' && isRecord(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !isRange(name)))
      : value,
  );
}
