import { readFile } from 'node:fs/promises';
import { banner } from './banner.ts';

/** The version of this package, so that nothing has to look for package.json at run time. */
export async function toVersionFiles(): Promise<Record<string, string>> {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const source = banner
    .replace('spec/openapi.yaml', 'package.json')
    .replace('document', 'version there');
  return {
    'version.js': `${source}\nexport const version = ${JSON.stringify(version)};\n`,
    'version.d.ts': `${source}\nexport declare const version: string;\n`,
  };
}
