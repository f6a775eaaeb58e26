import Ajv from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Judges replies by the document as its author wrote it. It shares no code with the mock: OpenAPI 3.0 and Swagger 2.0 are read
 * by the letter, so `nullable` has an effect only beside a type.
 */
export class ReplyJudge {
  readonly #document: Json;
  readonly #ajv: Ajv2020 | InstanceType<typeof Ajv.default>;
  readonly #validators = new Map<string, (value: unknown) => string | undefined>();

  constructor(document: Json) {
    const isLatest = /^3\.[12]/.test(String(document['openapi'] ?? ''));
    this.#document = isLatest ? withoutReadDirection(document) : toJsonSchema(document);
    const options = {
      strict: false,
      validateSchema: false,
      logger: false,
      unicodeRegExp: false,
      allErrors: false,
    } as const;
    this.#ajv = isLatest ? new Ajv2020(options) : new Ajv.default(options);
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'document');
  }

  /** @returns what is wrong with a reply; undefined if the document allows it */
  judge(
    path: string,
    method: string,
    reply: { status: number; mediaType: string; text: string },
  ): string | undefined {
    const { status, mediaType, text } = reply;
    const item = this.#read(`/paths/${escapeKey(path)}`);
    const operation = this.#read(`${item}/${method.toLowerCase()}`);
    const responses = this.#at(`${operation}/responses`);
    const keys = [String(status), `${String(status).charAt(0)}XX`, 'default'];
    const key = keys.find((candidate) => isObject(responses) && candidate in responses);
    if (key === undefined) return `the status ${status} is not documented`;
    // A reply to 205 never has content (RFC 9110, section 15.3.6).
    if (status === 205 && text === '') return undefined;
    const response = this.#read(`${operation}/responses/${key}`);
    const schema = this.#findSchema(response, mediaType);
    if (schema === 'no body')
      return text === '' ? undefined : 'a response without content has a body';
    if (schema === undefined) return `the media type ${mediaType} is not documented`;
    if (!/[/+]json/.test(mediaType)) return undefined;
    return this.#validate(schema, text);
  }

  /** The pointer of the schema for a media type. */
  #findSchema(response: string, mediaType: string): string | undefined {
    if ('swagger' in this.#document) {
      return this.#at(`${response}/schema`) === undefined ? 'no body' : `${response}/schema`;
    }
    const content = this.#at(`${response}/content`);
    if (!isObject(content) || Object.keys(content).length === 0) return 'no body';
    const [bare = ''] = mediaType.split(';');
    const key = Object.keys(content).find((candidate) => {
      const [name = ''] = candidate.split(';');
      const pattern = name.trim().toLowerCase().replaceAll('+', '\\+').replaceAll('*', '.*');
      return new RegExp(`^${pattern}$`).test(bare.trim().toLowerCase());
    });
    return key === undefined ? undefined : `${response}/content/${escapeKey(key)}/schema`;
  }

  #validate(pointer: string, text: string): string | undefined {
    if (this.#at(pointer) === undefined) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'the body is not JSON';
    }
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#compile(pointer);
      this.#validators.set(pointer, validate);
    }
    return validate(value);
  }

  #compile(pointer: string): (value: unknown) => string | undefined {
    const reference = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = this.#ajv.compile({ $ref: `document#${reference}` });
    return (value) => {
      if (validate(value) === true) return undefined;
      const [error] = validate.errors ?? [];
      return `${error?.instancePath} ${error?.message} (${error?.schemaPath})`;
    };
  }

  /** Follows the references of an object, and returns the pointer of its target. */
  #read(pointer: string): string {
    const value = this.#at(pointer);
    const reference = isObject(value) ? value['$ref'] : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return pointer;
    return this.#read(decodeURIComponent(reference.slice(1)));
  }

  #at(pointer: string): unknown {
    let value: unknown = this.#document;
    for (const key of pointer.split('/').slice(1)) {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      value = isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
    }
    return value;
  }
}

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Required fields that are only in requests may be missing in replies (OpenAPI 3.0 and 3.1, "writeOnly"). */
function withoutReadDirection(document: Json): Json {
  return mapObjects(document, (value) => {
    const schema = withoutWriteOnly(value);
    // JSON Schema 2020-12 has no such keyword, and Ajv reads it.
    delete schema['nullable'];
    // Documents of 3.1 may still write exclusive limits as those of 3.0.
    toExclusive(schema, 'minimum', 'exclusiveMinimum');
    toExclusive(schema, 'maximum', 'exclusiveMaximum');
    return withoutId(schema);
  });
}

/** An example may have a field of this name, which Ajv takes for a schema's. */
function withoutId({ $id, ...object }: Json): Json {
  return typeof $id === 'string' ? object : { ...object, ...($id !== undefined && { $id }) };
}

/** Converts what OpenAPI 3.0 and Swagger 2.0 write differently from JSON Schema. */
function toJsonSchema(document: Json): Json {
  return mapObjects(document, (value) => {
    if (typeof value['$ref'] === 'string') return { $ref: value['$ref'] };
    const schema = withoutWriteOnly(value);
    const isNullable = schema['nullable'] === true || schema['x-nullable'] === true;
    if (isNullable && typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
    if (schema['type'] === 'file') delete schema['type'];
    delete schema['nullable'];
    toExclusive(schema, 'minimum', 'exclusiveMinimum');
    toExclusive(schema, 'maximum', 'exclusiveMaximum');
    return withoutId(schema);
  });
}

function toExclusive(schema: Json, limit: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] === true) {
    schema[exclusive] = schema[limit];
    delete schema[limit];
  } else delete schema[exclusive];
}

function withoutWriteOnly(value: Json): Json {
  const { required, properties } = value;
  if (!Array.isArray(required) || !isObject(properties)) return { ...value };
  const kept = required.filter((name) => {
    const field = properties[String(name)];
    return !isObject(field) || field['writeOnly'] !== true;
  });
  return { ...value, required: kept };
}

/** Copies a document, and changes every object in it. */
function mapObjects<Value>(value: Value, change: (object: Json) => Json): Value;
function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  const copy: Json = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = mapObjects(inner, change);
  return change(copy);
}
