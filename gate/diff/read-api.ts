import type { Api, ApiOperation, ApiScheme, ApiServer } from './api.ts';
import { isObject, type JsonObject, readAt, toPointer } from './json.ts';
import { addPathParameters, listParameters, readBody, readResponses } from './read-content.ts';
import { follow } from './references.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export function readApi(document: JsonObject): Api {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  const webhooks = isObject(document['webhooks']) ? document['webhooks'] : {};
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('x-') ? [] : readItem(document, path, item, toPointer(['paths', path])),
  );
  const hooks = Object.entries(webhooks).flatMap(([name, item]) =>
    readItem(document, name, item, toPointer(['webhooks', name])),
  );
  const callbacks = operations.flatMap((operation) => readCallbacks(document, operation));
  return {
    document,
    operations,
    outgoing: [...hooks, ...callbacks],
    servers: readServers(document, '/servers') ?? [sameServer],
  };
}

function readItem(document: JsonObject, path: string, raw: unknown, place: string): ApiOperation[] {
  const { value: item, pointer } = follow(document, raw, place);
  // OpenAPI 3.2 lists other methods separately.
  const others = isObject(item['additionalOperations']) ? item['additionalOperations'] : {};
  const places = [
    ...methods.map((method) => [method, item[method], `${pointer}/${method}`] as const),
    ...Object.entries(others).map(
      ([method, operation]) =>
        [method, operation, pointer + toPointer(['additionalOperations', method])] as const,
    ),
  ];
  return places.flatMap(([method, raw, place]) => {
    if (!isObject(raw)) return [];
    const { value: operation, pointer: at } = follow(document, raw, place);
    const id = typeof operation['operationId'] === 'string' ? operation['operationId'] : undefined;
    const parameters = [
      ...listParameters(document, operation['parameters'], `${at}/parameters`, path),
      ...listParameters(document, item['parameters'], `${pointer}/parameters`, path),
    ];
    const ownSecurity = 'security' in operation;
    return [
      {
        key: `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
        name: id ?? `${method.toUpperCase()} ${path}`,
        label: path,
        id,
        method: method.toUpperCase(),
        path,
        pointer: at,
        isDeprecated: operation['deprecated'] === true,
        // Parameters of the operation override those of its path.
        parameters: addPathParameters(
          path,
          at,
          [
            ...new Map(
              [...parameters].reverse().map((each) => [`${each.in} ${each.key}`, each]),
            ).values(),
          ].reverse(),
        ),
        body: readBody(document, operation['requestBody'], `${at}/requestBody`),
        responses: readResponses(document, operation['responses'], `${at}/responses`),
        security: readSecurity(
          document,
          ownSecurity ? operation['security'] : document['security'],
        ),
        securityPointer: ownSecurity ? `${at}/security` : '/security',
        servers: readServers(document, `${at}/servers`) ??
          readServers(document, `${pointer}/servers`) ??
          readServers(document, '/servers') ?? [sameServer],
      },
    ];
  });
}

function readCallbacks(document: JsonObject, { pointer, name, key }: ApiOperation): ApiOperation[] {
  const operation = readAt(document, pointer);
  const callbacks =
    isObject(operation) && isObject(operation['callbacks']) ? operation['callbacks'] : {};
  return Object.entries(callbacks).flatMap(([callback, raw]) => {
    const { value, pointer: at } = follow(
      document,
      raw,
      `${pointer}${toPointer(['callbacks', callback])}`,
    );
    return Object.entries(value).flatMap(([expression, item]) =>
      readItem(document, expression, item, at + toPointer([expression])).map((request) => ({
        ...request,
        // Clients see the URL of a callback, but not its name in the document.
        key: `${key} → ${request.method} ${expression}`,
        label: callback,
        name: request.id ?? `${name} callback ${callback}`,
      })),
    );
  });
}

function readSecurity(document: JsonObject, raw: unknown): (readonly ApiScheme[])[] {
  if (!Array.isArray(raw) || raw.length === 0) return [[]];
  return raw.map((alternative) =>
    isObject(alternative)
      ? Object.entries(alternative).map(([name, scopes]) => ({
          name,
          scopes: Array.isArray(scopes) ? scopes.map(String) : [],
          terms: readTerms(document, name),
        }))
      : [],
  );
}

/** Reads a security scheme without descriptions, and without scopes: the operation lists the ones that it requires. */
function readTerms(document: JsonObject, name: string): JsonObject {
  const pointer = toPointer(['components', 'securitySchemes', name]);
  const raw = readAt(document, pointer);
  if (raw === undefined) return { undefined: name };
  const {
    type,
    scheme,
    in: place,
    name: field,
    openIdConnectUrl,
    flows,
  } = follow(document, raw, pointer).value;
  const kinds = isObject(flows)
    ? Object.entries(flows).map(([kind, flow]) => {
        const { authorizationUrl, tokenUrl } = isObject(flow) ? flow : {};
        return { kind, authorizationUrl, tokenUrl };
      })
    : undefined;
  const shown = typeof field === 'string' && place === 'header' ? field.toLowerCase() : field;
  const scheming = typeof scheme === 'string' ? scheme.toLowerCase() : scheme;
  return JSON.parse(
    JSON.stringify({
      type,
      scheme: scheming,
      in: place,
      name: shown,
      openIdConnectUrl,
      flows: kinds,
    }),
  );
}

/** Without servers, a document describes the server that provides it. */
const sameServer: ApiServer = {
  ...{ url: '', key: '', pointer: '/servers', choices: [], isImplied: true },
};

function readServers(document: JsonObject, place: string): ApiServer[] | undefined {
  const raw = readAt(document, place);
  const found = (Array.isArray(raw) ? raw : []).flatMap((server: unknown, index) => {
    if (!isObject(server) || typeof server['url'] !== 'string') return [];
    const url = server['url'].replace(/\/$/, '');
    const variables = isObject(server['variables']) ? server['variables'] : {};
    const choices = [...url.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => {
      const variable = variables[name];
      const values = isObject(variable) ? variable['enum'] : undefined;
      return Array.isArray(values) ? values.map(String) : undefined;
    });
    const key = url.replaceAll(/\{[^}]*\}/g, '{}');
    return [{ url, key, pointer: `${place}/${index}`, isImplied: false, choices }];
  });
  return found.length > 0 ? found : undefined;
}
