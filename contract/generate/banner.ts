/** Opens every generated file. */
export const banner =
  '// Made from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.';
