import type { Operation } from '../../../contract/index.ts';
import { createFreshBody } from '../../data/fresh-body.ts';
import { listUnreadableBodies } from '../../data/invalid-bodies.ts';
import { createdKinds } from '../../model/inventory.ts';
import type { Check } from '../../runner/check.ts';
import { expectRefusal } from './expect-refusal.ts';
import { frame } from './frame.ts';
import { usePath } from './use-path.ts';

/** Bodies that no JSON parser takes. */
export function createUnreadableCheck(operation: Operation): Check[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-json`,
      title: 'A body that is not JSON is refused',
      requirements: ['request-bodies-are-json'],
      sends: `bodies that are not valid JSON: truncated, with a trailing comma, in single quotes, two texts, followed by a word, plain text${requestBody.required ? ', nothing' : ''}`,
      expects: 'a refusal each time',
      async run(scope) {
        const path = await usePath(scope, operation);
        const marker = scope.unique();
        const bodies = listUnreadableBodies(operation, marker, scope.run.domain);
        for (const { fault, bytes } of scope.run.probes.pick(scope, 'bytes', bodies))
          if (!(await expectRefusal(scope, operation, { path, body: bytes, fault }, marker)))
            return;
        if (requestBody.required) {
          await expectRefusal(
            scope,
            operation,
            { path, body: new Uint8Array(), fault: 'an empty body' },
            undefined,
          );
        }
      },
    },
  ];
}

/** JSON that is exchanged is UTF-8 (RFC 8259, section 8.1); that other bytes are refused is implied, not said. */
export function createEncodingCheck(operation: Operation): Check[] {
  // Where it is taken, it leaves a record: a route or a webhook, and no site.
  const kind = createdKinds[operation.id];
  if (kind !== 'route' && kind !== 'webhook') return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-utf-8`,
      title: 'A body that is not UTF-8 is refused',
      level: 'SHOULD',
      requirements: ['near-misses-are-refused'],
      sends: 'a valid body with one byte that is not valid UTF-8',
      expects: 'a refusal: such a byte is not a character and cannot be returned as sent',
      async run(scope) {
        const path = await usePath(scope, operation);
        const marker = scope.unique();
        const text = JSON.stringify(createFreshBody(operation, marker, scope.run.domain));
        const [before = '', ...behind] = text.split(marker);
        const encoder = new TextEncoder();
        const bytes = Uint8Array.of(
          ...encoder.encode(before + marker),
          0xff,
          ...encoder.encode(behind.join(marker)),
        );
        await expectRefusal(
          scope,
          operation,
          { path, body: bytes, fault: 'a byte that is not UTF-8' },
          marker,
        );
      },
    },
  ];
}
