import type { Contract, Operation, ProblemId, ProblemType } from '../../../contract/index.ts';
import { matchStatus } from '../../../contract/index.ts';

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
