import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { type Operation, readOperations } from '../operation.ts';
import { isRecord, readPointer } from '../resolve-reference.ts';
import { banner } from './service-files.ts';

const { factory } = ts;
const schemasStart = '#/components/schemas/';

/**
 * Generates the TypeScript types of the service with openapi-typescript. It nests all schemas in one interface, so compilers
 * and editors would show the fields of a site instead of its name. Here, each schema is a separate declaration:
 *
 * - `models.ts`: the schemas, and the request and response of each operation
 * - `types.ts`: paths and operations in the layout of openapi-typescript, with the names of schemas
 */
export async function toServiceTypes(document: OpenApiDocument): Promise<Record<string, string>> {
  const operations = readOperations(document);
  const components = document.components ?? {};
  const schemas = { ...components.schemas, ...toOperationSchemas(document, operations) };
  const types = await toNamedTypes({ ...document, components: { ...components, schemas } });
  const own = Object.keys(components.schemas ?? {});
  const isDerived = (name: string): boolean => !own.includes(name);
  return {
    'models.ts': [banner, types.models, ...toTables(document, operations), ''].join('\n'),
    'types.ts': [
      banner,
      `import type {\n${own
        .toSorted()
        .map((name) => `    ${name},\n`)
        .join('')}} from './models.ts';`,
      types.layout.replaceAll(/^ {8}(\w+): \1;\n/gm, (line, name) => (isDerived(name) ? '' : line)),
    ].join('\n'),
  };
}

/** Schemas of what a client sends to each operation, and of what a server reads from it, with defaults filled in. */
function toOperationSchemas(
  document: OpenApiDocument,
  operations: readonly Operation<string>[],
): Record<string, Schema> {
  const entries = operations.flatMap(({ id, parameters, requestBody }): [string, Schema][] => {
    const name = toTypeName(id);
    const properties = Object.fromEntries(
      parameters.map(({ name, pointer, description, example, schema }) => [
        name,
        { ...readPointer(document, pointer), description, example, default: schema.default },
      ]),
    );
    const isSent = ({ required }: Operation['parameters'][number]): boolean => required;
    const required = parameters.filter(isSent).map(({ name }) => name);
    const filled = parameters
      .filter(({ schema }) => schema.default !== undefined)
      .map(({ name }) => name);
    const request = {
      type: 'object',
      description: `The input of a call to \`${id}\`.`,
      properties: {
        ...properties,
        ...(requestBody && { body: readPointer(document, requestBody.pointer) }),
      },
      required: [...required, ...(requestBody?.required === true ? ['body'] : [])],
    };
    const read = {
      type: 'object',
      description: `Path and query parameters of \`${id}\`, defaults filled in.`,
      properties,
      required: [...required, ...filled],
    };
    const body = listDefaults(requestBody?.schema);
    if (requestBody === undefined || body.length === 0)
      return [
        [`${name}Request`, request],
        [`${name}Parameters`, read],
      ];
    const { schema } = requestBody;
    const whole = {
      ...schema,
      description: `The body of \`${id}\`, defaults filled in.`,
      required: [...(schema.required ?? []), ...body],
    };
    return [
      [`${name}Request`, request],
      [`${name}Parameters`, read],
      [`${name}Body`, whole],
    ];
  });
  return Object.fromEntries(entries);
}

function listDefaults({ properties = {} }: Schema = {}): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.default !== undefined);
}

