import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import type { Witness } from '../../gate/diff/change.ts';
import type { JsonObject } from '../../gate/diff/json.ts';

/** Prism's faults of a witness; undefined if Prism cannot check it. */
export type Referee = (witness: Witness) => readonly string[] | undefined;

/**
 * Validates witnesses against a document with Prism, which has independent validators and an independent parser of
 * OpenAPI.
 */
export async function createReferee(document: JsonObject): Promise<Referee> {
  // Descriptions may refer to files, and do not affect requests.
  const { openapi, servers, paths, components, security } = document;
  const bare = {
    openapi,
    info: { title: 'mutated', version: '1' },
    servers,
    paths,
    components,
    security,
  };
  const operations = await getHttpOperationsFromSpec(structuredClone(bare));
  return ({ kind, request, response }) => {
    const { pathname, searchParams } = new URL(request.target, 'http://prism.invalid');
    const fitting = operations.filter(
      ({ method, path }) =>
        method === request.method.toLowerCase() && toPattern(path).test(pathname),
    );
    // The path with the fewest variables, as OpenAPI requires.
    const [resource] = fitting.sort((a, b) => countVariables(a.path) - countVariables(b.path));
    if (resource === undefined) return undefined;
    const sent = kind === 'request' ? request : response;
    const type = sent?.headers['Content-Type'];
    if (type !== undefined && !/json/.test(type)) return undefined;
    // Prism keeps a reference in a recursive schema, and then allows every value.
    const judged = kind === 'request' ? resource.request : resource.responses;
    if (JSON.stringify(judged).includes('"$ref"')) return undefined;
    const result =
      kind === 'request'
        ? validateInput({
            resource,
            element: {
              method: resource.method as 'get',
              url: { path: pathname, query: toQuery(searchParams) },
              headers: toLowerCase({ ...request.headers, ...toLength(request.body) }),
              body: request.body,
            },
          })
        : validateOutput({
            resource,
            element: {
              statusCode: Number(response?.status),
              headers: toLowerCase(response?.headers ?? {}),
              body: response?.body,
            },
          });
    return result._tag === 'Left'
      ? result.left.map(({ path, message }) => `${(path ?? []).join('/')} ${message}`)
      : [];
  };
}

function toPattern(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
}

function countVariables(path: string): number {
  return path.split('{').length;
}

function toQuery(parameters: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function toLength(body: unknown): Record<string, string> {
  return body === undefined ? {} : { 'Content-Length': String(JSON.stringify(body).length) };
}

function toLowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
