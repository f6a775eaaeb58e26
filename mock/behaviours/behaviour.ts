import type { Operation } from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import type { OperationRole, ResourceModel } from '../../contract/resources/model.ts';
import type { RecordStore } from '../store/records.ts';

/** A validated request. */
export interface RoleRequest {
  /** The parameters of every place by name, defaults filled in. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The parsed request body. Undefined if there is none. */
  readonly body: unknown;
  /** The files in a multipart form. */
  readonly files?: readonly SentFile[];
  /** Whether each character of the body is a byte, as in a file. */
  readonly isBytes?: boolean;
  /** The media type of the request body, in lower case and without parameters. */
  readonly mediaType: string | undefined;
  /** The path and query of the request, as the client sent them. */
  readonly url: string;
  /** The header `If-Match`: the versions that the request is meant for, or `*`. */
  readonly ifMatch?: string | undefined;
  /** The header `If-None-Match`: the versions that the client has, or `*`. */
  readonly ifNoneMatch?: string | undefined;
  /** Scheme and host of the mock, as the client sees them. */
  readonly origin: string;
}

/** A file in a multipart form. */
export interface SentFile {
  /** Empty if the part has none. */
  readonly name: string;
  /** Its media type. Empty if the part has none. */
  readonly type: string;
  /** Each character is a byte. */
  readonly content: string;
}

/** A success reply, before it is written. */
export interface RoleReply {
  /** Default: the documented status of the role. */
  status?: number;
  /** Undefined if the documented response has no body. */
  body?: unknown;
  /** Whether each character of the body is a byte, as in a file. */
  isBytes?: boolean;
  /** Alternating names and values. */
  headers?: readonly string[];
  /** For a stateless reply: where its body is from. */
  basis?: 'example' | 'generated';
}

/** Runs an operation after its request was validated. @throws Refusal for a client's mistake */
export type RoleBehaviour = (request: RoleRequest, context: RoleContext) => Promise<RoleReply>;

/** What is prepared once for each operation. */
export interface ServedRole {
  readonly document: OpenApiDocument;
  readonly model: ResourceModel;
  readonly operation: Operation<string>;
  readonly role: OperationRole;
  readonly values: ValueSource;
}

interface GenerateValueOptions {
  /** The name of the field. */
  name?: string;
  /** Whether the examples of the schema are used. Default: true. */
  examples?: boolean;
  /** How many nested objects and lists may have optional parts. Default: 4. */
  depth?: number;
}

/** Creates values from schemas. */
export interface ValueSource {
  /**
   * Returns a value that is valid in responses. The same seed gives the same value. Undefined where none was found.
   * @param schema a schema of the document
   */
  generate(schema: Schema, seed: string, options?: GenerateValueOptions): unknown;
  /** Whether a value is valid in responses. */
  isValid(schema: Schema, value: unknown): boolean;
  /** The valid examples of a schema, and of its fields. */
  listExamples(schema: Schema): readonly unknown[];
}

/** What a behaviour can use during one request. */
export interface RoleContext {
  /** The records of the session. */
  readonly records: RecordStore;
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number;
  /** Creates a UUID in the form that the mock uses. */
  createUuid(): string;
  /** Returns a number from 0 (inclusive) to 1 (exclusive), from the seed of the session. */
  random(): number;
  /** Values of the assumptions about what documents leave open. */
  readonly assumptions: Readonly<Record<string, unknown>>;
}