function toTypeName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** Generates tables of types by operation, and the signatures of a client. */
function toTables(document: OpenApiDocument, operations: readonly Operation<string>[]): string[] {
  const toTable = (
    comment: string,
    name: string,
    toType: (operation: Operation<string>) => string,
  ) => [
    `/** ${comment} */`,
    `export interface ${name} {`,
    ...operations.map((operation) => `    ${operation.id}: ${toType(operation)};`),
    '}\n',
  ];
  const toRequest = ({ id }: Operation<string>): string => `${toTypeName(id)}Request`;
  const toResponse = ({ replies }: Operation<string>): string =>
    toUnion(listSuccesses(replies).map(({ pointer }) => toSchemaName(document, pointer)));
  return [
    ...toTable('The input of a call, by operation.', 'OperationRequests', toRequest),
    ...toTable('The JSON body of a success, by operation.', 'OperationResponses', toResponse),
    ...toTable(
      'The documented statuses of success, by operation.',
      'OperationStatuses',
      ({ replies }) =>
        toUnion(
          listSuccesses(replies).map(({ status }) => (/^\d+$/.test(status) ? status : 'number')),
        ),
    ),
    ...toTable(
      'Path and query parameters, defaults filled in, by operation.',
      'OperationParameters',
      ({ id }) => `${toTypeName(id)}Parameters`,
    ),
    ...toTable(
      'The JSON body of a request, defaults filled in, by operation.',
      'OperationBodies',
      ({ id, requestBody }) => {
        if (requestBody === undefined) return 'undefined';
        const isFilled = listDefaults(requestBody.schema).length > 0;
        const name = isFilled
          ? `${toTypeName(id)}Body`
          : toSchemaName(document, requestBody.pointer);
        return requestBody.required ? name : `${name} | undefined`;
      },
    ),
    '/** One function for each operation. `Options` are those of a single call. */',
    'export interface OperationCalls<Options> {',
    ...operations.flatMap((operation) => [
      toCallComment(document, operation),
      `    ${operation.id}(request: ${toRequest(operation)}, options?: Options): Promise<${toResponse(operation)}>;`,
    ]),
    '}',
  ];
}

function listSuccesses(replies: Operation['replies']): Operation['replies'] {
  return replies.filter(({ status }) => status.startsWith('2'));
}

/** The name of the schema at a pointer. A response without a body is `void`. */
function toSchemaName(document: OpenApiDocument, pointer: string): string {
  const place = readPointer(document, pointer);
  if (!pointer.endsWith('/schema')) return 'void';
  const name = readSchemaName(place);
  if (name === undefined)
    throw new Error(
      `spec/openapi.yaml: move the schema at ${pointer} to components and refer to it`,
    );
  return name;
}

function readSchemaName(value: unknown): string | undefined {
  const reference = isRecord(value) ? value['$ref'] : undefined;
  return typeof reference === 'string' && reference.startsWith(schemasStart)
    ? reference.slice(schemasStart.length)
    : undefined;
}

function toUnion(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}

/** Formats a comment with the operation's description, its method and path. */
function toCallComment(document: OpenApiDocument, operation: Operation<string>): string {
  const { method, path, summary } = operation;
  const item = document.paths[path] ?? {};
  const described = Object.entries(item).find(([key]) => key.toUpperCase() === method)?.[1];
  const text = isRecord(described) ? described['description'] : undefined;
  const lines = String(text ?? summary)
    .trim()
    .split('\n');
  return ['/**', ...[...lines, '', `\`${method} ${path}\``].map((line) => ` * ${line}`), ' */']
    .map((line) => `    ${line.trimEnd()}`)
    .join('\n');
}

/** Generates the types of schemas and operations in the layout of openapi-typescript. */
export async function toNestedTypes(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(document), { defaultNonNullable: true });
  const isUsed = (node: ts.Node): boolean =>
    ts.isInterfaceDeclaration(node) && /^(?:components|operations)$/.test(node.name.text);
  return astToString(nodes.filter(isUsed));
}

/**
 * Generates types in the same layout, but declares each schema under its own name.
 * @returns the declarations of schemas, and the rest
 */
async function toNamedTypes(document: OpenApiDocument) {
  const nodes = await openapiTS(JSON.stringify(describeReferences(document)), {
    defaultNonNullable: false,
  });
  const models: ts.Node[] = [];
  const layout = nodes.map((node) => {
    const named = rename(node);
    return ts.isInterfaceDeclaration(named) && named.name.text === 'components'
      ? hoistSchemas(named, models)
      : named;
  });
  return { models: models.map((model) => print([model])).join('\n'), layout: print(layout) };
}

