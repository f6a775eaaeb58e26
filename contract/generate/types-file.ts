import openapiTS, { astToString } from 'openapi-typescript';
import { banner } from './banner.ts';

/** The TypeScript types, by openapi-typescript. A field with a default is there once defaults are filled in. */
export async function toTypesFile(text: string): Promise<Record<string, string>> {
  const nodes = await openapiTS(text, { defaultNonNullable: true });
  return { 'types.ts': `${banner}\n${astToString(nodes)}` };
}
