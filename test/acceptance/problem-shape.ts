import assert from 'node:assert/strict';
import { type Answer, describe, readJson, textOf } from './client.ts';
import { parseRecord } from './resource-shapes.ts';

interface Problem {
  /** The JSON Pointers of faults in the body, without a leading `#`. */
  pointers: string[];
  /** The names of the invalid parameters. */
  parameters: string[];
}

/** Checks a refusal: one of the statuses, with matching problem details (RFC 9457). */
export function expectProblem(answer: Answer, ...statuses: readonly number[]): Problem {
  const where = describe(answer);
  assert.ok(statuses.includes(answer.status), `${where}: expected ${statuses.join(' or ')}`);
  const mediaType = answer.headers.get('content-type') ?? 'none';
  assert.match(mediaType, /^application\/problem\+json(;|$)/i, `${where}: ${mediaType}`);
  const problem = parseRecord(readJson(answer), where);
  const { type, title, status, detail } = problem;
  assert.ok(typeof type === 'string' && URL.canParse(type, 'http://localhost/'), `${where}: type`);
  assert.ok(typeof title === 'string' && title !== '', `${where}: title`);
  assert.equal(status, answer.status, `${where}: the status inside differs from the one outside`);
  assert.ok(detail === undefined || typeof detail === 'string', `${where}: detail`);
  assert.doesNotMatch(textOf(answer), /\\n\s+at |node:internal|node_modules/, `${where}: a stack`);
  return readErrors(problem['errors'], where);
}

function readErrors(errors: unknown, where: string): Problem {
  const found: Problem = { pointers: [], parameters: [] };
  if (errors === undefined) return found;
  assert.ok(Array.isArray(errors), `${where}: errors is not an array`);
  for (const item of errors) {
    const { pointer, parameter, header, detail } = parseRecord(item, `${where}: an error`);
    assert.ok(typeof detail === 'string' && detail !== '', `${where}: an error without a detail`);
    const places = [pointer, parameter, header].filter((place) => place !== undefined);
    assert.equal(places.length, 1, `${where}: an error names one pointer, parameter or header`);
    if (typeof pointer === 'string') found.pointers.push(toPlainPointer(pointer, where));
    if (typeof parameter === 'string') found.parameters.push(parameter);
  }
  return found;
}

/** Converts the URI fragment form of RFC 6901 to the plain one; both mean the same. */
function toPlainPointer(pointer: string, where: string): string {
  const plain = pointer.startsWith('#') ? decodeURIComponent(pointer.slice(1)) : pointer;
  assert.match(plain, /^(\/([^~/]|~[01])*)*$/s, `${where}: ${pointer} is not a JSON Pointer`);
  return plain;
}

/** Expects a 422 for a body that violates the schema or a rule, with an error at each of the places. */
export function expectRefusedAt(answer: Answer, ...pointers: readonly string[]): void {
  const problem = expectProblem(answer, 422);
  for (const pointer of pointers) {
    assert.ok(
      problem.pointers.includes(pointer),
      `${describe(answer)}: no error at ${pointer}, only at ${JSON.stringify(problem.pointers)}`,
    );
  }
}

/** Expects a 400 with an error that names the parameter. */
export function expectBadParameter(answer: Answer, parameter: string): void {
  const problem = expectProblem(answer, 400);
  assert.ok(
    problem.parameters.includes(parameter),
    `${describe(answer)}: no error names ${parameter}, only ${JSON.stringify(problem.parameters)}`,
  );
}

/** Expects a 401 with a challenge (RFC 9110, 11.6.1). */
export function expectUnauthorized(answer: Answer): void {
  expectProblem(answer, 401);
  const challenge = answer.headers.get('www-authenticate') ?? 'nothing';
  assert.match(challenge, /^Bearer\b/i, `${describe(answer)}: WWW-Authenticate says ${challenge}`);
}
