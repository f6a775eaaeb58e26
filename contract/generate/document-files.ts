import type { OpenApiDocument } from '../openapi-document.ts';
import { banner } from './banner.ts';

/** The bundled document, as JSON for any tool and as a module for code. */
export function toDocumentFiles(document: OpenApiDocument): Record<string, string> {
  const json = JSON.stringify(document);
  return {
    'openapi.json': `${JSON.stringify({ 'x-generated': banner.slice(3), ...document }, null, 2)}\n`,
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
