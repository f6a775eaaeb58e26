import type { Operation, Parameter } from '../../../contract/index.ts';

export interface InvalidParameter {
  slug: string;
  parameter: Parameter;
  value: string;
  /** Creates the value from a valid one if available, so that a lenient server that truncates it finds an existing record. */
  toValue?: (valid: string) => string;
  /** A near miss that lenient servers may accept, so SHOULD instead of MUST. */
  nearMiss: boolean;
}

const malformedUuids = [
  'not-a-uuid',
  '7c9e6679-7425-40de-944b-e07fc1f90ae',
  '7c9e6679-7425-40de-944b-e07fc1f90ae7f',
  'zc9e6679-7425-40de-944b-e07fc1f90ae7',
  '42',
  'null',
];
const longerUuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7xyz';
const nearUuids = ['7c9e6679742540de944be07fc1f90ae7', '{7c9e6679-7425-40de-944b-e07fc1f90ae7}'];

/** Numbers beyond the usual integer types, and other notations of large numbers. */
const beyondAll = ['2147483648', '9223372036854775808', '1e9', 'Infinity'];

/** Derives every value that violates the schema of a parameter. */
export function deriveInvalidParameters(operation: Operation): InvalidParameter[] {
  return operation.parameters.flatMap((parameter) => {
    const toInvalid = (nearMiss: boolean) => (value: string) => ({
      slug: `${nearMiss ? 'a-near-miss-of' : 'a-wrong'}-${parameter.name}`,
      parameter,
      value,
      nearMiss,
    });
    const { wrong, near } = listWrongValues(parameter);
    const isId = parameter.in === 'path' && parameter.schema.format === 'uuid';
    const [first, ...further] = wrong.map(toInvalid(false));
    return [
      ...(first === undefined ? [] : [first]),
      ...(isId
        ? [{ ...toInvalid(false)(longerUuid), toValue: (valid: string) => `${valid}xyz` }]
        : []),
      ...further,
      ...near.map(toInvalid(true)),
    ];
  });
}

function listWrongValues({ schema }: Parameter): {
  wrong: readonly string[];
  near: readonly string[];
} {
  // An empty parameter may count as omitted, except for an enum.
  if (schema.format === 'uuid') return { wrong: malformedUuids, near: nearUuids };
  if (schema.enum !== undefined) {
    const [first] = schema.enum;
    const wrong = ['yes', '1', '0', `${first}${first}`, String(first).toUpperCase()];
    const allowed: readonly unknown[] = schema.enum;
    return { wrong: wrong.filter((value) => !allowed.includes(value)), near: [''] };
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    const beyond = [
      ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
      ...(schema.maximum === undefined ? [] : [schema.maximum + 1, schema.maximum * 10]),
    ];
    return {
      wrong: [
        ...beyond.map(String),
        ...(schema.maximum === undefined ? [] : beyondAll),
        'abc',
        '10abc',
        'NaN',
        'true',
      ],
      near: ['0x10', '1,5'],
    };
  }
  return { wrong: [], near: [] };
}
