import {
  type Contract,
  matchStatus,
  type Operation,
  type ProblemId,
  type ProblemType,
} from '../../../contract/index.ts';
import { isRecord, readPointer } from '../../../contract/resolve-reference.ts';

/** A reply that the document shows. */
export interface NamedExample {
  name: string;
  status: number;
  mediaType: string;
  value: unknown;
}

/** The replies that the document shows for an operation, in its order. */
export function listExamples(contract: Contract, operation: Operation): NamedExample[] {
  const { document } = contract;
  return operation.replies.flatMap(({ status, mediaType, pointer }) => {
    const exact = toStatus(contract, operation, status);
    const content = readPointer(document, pointer.slice(0, pointer.lastIndexOf('/')));
    const examples = isRecord(content) ? content['examples'] : undefined;
    if (!isRecord(examples)) return [];
    return Object.entries(examples).flatMap(([name, example]) =>
      isRecord(example) && 'value' in example
        ? [{ name, status: exact, mediaType, value: example['value'] }]
        : [],
    );
  });
}

/** Of a range such as `2XX`, the status is the one that the operation's own assumption says. */
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

/** Which problems an operation can answer; where two have one status, the more usual one is first. */
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

/** The problems that the contract knows for an operation, as far as it documents their statuses. */
export function listProblems({ problems }: Contract, operation: Operation): ProblemType[] {
  return applicable
    .filter(([, applies]) => applies(operation))
    .map(([id]) => problems[id])
    .filter(({ status }) => operation.replies.some((reply) => matchStatus(reply.status, status)));
}

/** Titles of statuses that the contract's own problems do not have (RFC 9110, section 15; RFC 6585). */
const phrases: Readonly<Record<number, string>> = {
  402: 'Payment Required',
  403: 'Forbidden',
  408: 'Request Timeout',
  410: 'Gone',
  412: 'Precondition Failed',
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

/** The title of a problem that says no more than its status; its type is `about:blank` (RFC 9457, section 4.2.1). */
export function toTitle(status: number): string {
  return phrases[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
