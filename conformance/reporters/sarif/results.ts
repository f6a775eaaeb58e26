import type { CheckResult, Exchange, Failure, KnownFailure } from '../../results.ts';
import { toComparison } from '../comparison.ts';
import type { ReportStatus } from '../report-status.ts';
import { toExcerpt } from '../visible-text.ts';

const excerptLength = { value: 2000, body: 8000 };
/** Where a reader finds the sentence that is broken; the target's own sources are not known. */
const sentences = 'spec/requirements.yaml';

/** The failures of a check, each a result that names the rule, the sentence and the exchange. */
export function toResults(
  check: CheckResult,
  { ruleIndex, status }: { ruleIndex: number; status: ReportStatus },
): object[] {
  const { outcome, id } = check;
  if (outcome.status !== 'failed') return [];
  return outcome.failures.map((failure, index) => ({
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: status === 'tolerated' ? 'warning' : 'error',
    message: { text: toMessage(check, failure) },
    locations: [toLocation(check)],
    partialFingerprints: { 'checkAndPlace/v1': `${id}#${index}` },
    ...(outcome.known !== undefined && { suppressions: [toSuppression(outcome.known)] }),
    ...(failure.exchange !== undefined && toExchange(failure.exchange)),
    properties: {
      ...(failure.pointer !== undefined && { pointer: failure.pointer }),
      ...(failure.exchange !== undefined && { curl: failure.exchange.curl }),
    },
  }));
}

function toMessage({ title }: CheckResult, failure: Failure): string {
  const { expected, received, note } = toComparison(failure, excerptLength.value);
  const lines = [`${title}: ${failure.message}`, `Expected: ${expected}`, `Received: ${received}`];
  return [...lines, ...(note === undefined ? [] : [note])].join('\n');
}

function toLocation({ operation, requirements }: CheckResult): object {
  return {
    // Code scanning refuses a result without a line.
    physicalLocation: { artifactLocation: { uri: sentences }, region: { startLine: 1 } },
    logicalLocations: [
      { name: operation, fullyQualifiedName: `spec/openapi.yaml#${operation}`, kind: 'function' },
      ...requirements.map(({ id }) => ({
        fullyQualifiedName: `${sentences}#${id}`,
        kind: 'element',
      })),
    ],
  };
}

function toSuppression({ reason, expires }: KnownFailure): object {
  return { kind: 'external', status: 'accepted', justification: `${reason} (until ${expires})` };
}

function toExchange({ request, reply }: Exchange): object {
  const cut = (text: string) => ({ text: toExcerpt(text, excerptLength.body) });
  const { method, url, headers, body } = request;
  return {
    webRequest: {
      protocol: 'HTTP',
      method,
      target: url,
      headers,
      ...(body !== undefined && { body: cut(body) }),
    },
    webResponse:
      reply === undefined
        ? { noResponseReceived: true }
        : { statusCode: reply.status, headers: reply.headers, body: cut(reply.body) },
  };
}
