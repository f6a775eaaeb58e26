import { findJsonError, toLineAndColumn } from '../mock/features/data/json-places.ts';
import type { ConfigSyntaxError } from './config-file.ts';

/** Says where a configuration file is no JSON, and why. */
export function explainSyntax({ file, text, message }: ConfigSyntaxError): string {
  const found = findJsonError(text);
  if (found === undefined) return message;
  return `${file}:${toLineAndColumn(text, found.offset)}: it is no JSON: ${found.detail}`;
}
