import type { Operation } from '../../contract/index.ts';
import type { Credential } from '../runner/client.ts';

/** A request to one operation. */
export interface OperationCall {
  operation: Operation;
  /** The texts of the path parameters, not encoded, by name. */
  path?: ReadonlyMap<string, string>;
  /** Names and texts of query parameters. */
  query?: readonly (readonly [name: string, text: string])[];
  headers?: Readonly<Record<string, string>>;
  /** A JSON value, bytes, or undefined for no body. */
  body?: unknown;
  /** The media type of the body. Default: the documented one. */
  mediaType?: string;
  /** Default: that of the run. */
  credential?: Credential;
  /** Whether the service should accept the request. Default: true. */
  isValid?: boolean;
}
