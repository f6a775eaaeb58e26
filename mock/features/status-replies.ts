import {
  type Contract,
  matchStatus,
  type Operation,
  type ProblemType,
} from '../../contract/index.ts';
import { type MockReply, type MockRequest, toPairs } from '../handler.ts';
import type { Service } from '../http/handle-request.ts';
import { countBytes } from '../http/respond.ts';
import { findService } from '../known-services.ts';
import { Refusal } from '../refusal.ts';

/** A reply that replaces that of an operation. */
interface StatusReply {
  status: number;
  /** The detail of the reply, if it is a problem. */
  reason: string;
  /** Replaces fields of the problem details. */
  problem?: { type?: string; title?: string; detail?: string } | undefined;
  /** Default: from 400 on a problem, preferably of the contract, otherwise empty. */
  content?: TextContent | undefined;
}

export interface TextContent {
  mediaType: string;
  text: string;
}

/** Writes a reply with any status. It has the headers that all replies of the session have, such as the date. */
export function writeStatus(
  { contract, refuse }: Service,
  request: MockRequest,
  operation: Operation | undefined,
  { status, problem, reason, content }: StatusReply,
): MockReply {
  const problemTypes = operation === undefined ? [] : listProblems(contract, operation);
  const id = problemTypes.find((problemType) => problemType.status === status)?.id;
  const detail = problem?.detail ?? reason;
  const headers = status === 401 ? ['WWW-Authenticate', 'Bearer'] : [];
  // Below 400, only the headers of the refusal are used.
  const refusal = new Refusal(
    id ?? 'internal-error',
    detail,
    status < 400 ? {} : { status, headers },
  );
  const refused = refuse(request, operation?.id, refusal);
  if (content !== undefined || status < 400) return withContent(refused, status, content);
  const isWhole = id !== undefined && problem === undefined;
  if (isWhole || contract.assumptions['error-format'] !== 'problem-details') return refused;
  // The type of a problem that adds nothing to its status (RFC 9457, section 4.2.1).
  const { type = 'about:blank', title = toTitle(status) } =
    id === undefined ? {} : contract.problems[id];
  const text = JSON.stringify({ type, title, status, detail, ...problem });
  return withContent(refused, status, { mediaType: 'application/problem+json', text });
}

function withContent(reply: MockReply, status: number, content?: TextContent): MockReply {
  const hasNoContent = status < 200 || status === 204 || status === 304;
  const { text: wholeText = '' } = content ?? {};
  const text = hasNoContent ? undefined : wholeText;
  return {
    ...reply,
    status,
    headers: [
      ...(content === undefined || hasNoContent ? [] : ['Content-Type', content.mediaType]),
      ...(text === undefined ? [] : ['Content-Length', String(countBytes(text))]),
      ...withoutHeaders(reply, 'content-type', 'content-length'),
      // Such a status is not final.
      ...(status < 200 ? ['Connection', 'close'] : []),
    ],
    // A reply to HEAD has no body, but still has a length (RFC 9110, section 9.3.2).
    body: reply.body === undefined ? undefined : text,
  };
}

function withoutHeaders({ headers }: MockReply, ...names: readonly string[]): string[] {
  return toPairs(headers)
    .filter(([name]) => !names.includes(name.toLowerCase()))
    .flat();
}

/** Replaces all headers with the same name. */
export function setHeader(reply: MockReply, name: string, value: string): MockReply {
  return { ...reply, headers: [...withoutHeaders(reply, name.toLowerCase()), name, value] };
}

/** An example of the document for a reply. */
export interface ReplyExample extends TextContent {
  name: string;
  status: number;
}

/** Lists the examples of replies for an operation, in the order of the document. */
export function listReplyExamples(contract: Contract, operation: Operation): ReplyExample[] {
  return operation.responses.flatMap(({ status: documented, mediaType, examples }) => {
    if (mediaType === undefined) return [];
    const status = toStatus(contract, operation, documented);
    return examples.map(({ name, value }) => {
      return { name, status, mediaType, text: JSON.stringify(value) };
    });
  });
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

const bodyProblems = [
  'conflict',
  'body-too-large',
  'unsupported-media-type',
  'invalid-body',
  'unreadable-body',
] as const;

/** Lists the problems that the contract documents for an operation. Of two with the same status, the more common one is first. */
export function listProblems(contract: Contract, operation: Operation): ProblemType[] {
  const { problems } = contract;
  const { requestBody, responses } = operation;
  const ids = [
    'invalid-parameter',
    'unauthorized',
    findService(contract)?.nameMissing(operation) ?? 'not-found',
    'not-acceptable',
    ...(requestBody === undefined ? [] : bodyProblems),
  ] as const;
  const isDocumented = ({ status }: ProblemType): boolean =>
    responses.some((response) => matchStatus(response.status, status));
  return ids.map((id) => problems[id]).filter(isDocumented);
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
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  425: 'Too Early',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

function toTitle(status: number): string {
  return titles[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
