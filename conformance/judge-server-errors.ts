import { toResult } from './check-runner.ts';
import { serverErrors } from './plan-checks.ts';
import type { CheckResult, Failure } from './results.ts';
import { describeHang, hangs } from './runner/hangs.ts';
import type { World } from './world/world.ts';

/** Fails for each operation that hangs, or that answered with a 5xx that it does not document. */
export function judgeServerErrors(world: World): CheckResult {
  const failures: Failure[] = [];
  const failed = new Set<string>();
  for (const { operation, sent } of world.journal) {
    if (failed.has(operation.id)) continue;
    if (hangs(world, sent)) {
      failed.add(operation.id);
      const { message, ...values } = describeHang(world, sent);
      failures.push({
        ...values,
        message: `${operation.id}: ${message}`,
        exchange: world.show(sent),
      });
      continue;
    }
    const status = sent.reply?.status ?? 0;
    const isDocumented = operation.responses.some((response) => response.status === String(status));
    if (status < 500 || isDocumented) continue;
    failed.add(operation.id);
    failures.push({
      message: `${operation.id} answers with ${status}`,
      expected: 'a status below 500',
      received: `status ${status}`,
      exchange: world.show(sent),
    });
  }
  return toResult(
    serverErrors,
    failures.length === 0 ? { status: 'passed' } : { status: 'failed', failures },
  );
}
