import { changeInput } from '../deviations/inputs.ts';
import { allowMissing, alsoAccept, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import type { OperationId, TextField } from '../service/exchange.ts';
import { isObject, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

/** All text fields of all bodies, and whether the interface requires them. */
const fields: readonly (readonly [
  operationId: OperationId,
  field: TextField,
  isRequired: boolean,
])[] = [
  ['createSite', 'name', true],
  ['createSite', 'hostUrl', false],
  ['createSite', 'locale', false],
  ['updateSite', 'name', false],
  ['updateSite', 'hostUrl', false],
  ['duplicateSite', 'name', false],
  ['createRoute', 'pathname', true],
  ['updateRoute', 'pathname', false],
  ['createWebhook', 'url', true],
  ['createWebhook', 'eventType', true],
];

const defaults: Readonly<Record<TextField, string>> = {
  name: 'Untitled',
  hostUrl: 'https://default.example.com',
  locale: 'en-US',
  pathname: '/',
  url: 'https://example.com/',
  eventType: 'page.created',
};

/** Accepts values that meet a condition, after a conversion. */
function take(
  operationId: OperationId,
  field: TextField,
  isTaken: (value: unknown) => boolean,
  toText: (value: unknown) => string | undefined,
): Deviation {
  return together(
    alsoAccept(operationId, field, isTaken),
    changeInput([operationId], (input, { body }) => {
      const value = isObject(body) ? body[field] : undefined;
      return isTaken(value) ? { ...input, [field]: toText(value) } : input;
    }),
  );
}

/** Fills in a default for a missing field, so that the response looks correct. */
const fillIn = (operationId: OperationId, field: TextField): Deviation =>
  together(
    allowMissing(operationId, field),
    changeInput([operationId], (input) => ({ ...input, [field]: input[field] ?? defaults[field] })),
  );

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isNull = (value: unknown): boolean => value === null;

export const badValues: readonly Entry[] = [
  ...fields.flatMap(([operationId, field, isRequired]): Entry[] => [
    {
      id: `bad-values/${operationId}-${field}-number`,
      title: `In ${operationId}, a number is accepted as ${field} and turned into a string.`,
      deviate: take(operationId, field, isNumber, (value) =>
        field === 'eventType' ? defaults.eventType : String(value),
      ),
    },
    {
      id: `bad-values/${operationId}-${field}-null`,
      // The reference declares the type of hostUrl as null, so that null may be meant.
      ...(field === 'hostUrl' ? { level: 'should' as const } : {}),
      title: `In ${operationId}, null is accepted as ${field} as if it were left out.`,
      deviate: take(operationId, field, isNull, () => (isRequired ? defaults[field] : undefined)),
    },
    ...(isRequired
      ? [
          {
            id: `bad-values/${operationId}-${field}-left-out`,
            title: `${operationId} fills in a default where ${field} is left out.`,
            deviate: fillIn(operationId, field),
          },
        ]
      : []),
  ]),
  {
    id: 'bad-values/createRoute-pathname-array',
    title: 'In createRoute, an array is accepted as pathname and joined by slashes.',
    deviate: take('createRoute', 'pathname', Array.isArray, (value) =>
      Array.isArray(value) ? `/${value.join('/')}` : '/',
    ),
  },
  {
    id: 'bad-values/updateRoute-pathname-boolean-ignored',
    title: 'In updateRoute, true as pathname is ignored.',
    deviate: take('updateRoute', 'pathname', isBoolean, () => undefined),
  },
  {
    id: 'bad-values/createWebhook-event-type-unknown',
    title: 'An unknown event type is accepted.',
    deviate: alsoAccept('createWebhook', 'eventType', isText),
  },
  {
    id: 'bad-values/createWebhook-event-type-unknown-as-default',
    title: 'An unknown event type is accepted as page.created.',
    deviate: take(
      'createWebhook',
      'eventType',
      (value) =>
        isText(value) &&
        !/^(page\.(created|deleted|updated|restored)|site\.published)$/.test(value),
      () => defaults.eventType,
    ),
  },
];
