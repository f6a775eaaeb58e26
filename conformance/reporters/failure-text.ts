import type { CheckResult, Failure } from '../results.ts';
import { toBodyText } from './body-window.ts';
import { toComparison } from './comparison.ts';
import { toDuration } from './count.ts';
import { toNoAnswer, toShellText } from './reproduce.ts';
import { toExcerpt } from './visible-text.ts';

const shownFailures = 10;
const excerptLength = { value: 2000, body: 4000 };

/** What a check found broken, as lines without marks, for readers that show plain text. */
export function toFailureLines(check: CheckResult): string[] {
  if (check.outcome.status !== 'failed') return [];
  const { failures } = check.outcome;
  const left = failures.length - shownFailures;
  return [
    `${check.level} ${check.id}: ${check.title}`,
    ...check.requirements.map(
      ({ id, statement, section }) => `Requirement ${id}: ${statement} (${section})`,
    ),
    ...failures.slice(0, shownFailures).flatMap((failure) => ['', ...toLines(failure)]),
    ...(left > 0 ? ['', `and ${left} more`] : []),
  ];
}

function toLines(failure: Failure): string[] {
  const { finding, message, pointer, exchange, write, cause } = failure;
  const { expected, received, note } = toComparison(failure, excerptLength.value);
  const lines = [
    ...(finding === undefined || finding === message ? [] : [finding]),
    message,
    `Expected: ${expected}`,
    `Received: ${received}`,
  ];
  if (note !== undefined) lines.push(note);
  if (pointer !== undefined)
    lines.push(`Location: ${pointer === '' ? 'the whole response body' : pointer}`);
  if (exchange === undefined) return lines;
  const { request, reply, durationMs } = exchange;
  for (const [label, other] of [
    ['Caused by', cause],
    ['Written by', write],
  ] as const) {
    if (other === undefined) continue;
    lines.push(`${label}: ${other.request.method} ${other.request.url}`);
    if (other.request.body !== undefined)
      lines.push(toExcerpt(other.request.body, excerptLength.body));
  }
  lines.push(`Request: ${request.method} ${request.url}`);
  if (request.body !== undefined) lines.push(toExcerpt(request.body, excerptLength.body));
  if (reply === undefined) lines.push(`Response: ${toNoAnswer(exchange)}`);
  else {
    const type = reply.headers['content-type'] ?? 'no content type';
    lines.push(`Response: ${reply.status}, ${type}, ${toDuration(durationMs)}`);
    if (reply.body !== '') lines.push(...toBodyText(reply.body, pointer, excerptLength.body));
  }
  return [...lines, 'Reproduce:', toShellText(failure) ?? ''];
}
