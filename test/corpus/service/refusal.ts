export type RefusalReason =
  | 'no-operation'
  | 'unauthorised'
  | 'bad-identifier'
  | 'not-found'
  | 'bad-query'
  | 'malformed'
  | 'invalid'
  | 'conflict'
  | 'too-large'
  | 'too-many';

const statuses: Record<RefusalReason, number> = {
  'no-operation': 404,
  unauthorised: 401,
  'bad-identifier': 400,
  'not-found': 404,
  'bad-query': 400,
  malformed: 400,
  invalid: 422,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
};

/** Ends a request from any depth. It is thrown, so that a deviation can refuse in any step. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    reason: RefusalReason,
    message: string,
    status: number = statuses[reason],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.headers = headers;
  }
}