/** Copies the description of a schema to references without one. */
function describeReferences(document: OpenApiDocument): unknown {
  const schemas = document.components?.schemas ?? {};
  return JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    const { description, format } = schemas[readSchemaName(value) ?? ''] ?? {};
    return isRecord(value) && description !== undefined ? { description, format, ...value } : value;
  });
}

/** Replaces `components["schemas"]["Site"]` by `Site`. */
function rename<Node extends ts.Node>(node: Node): Node {
  const { transformed } = ts.transform<ts.Node>(node, [
    (context) => (root) => {
      const visit = (each: ts.Node): ts.Node => {
        const name = ts.isIndexedAccessTypeNode(each) ? readIndex(each) : undefined;
        return name === undefined
          ? ts.visitEachChild(each, visit, context)
          : factory.createTypeReferenceNode(name);
      };
      return ts.visitNode(root, visit) ?? root;
    },
  ]);
  return transformed[0] as Node;
}

function readIndex({ objectType, indexType }: ts.IndexedAccessTypeNode): string | undefined {
  if (!ts.isIndexedAccessTypeNode(objectType)) return undefined;
  const isSchemas =
    ts.isTypeReferenceNode(objectType.objectType) &&
    readLiteral(objectType.indexType) === 'schemas';
  return isSchemas ? readLiteral(indexType) : undefined;
}

function readLiteral(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)
    ? node.literal.text
    : undefined;
}

/** Moves the schemas of `components` to declarations, and leaves their names. */
function hoistSchemas(components: ts.InterfaceDeclaration, models: ts.Node[]): ts.Node {
  const { transformed } = ts.transform<ts.Node>(components, [
    (context) => (root) => {
      const visit = (each: ts.Node): ts.Node => {
        if (!ts.isPropertySignature(each) || !isNamed(each, 'schemas'))
          return ts.visitEachChild(each, visit, context);
        const names = listMembers(each.type).map((member) => {
          models.push(toDeclaration(member));
          return factory.createPropertySignature(
            undefined,
            member.name,
            undefined,
            factory.createTypeReferenceNode(toText(member.name)),
          );
        });
        return factory.updatePropertySignature(
          each,
          each.modifiers,
          each.name,
          each.questionToken,
          factory.createTypeLiteralNode(names),
        );
      };
      return ts.visitNode(root, visit) ?? root;
    },
  ]);
  return transformed[0] ?? components;
}

function listMembers(type: ts.TypeNode | undefined): ts.PropertySignature[] {
  if (type === undefined || !ts.isTypeLiteralNode(type)) return [];
  return type.members.flatMap((member) => (ts.isPropertySignature(member) ? [member] : []));
}

function isNamed(member: ts.PropertySignature, name: string): boolean {
  return toText(member.name) === name;
}

function toText(name: ts.PropertyName): string {
  return 'text' in name ? name.text : '';
}

function toDeclaration(member: ts.PropertySignature): ts.Node {
  const { type, name } = member;
  if (type === undefined) throw new Error(`the schema ${toText(name)} has no type`);
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const declaration = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, toText(name), undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, toText(name), undefined, type);
  return ts.setSyntheticLeadingComments(declaration, ts.getSyntheticLeadingComments(member));
}

/** Prints declarations, with comments as editors show them best. */
function print(nodes: ts.Node[]): string {
  return (
    astToString(nodes)
      // A blank line separates a summary from its description.
      .replaceAll(/^( *\* (?!@).*)\n( *\*) @description /gm, '$1\n$2\n$2 ')
      .replaceAll(/\* @description /g, '* ')
      // Editors would show indented lines as code.
      .replaceAll(/^( *\*) {5}(?=\S)/gm, '$1 ')
      .replaceAll(/^ *\* @enum .*\n/gm, '')
  );
}
