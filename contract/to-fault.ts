import type { Fault } from '../generated/models.ts';
import { escapePointer } from './resolve-reference.ts';

/** What is read of an ajv error object. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  'date-time': 'a date and time with its offset, as 2026-01-31T08:00:00Z',
  'json-pointer': 'a JSON Pointer',
  'uri-reference': 'a URI reference',
};

/** Words schema errors for people. Where an enum lists the valid values, a discriminator has nothing to add. */
export function toFaults(errors: readonly SchemaError[]): Fault[] {
  const listed = new Set(
    errors.flatMap(({ keyword, instancePath }) => (keyword === 'enum' ? [instancePath] : [])),
  );
  const faults = errors.map((error) => ({ error, fault: toFault(error) }));
  return faults
    .filter(
      ({ error, fault }) => error.keyword !== 'discriminator' || !listed.has(fault.pointer ?? ''),
    )
    .map(({ fault }) => fault);
}

/** Words a schema error for people. A field that is missing, or too many, is pointed at where it stands or should. */
export function toFault({ instancePath, keyword, params, message }: SchemaError): Fault {
  switch (keyword) {
    case 'required':
      return {
        pointer: `${instancePath}/${escapePointer(String(params['missingProperty']))}`,
        detail: 'is required',
      };
    case 'additionalProperties':
      return {
        pointer: `${instancePath}/${escapePointer(String(params['additionalProperty']))}`,
        detail: 'is not a known field',
      };
    case 'type':
      return { pointer: instancePath, detail: `must be ${toTypes(params['type'])}` };
    case 'enum':
      return { pointer: instancePath, detail: `must be one of ${toList(params['allowedValues'])}` };
    case 'format': {
      const format = String(params['format']);
      return { pointer: instancePath, detail: `must be ${formatNames[format] ?? format}` };
    }
    case 'discriminator':
      return {
        pointer: `${instancePath}/${escapePointer(String(params['tag']))}`,
        detail: 'must be one of the documented kinds',
      };
    default:
      return { pointer: instancePath, detail: message ?? `breaks ${keyword}` };
  }
}

function toTypes(type: unknown): string {
  return (Array.isArray(type) ? type : [type])
    .map((name) => withArticle(String(name)))
    .join(' or ');
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function toList(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : '';
}
