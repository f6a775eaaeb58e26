import { parse } from 'yaml';
import { banner } from './banner.ts';

interface RequirementEntry {
  level: string;
  statement: string;
  section: string;
  document: string;
  untested?: string;
}

/** The requirements of `spec/requirements.yaml` as a module, with their ids as a type. */
export function toRequirementFiles(text: string): Record<string, string> {
  const requirements: Record<string, RequirementEntry> = parse(text);
  const source = banner.replace('openapi.yaml', 'requirements.yaml').replace('document', 'file');
  return {
    'requirements.js': `${source}\nexport const requirements = ${JSON.stringify(requirements, null, 2)};\n`,
    'requirements.d.ts': [
      source,
      'export type RequirementId =',
      ...Object.keys(requirements).map((id) => `  | '${id}'`),
      ';',
      'export interface Requirement {',
      "  level: 'MUST' | 'SHOULD' | 'OBSERVE';",
      '  /** In our words. */',
      '  statement: string;',
      '  /** The section of the interface. */',
      '  section: string;',
      '  /** JSON Pointer into the OpenAPI document. */',
      '  document: string;',
      '  /** Why no check can prove it. */',
      '  untested?: string;',
      '}',
      'export declare const requirements: Readonly<Record<RequirementId, Requirement>>;',
      '',
    ].join('\n'),
  };
}
