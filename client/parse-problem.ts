import type { Problem } from '../contract/types.ts';

type Fault = NonNullable<Problem['errors']>[number];

/** Reads problem details (RFC 9457) leniently: members of the wrong type count as left out (section 3.1). */
export function parseProblem(response: Response, body: unknown): Problem | undefined {
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/problem+json') return undefined;
  if (!isObject(body) || Array.isArray(body)) return undefined;
  const { type, title, status, detail, errors, ...extensions } = body;
  return {
    ...extensions,
    // RFC 9457, section 4.2.1: without a type it is `about:blank`, and its title the status's own.
    type: typeof type === 'string' ? type : 'about:blank',
    title: typeof title === 'string' ? title : response.statusText || `Status ${response.status}`,
    status: typeof status === 'number' ? status : response.status,
    ...(typeof detail === 'string' && { detail }),
    ...(Array.isArray(errors) && { errors: errors.flatMap(parseFault) }),
  };
}

function parseFault(entry: unknown): Fault[] {
  if (!isObject(entry)) return [];
  const { pointer, parameter, header, detail, ...extensions } = entry;
  if (typeof detail !== 'string') return [];
  return [
    {
      ...extensions,
      ...(typeof pointer === 'string' && { pointer }),
      ...(typeof parameter === 'string' && { parameter }),
      ...(typeof header === 'string' && { header }),
      detail,
    },
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
