import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How many sites a page of the works holds. */
const pageSize = 20;

/**
 * Writes the contract with a whole page as the example of its list, so that servers that answer examples answer as
 * much as the others.
 */
export function writePeerDocument(folder: string): string {
  const file = path.join(folder, 'openapi.json');
  const source = readFileSync(path.resolve('generated/openapi.json'), 'utf8');
  const document: unknown = JSON.parse(source, (key, value: unknown) =>
    key === 'data' && Array.isArray(value) && value.length === 1 ? fill(value[0]) : value,
  );
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function fill(site: unknown): unknown[] {
  return Array.from({ length: pageSize }, () => site);
}
