import { alsoDemand, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isText } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const demandOfNames = (isLawful: (name: string) => boolean): Deviation =>
  together(
    ...(['createSite', 'updateSite', 'duplicateSite'] as const).map((operationId) =>
      alsoDemand(operationId, 'name', (value) => isText(value) && isLawful(value)),
    ),
  );

/** Makes the default name of a copy conform to the rules too. */
const nameCopies =
  (write: (count: number) => string): Deviation =>
  (service) => {
    let count = 0;
    service.nameCopy = () => {
      count += 1;
      return write(count);
    };
  };

const uniqueNames =
  (toKey: (name: string) => string): Deviation =>
  (service) => {
    const { checkBody } = service;
    const { findSite } = service.store;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      const { name } = service.toInput(exchange);
      const { operationId, resourceId } = exchange;
      const isCreate = operationId === 'createSite';
      const site = isCreate ? undefined : findSite(resourceId);
      const workspaceId = isCreate ? resourceId : site?.workspaceId;
      if (name === undefined || workspaceId === undefined) return;
      const taken = service.store
        .sitesOf(workspaceId)
        .some(
          (other) =>
            toKey(other.name) === toKey(name) &&
            (operationId === 'duplicateSite' || other.id !== site?.id),
        );
      if (taken) throw new Refusal('conflict', 'the name is taken');
    };
    nameCopies((count) => `Copy number ${count}`)(service);
  };

export const nameRules: readonly Entry[] = [
  {
    id: 'name-rules/at-most-40',
    title: 'Names of more than 40 characters are refused.',
    deviate: together(
      demandOfNames((name) => name.length <= 40),
      nameCopies((count) => `Copy ${count}`),
    ),
  },
  {
    id: 'name-rules/at-most-20',
    title: 'Names of more than 20 characters are refused.',
    deviate: together(
      demandOfNames((name) => name.length <= 20),
      nameCopies((count) => `Copy ${count}`),
    ),
  },
  {
    id: 'name-rules/at-most-8',
    title: 'Names of more than eight characters are refused.',
    deviate: together(
      demandOfNames((name) => name.length <= 8),
      nameCopies((count) => `Copy ${count}`),
    ),
  },
  {
    id: 'name-rules/letters-only',
    title: 'Names take letters and spaces only.',
    deviate: together(
      demandOfNames((name) => /^[\p{L} ]+$/u.test(name)),
      nameCopies(() => 'Copy'),
    ),
  },
  {
    id: 'name-rules/capital-first',
    title: 'Names start with a capital.',
    deviate: demandOfNames((name) => /^[A-Z]/.test(name)),
  },
  {
    id: 'name-rules/at-most-64-bytes',
    title: 'Names of more than 64 bytes are refused.',
    deviate: together(
      demandOfNames((name) => Buffer.byteLength(name) <= 64),
      nameCopies((count) => `Copy ${count}`),
    ),
  },
  {
    id: 'name-rules/at-least-1',
    title: 'Empty names are refused.',
    deviate: demandOfNames((name) => name.length > 0),
  },
  {
    id: 'name-rules/at-least-3',
    title: 'Names of fewer than three characters are refused.',
    deviate: demandOfNames((name) => name.length >= 3),
  },
  {
    id: 'name-rules/plain-characters',
    title: 'Names take letters, digits, spaces and dashes only.',
    deviate: demandOfNames((name) => /^[A-Za-z0-9 -]+$/.test(name)),
  },
  {
    id: 'name-rules/slugs',
    title: 'Names are slugs: small letters, digits and dashes, up to 30.',
    deviate: together(
      demandOfNames((name) => /^[a-z][a-z0-9-]{0,29}$/.test(name)),
      nameCopies((count) => `copy-${count}`),
    ),
  },
  {
    id: 'name-rules/ascii',
    title: 'Names take ASCII only.',
    deviate: demandOfNames((name) => /^[ -~]+$/.test(name)),
  },
  {
    id: 'name-rules/basic-plane',
    title: 'Names with characters beyond the basic plane or control characters are refused.',
    deviate: demandOfNames((name) => !/[\u{10000}-\u{10ffff}\p{Cc}]/u.test(name)),
  },
  {
    id: 'name-rules/no-markup',
    title: 'Names may contain neither angle brackets nor ampersands nor quotes nor backslashes.',
    deviate: demandOfNames((name) => !/[<>&"'\\]/.test(name)),
  },
  {
    id: 'name-rules/no-space-around',
    title: 'Names with whitespace at an end are refused.',
    deviate: demandOfNames((name) => name === name.trim()),
  },
  {
    id: 'name-rules/composed-only',
    title: 'Names that are not composed (Unicode NFC) are refused.',
    deviate: demandOfNames((name) => name === name.normalize('NFC')),
  },
  {
    id: 'name-rules/unique',
    title: 'Names are unique within a workspace.',
    deviate: uniqueNames((name) => name),
  },
  {
    id: 'name-rules/unique-ignoring-case',
    title: 'Names are unique within a workspace, without regard to case and space.',
    deviate: uniqueNames((name) => name.trim().toLowerCase()),
  },
];
