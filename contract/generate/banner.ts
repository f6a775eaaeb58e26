/** Opens every generated file. */
export const banner =
  '// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change the document.';
