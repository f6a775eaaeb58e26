import assert from 'node:assert/strict';
import { send } from './client.ts';
import { givenSurroundings, toSending } from './every-operation.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';

/** The fields of each operation with a body, and their JSON type. */
const fields: readonly (readonly [operation: string, field: string, type: string])[] = [
  ['createSite', 'name', 'string'],
  ['createSite', 'hostUrl', 'string'],
  ['createSite', 'locale', 'string'],
  ['updateSite', 'name', 'string'],
  ['updateSite', 'hostUrl', 'string'],
  ['duplicateSite', 'name', 'string'],
  ['createRoute', 'pathname', 'string'],
  ['createRoute', 'localizedVariants', 'array'],
  ['updateRoute', 'pathname', 'string'],
  ['updateRoute', 'localizedVariants', 'array'],
  ['createWebhook', 'url', 'string'],
  ['createWebhook', 'eventType', 'string'],
];

const valuesOf: Readonly<Record<string, unknown>> = {
  string: 'text',
  array: ['https://example.com'],
  number: 5,
  zero: 0,
  true: true,
  false: false,
  object: { length: 1, 0: 'a' },
};

const bodies: readonly (readonly [slug: string, body: string])[] = [
  ['an-array', '[]'],
  ['an-array-of-objects', '[{"name":"a","pathname":"/a"}]'],
  ['a-string', '"name"'],
  ['a-number', '5'],
  ['true', 'true'],
  ['null', 'null'],
];

async function refusesTypes(
  target: AcceptanceTarget,
  operation: string,
  field: string,
  values: readonly unknown[],
): Promise<void> {
  const { operations, snapshot } = await givenSurroundings(target);
  const before = await snapshot();
  const chosen = operations.find((item) => item.operation === operation);
  assert.ok(chosen !== undefined);
  for (const value of values) {
    const json = { ...chosen.json, [field]: value };
    expectRefusedAt(await send(target, toSending(chosen, { json })), `/${field}`);
  }
  assert.deepEqual(await snapshot(), before);
}

async function refusesBody(target: AcceptanceTarget, body: string): Promise<void> {
  const { operations, snapshot } = await givenSurroundings(target);
  const before = await snapshot();
  for (const { method, path, json } of operations) {
    if (json === undefined) continue;
    expectProblem(await send(target, { method, path, body }), 400, 422);
  }
  assert.deepEqual(await snapshot(), before);
}

export const fieldTypes: readonly Question[] = [
  ...fields.flatMap(([operation, field, type]) => {
    const wrong = Object.entries(valuesOf).filter(([name]) => name !== type);
    return [
      {
        id: `field-types/${operation}-${field}`,
        title: `${operation} refuses a ${field} that is not a ${type}, without effect`,
        ask: (target: AcceptanceTarget) =>
          refusesTypes(
            target,
            operation,
            field,
            wrong.map(([, value]) => value),
          ),
      },
      {
        id: `field-types/${operation}-${field}-null`,
        title: `${operation} refuses null as ${field}, without effect`,
        ask: (target: AcceptanceTarget) => refusesTypes(target, operation, field, [null]),
      },
    ];
  }),
  ...bodies.map(([slug, body]) => ({
    id: `field-types/body-is-${slug}`,
    title: `The body ${body} is refused by every operation that reads one, without effect`,
    ask: (target: AcceptanceTarget) => refusesBody(target, body),
  })),
];
