import {
  type Contract,
  matchStatus,
  type Operation,
  type OperationId,
  type ProblemId,
  type ProblemType,
} from '../../contract/index.ts';
import { type MockReply, type MockRequest, toPairs } from '../handler.ts';
import { countBytes } from '../http/respond.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

export interface NamedExample {
  name: string;
  status: number;
  mediaType: string;
  value: unknown;
}

/** Lists the examples of replies for an operation, in the order of the document. */
export function listReplyExamples(contract: Contract, operation: Operation): NamedExample[] {
  return operation.replies.flatMap(({ status, mediaType, examples }) =>
    mediaType === undefined
      ? []
      : examples.map(({ name, value }) => ({
          name,
          status: toStatus(contract, operation, status),
          mediaType,
          value,
        })),
  );
}

/**
 * Returns a reply with another status and body. Headers that do not depend on them stay, such as those for pages of
 * other origins.
 */
export function replaceBody(
  reply: MockReply,
  status: number,
  mediaType: string,
  text: string,
): MockReply {
  const isKept = (name: string) =>
    !/^(?:content-type|content-length|www-authenticate)$/i.test(name);
  const own = ['Content-Type', mediaType, 'Content-Length', String(countBytes(text))];
  const headers = [...own, ...filterHeaders(reply, isKept)];
  // A reply to HEAD has no body, but still has a length (RFC 9110, section 9.3.2).
  const body = reply.body === undefined ? undefined : text;
  return { ...reply, status, headers, body };
}

export function filterHeaders({ headers }: MockReply, isKept: (name: string) => boolean): string[] {
  return toPairs(headers)
    .filter(([name]) => isKept(name))
    .flat();
}

/** Returns a reply with one more header, which pages of other origins may read too. */
export function addHeader(reply: MockReply, name: string, value: string): MockReply {
  const headers = [...reply.headers];
  headers.push(name, value);
  return { ...reply, headers };
}

/** Returns a reply with an example of the document as its body. */
export function showExample(
  reply: MockReply,
  { status, mediaType, value }: NamedExample,
): MockReply {
  return replaceBody(reply, status, mediaType, JSON.stringify(value));
}

/** For a range such as `2XX`, the assumption of the operation determines the status. */
function toStatus({ assumptions }: Contract, operation: Operation, documented: string): number {
  if (/^\d{3}$/.test(documented)) return Number(documented);
  const values: Readonly<Record<string, unknown>> = { ...assumptions };
  const assumed = operation.assumptions
    .filter((id) => id.endsWith('-status'))
    .map((id) => values[id])
    .find((value) => typeof value === 'number' && matchStatus(documented, value));
  return typeof assumed === 'number' ? assumed : Number(documented.charAt(0)) * 100;
}

type Applies = (operation: Operation) => boolean;

const takesBody: Applies = ({ requestBody }) => requestBody !== undefined;
const hasPathParameter = ({ parameters }: Operation, isMeant: (name: string) => boolean): boolean =>
  parameters.some((parameter) => parameter.in === 'path' && isMeant(parameter.name));

/** The problems that an operation can return. Of two with the same status, the more common one is first. */
const applicable: readonly (readonly [ProblemId, Applies])[] = [
  ['invalid-parameter', ({ parameters }) => parameters.length > 0],
  ['unauthorized', ({ secured }) => secured],
  ['not-found', (operation) => hasPathParameter(operation, (name) => name !== 'workspaceId')],
  [
    'unknown-workspace',
    (operation) => hasPathParameter(operation, (name) => name === 'workspaceId'),
  ],
  ['not-acceptable', () => true],
  ['conflict', ({ assumptions }) => assumptions.some((id) => id.startsWith('unique-'))],
  ['body-too-large', takesBody],
  ['unsupported-media-type', takesBody],
  ['invalid-body', takesBody],
  ['unreadable-body', takesBody],
];

/** Lists the problems of an operation whose statuses the contract documents. */
export function listProblems({ problems }: Contract, operation: Operation): ProblemType[] {
  return applicable
    .filter(([, applies]) => applies(operation))
    .map(([id]) => problems[id])
    .filter(({ status }) => operation.replies.some((reply) => matchStatus(reply.status, status)));
}

/** Finds the problem with a status, if the operation can return it. */
function findProblem(
  contract: Contract,
  id: OperationId | undefined,
  status: number,
): ProblemId | undefined {
  const operation = contract.operations.find((each) => each.id === id);
  if (operation === undefined) return undefined;
  return listProblems(contract, operation).find((problem) => problem.status === status)?.id;
}

/** The parts of a request that determine the format of its reply. */
export interface Asked {
  request: MockRequest;
  operation: OperationId | undefined;
}

export interface StatusReply {
  status: number;
  /** Replaces fields of the problem details. */
  problem?: { type?: string; title?: string; detail?: string } | undefined;
  /** The detail of the reply, if it is a problem. */
  reason: string;
}

/**
 * Writes a reply with any status: from 400 on a problem, preferably of the contract, otherwise an empty reply. Headers
 * that all replies of the session have, such as the date, are taken from a refusal.
 */
export function writeStatus(
  { contract, refuse }: Service,
  { request, operation }: Asked,
  { status, problem, reason }: StatusReply,
): MockReply {
  const id = findProblem(contract, operation, status);
  const challenge = status === 401 ? ['WWW-Authenticate', 'Bearer'] : [];
  const detail = problem?.detail ?? reason;
  // Below 400, everything except the status and the body of the refusal is kept.
  const options = status < 400 ? {} : { status, headers: challenge };
  const refusal = new Refusal(id ?? 'internal-error', detail, options);
  const refused = refuse(request, operation, refusal);
  if (status < 400) return empty(refused, status);
  const isWhole = id !== undefined && problem === undefined;
  if (isWhole || contract.assumptions['error-format'] !== 'problem-details') return refused;
  // The type of a problem that adds nothing to its status (RFC 9457, section 4.2.1).
  const { type = 'about:blank', title = toTitle(status) } =
    id === undefined ? {} : contract.problems[id];
  const text = JSON.stringify({ type, title, status, detail, ...problem });
  const reply = replaceBody(refused, status, 'application/problem+json', text);
  return { ...reply, headers: [...reply.headers, ...challenge] };
}

/** Returns the reply without a body. A status below 200 is not final, so the connection is closed after it. */
function empty(reply: MockReply, status: number): MockReply {
  const hasNoLength = status < 200 || status === 204 || status === 304;
  const isKept = (name: string) => !/^content-(?:type|length)$/i.test(name);
  return {
    ...reply,
    status,
    headers: [
      ...(hasNoLength ? [] : ['Content-Length', '0']),
      ...filterHeaders(reply, isKept),
      ...(status < 200 ? ['Connection', 'close'] : []),
    ],
    body: hasNoLength || reply.body === undefined ? undefined : '',
  };
}

/** Titles of statuses (RFC 9110, section 15; RFC 6585). */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  507: 'Insufficient Storage',
  511: 'Network Authentication Required',
};

function toTitle(status: number): string {
  return titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
