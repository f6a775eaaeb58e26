import { isObject, type JsonObject, readAt, toPointer } from '../../gate/diff/json.ts';
import { follow } from '../../gate/diff/references.ts';
import { edits, type SchemaSite } from './schema-mutations.ts';

/** A generated change of a document, and its meaning for clients of the old version. */
export interface Mutation {
  kind: string;
  verdict: 'breaking' | 'compatible';
  place: string;
  /** Changes a copy of the document. */
  edit: (document: JsonObject) => void;
}

interface Operation {
  pointer: string;
  path: string;
  value: JsonObject;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const object = (value: unknown): JsonObject => (isObject(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Lists all mutations that are possible in a document. */
export function listMutations(document: JsonObject): Mutation[] {
  const operations = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).flatMap(([method, value]): Operation[] =>
      methods.includes(method) && isObject(value)
        ? [{ pointer: toPointer(['paths', path, method]), path, value }]
        : [],
    ),
  );
  const found: Mutation[] = operations.flatMap((operation) => listOfOperation(document, operation));
  for (const site of listSites(document, operations))
    for (const { kind, verdict, change } of edits(site, document))
      found.push({
        kind,
        verdict,
        place: site.pointer,
        edit: (copy) => change(object(readAt(copy, site.pointer)), copy),
      });
  return found;
}

function listOfOperation(document: JsonObject, { pointer, path, value }: Operation): Mutation[] {
  const found: Mutation[] = [];
  const add = (
    verdict: Mutation['verdict'],
    kind: string,
    edit: (operation: JsonObject, copy: JsonObject) => void,
  ): void => {
    found.push({
      kind,
      verdict,
      place: pointer,
      edit: (copy) => edit(object(readAt(copy, pointer)), copy),
    });
  };
  const push = (operation: JsonObject, parameter: JsonObject): void => {
    operation['parameters'] = [...list(operation['parameters']), parameter];
  };
  const parameter = { name: 'mutated', in: 'query', schema: { type: 'string' } };
  add('breaking', 'an operation is removed', (_, copy) => {
    const item = object(readAt(copy, toPointer(['paths', path])));
    delete item[pointer.split('/').at(-1) ?? ''];
  });
  add('breaking', 'a required parameter is added', (operation) =>
    push(operation, { ...parameter, required: true }),
  );
  add('compatible', 'an optional parameter is added', (operation) => push(operation, parameter));
  add('compatible', 'description, tags and operationId change', (operation) => {
    operation['description'] = 'Another description.';
    operation['tags'] = ['mutated'];
    operation['operationId'] = 'mutated';
  });
  add('compatible', 'other credentials are also accepted', (operation, copy) => {
    const security = list(operation['security'] ?? copy['security']);
    if (security.length === 0) return;
    addScheme(copy);
    operation['security'] = [...security, { mutated: [] }];
  });
  add('breaking', 'more credentials are required', (operation, copy) => {
    addScheme(copy);
    const security = list(operation['security'] ?? copy['security']);
    operation['security'] = (security.length === 0 ? [{}] : security).map((each) => ({
      ...object(each),
      mutated: [],
    }));
  });
  for (const [index, raw] of list(value['parameters']).entries()) {
    const { value: known } = follow(document, raw, '');
    // Prism does not parse cookies, or missing objects.
    if (known['in'] !== 'query' || known['style'] === 'deepObject') continue;
    add('breaking', 'a parameter is removed', (operation) => {
      operation['parameters'] = list(operation['parameters']).toSpliced(index, 1);
    });
    if (known['required'] === true) {
      add('compatible', 'a required parameter becomes optional', (operation) => {
        operation['parameters'] = list(operation['parameters']).with(index, {
          ...known,
          required: false,
        });
      });
    } else
      add('breaking', 'an optional parameter becomes required', (operation) => {
        operation['parameters'] = list(operation['parameters']).with(index, {
          ...known,
          required: true,
        });
      });
    add('compatible', 'a parameter replaces its reference', (operation) => {
      operation['parameters'] = list(operation['parameters']).with(index, structuredClone(known));
    });
  }
  const body = value['requestBody'] && follow(document, value['requestBody'], '').value;
  if (isObject(body)) {
    const copyBody = (changes: JsonObject): JsonObject => structuredClone({ ...body, ...changes });
    if (body['required'] === true)
      add('compatible', 'a required body becomes optional', (operation) => {
        operation['requestBody'] = copyBody({ required: false });
      });
    else
      add('breaking', 'an optional body becomes required', (operation) => {
        operation['requestBody'] = copyBody({ required: true });
      });
    const [first] = Object.entries(object(body['content']));
    if (first !== undefined && !first[0].includes('*')) {
      add('breaking', 'the media type of a request changes', (operation) => {
        const { [first[0]]: gone, ...rest } = object(body['content']);
        operation['requestBody'] = copyBody({
          content: { ...rest, 'application/x-mutated': gone },
        });
      });
      add('compatible', 'a media type of a request is added', (operation) => {
        const content = { ...object(body['content']), 'application/x-mutated': first[1] };
        operation['requestBody'] = copyBody({ content });
      });
    }
  }
  const responses = object(value['responses']);
  const [success] = Object.keys(responses).filter((status) => /^2\d\d$/.test(status));
  if (success !== undefined) {
    const response = follow(document, responses[success], '').value;
    if (!('299' in responses) && !('2XX' in responses)) {
      add('breaking', 'a success status changes', (operation) => {
        const { [success]: gone, ...rest } = responses;
        operation['responses'] = structuredClone({ ...rest, 299: gone });
      });
      add('breaking', 'a success status is added', (operation) => {
        operation['responses'] = { ...responses, 299: { description: 'Mutated.' } };
      });
    }
    const [media] = Object.entries(object(response['content']));
    if (media !== undefined && !media[0].includes('*'))
      add('breaking', 'the media type of a response changes', (operation) => {
        const { [media[0]]: gone, ...rest } = object(response['content']);
        const content = { ...rest, 'application/x-mutated': gone };
        operation['responses'] = structuredClone({
          ...responses,
          [success]: { ...response, content },
        });
      });
    add('compatible', 'a response header is added', (operation) => {
      const headers = { ...object(response['headers']), 'X-Mutated': { schema: {} } };
      operation['responses'] = structuredClone({
        ...responses,
        [success]: { ...response, headers },
      });
    });
  }
  add('compatible', 'an error is documented', (operation) => {
    operation['responses'] = { ...responses, 418: { description: 'Mutated.' } };
  });
  return found;
}

function addScheme(document: JsonObject): void {
  const components = object(document['components']);
  const mutated = { type: 'apiKey', in: 'header', name: 'X-Mutated' };
  const securitySchemes = { ...object(components['securitySchemes']), mutated };
  document['components'] = { ...components, securitySchemes };
}

/**
 * How a schema affects a request or response: each has to satisfy it; only a wider schema changes the result; or it may
 * do either, because only one of some alternatives has to match.
 */
type Reach = 'direct' | 'one way' | 'any way';

const parts: Readonly<Record<string, Reach>> = {
  additionalProperties: 'one way',
  allOf: 'one way',
  anyOf: 'one way',
  oneOf: 'any way',
  not: 'any way',
};
const bothUses = ['request', 'response'] as const;

/** Schemas that every value of a request or response has to satisfy, and their other uses. */
function listSites(document: JsonObject, operations: readonly Operation[]): SchemaSite[] {
  const sites = new Map<string, SchemaSite>();
  const outgoing = Object.values(object(document['webhooks'])).flatMap((item) =>
    Object.values(object(item)).filter(isObject),
  );
  const visitBody = (raw: unknown, pointer: string, use: 'request' | 'response'): void => {
    if (raw === undefined) return;
    const body = follow(document, raw, pointer);
    for (const [type, media] of Object.entries(object(body.value['content']))) {
      const at = `${body.pointer}${toPointer(['content', type])}`;
      const { value, pointer: place } = follow(document, media, at);
      const isJson = /^application\/(?:[\w.-]+\+)?json/.test(type);
      if ('schema' in value)
        visit(`${place}/schema`, use, isJson ? 'direct' : 'one way', [], isJson);
    }
  };
  const visit = (
    pointer: string,
    use: 'request' | 'response',
    reach: Reach,
    trail: readonly string[],
    isWhole: boolean,
  ): void => {
    const found = follow(document, readAt(document, pointer), pointer);
    const schema = found.value;
    const key = `${found.pointer} ${use} ${reach} ${isWhole}`;
    if (trail.length > 40 || seen.has(key)) return;
    seen.add(key);
    const flag = use === 'request' ? 'readOnly' : 'writeOnly';
    if (schema[flag] === true) return;
    const site = sites.get(found.pointer) ?? {
      pointer: found.pointer,
      schema,
      direct: new Set(),
      any: new Set(),
      isPart: false,
    };
    sites.set(found.pointer, site);
    if (reach === 'direct') site.direct.add(use);
    for (const each of reach === 'any way' ? bothUses : [use]) site.any.add(each);
    if (!isWhole) site.isPart = true;
    const next = [...trail, found.pointer];
    for (const name of Object.keys(object(schema['properties'])))
      visit(`${found.pointer}${toPointer(['properties', name])}`, use, reach, next, true);
    if (isObject(schema['items'])) visit(`${found.pointer}/items`, use, reach, next, true);
    for (const [keyword, effect] of Object.entries(parts)) {
      const inner = schema[keyword];
      const isOnly = keyword === 'allOf' && list(inner).length === 1;
      const reached = isOnly || reach === 'any way' ? reach : effect;
      const at = `${found.pointer}/${keyword}`;
      if (isObject(inner)) visit(at, use, reached, next, false);
      for (const index of list(inner).keys()) visit(`${at}/${index}`, use, reached, next, false);
    }
  };
  const seen = new Set<string>();
  for (const { value, pointer } of operations) {
    visitBody(value['requestBody'], `${pointer}/requestBody`, 'request');
    for (const [status, response] of Object.entries(object(value['responses'])))
      visitBody(response, `${pointer}${toPointer(['responses', status])}`, 'response');
  }
  // Parts with other uses are left out: parameters, headers, webhooks and callbacks.
  const text = JSON.stringify([
    outgoing,
    object(document['components'])['parameters'],
    object(document['components'])['headers'],
    operations.map(({ value, path }) => [
      value['parameters'],
      value['callbacks'],
      object(object(document['paths'])[path])['parameters'],
    ]),
  ]);
  const isUsedElsewhere = ({ pointer }: SchemaSite): boolean =>
    text.includes('$ref') && text.includes(pointer.split('/').slice(0, 4).join('/'));
  return [...sites.values()].filter((site) => !isUsedElsewhere(site));
}
