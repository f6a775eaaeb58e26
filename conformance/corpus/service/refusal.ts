export type RefusalReason =
  | 'no-operation'
  | 'unauthorised'
  | 'bad-identifier'
  | 'not-found'
  | 'bad-query'
  | 'malformed'
  | 'invalid';

const statuses: Record<RefusalReason, number> = {
  'no-operation': 404,
  unauthorised: 401,
  'bad-identifier': 400,
  'not-found': 404,
  'bad-query': 400,
  malformed: 400,
  invalid: 422,
};

/** Ends a request from any depth. Thrown, so that a deviation can refuse from wherever it stands. */
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
