import { isSuccess } from '../../../../conformance/runner/journal.ts';
import type { Sent } from '../../../../conformance/runner/target.ts';
import { isRecord } from '../../../../contract/resolve-reference.ts';
import {
  loosePathnameParts,
  makeHurtingText,
  makeHurtingUrlText,
  pathnameParts,
  wholeTexts,
} from '../../data/texts.ts';
import { formatValue, requireSuccess, sendProbe } from '../../model/call.ts';
import { expectRoute } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { makeRoute, useOriginal, useVariantsIfTaken } from '../../model/shared.ts';
import { frames } from '../frames.ts';
import { judgeRefusal } from '../refusals/judge-refusal.ts';
import { expectTextsToComeBack } from '../texts.ts';

// What creations and updates of routes share: rules for texts, and skipValidation, which disables them.

type WritingOperation = 'createRoute' | 'updateRoute';
type ByOperation = Readonly<Record<WritingOperation, Check>>;

/** A function that sends a body to the operation: for a new route, or for an update of one. */
async function createSender(scope: Scope, operation: WritingOperation) {
  const { id } = operation === 'createRoute' ? await useOriginal(scope) : await makeRoute(scope);
  return (body: object, query = '') => sendProbe(scope, operation, id, body, query);
}

/** The texts of a route with one variant: one that differs from what was sent, if any. */
function readTexts({ pathname, localizedVariants }: Record<string, unknown>, sent: string) {
  const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
  const { locale, pathname: ofVariant } = isRecord(variant) ? variant : {};
  return [pathname, locale, ofVariant].every((text) => text === sent)
    ? sent
    : [pathname, locale, ofVariant].find((text) => text !== sent);
}

const texts = {
  createRoute: {
    pathnames: 'A pathname is returned as sent',
    skipped: 'Texts of a new route are returned as sent when validation is skipped',
    what: 'routes',
    requirement: 'create-route-stores-what-was-sent',
    runs: 5,
  },
  updateRoute: {
    pathnames: 'New pathnames of a route and its variants are returned as sent',
    skipped: 'Texts of an updated route are returned as sent when validation is skipped',
    what: 'updates',
    requirement: 'update-route-changes-what-is-named',
    runs: 6,
  },
} as const;

const toBoth = (toCheck: (operation: WritingOperation) => Check): ByOperation => ({
  createRoute: toCheck('createRoute'),
  updateRoute: toCheck('updateRoute'),
});

/** Checks of pathnames that servers are known to change while validation is on. */
export const keptPathnames = toBoth((operation) => ({
  ...frames[operation],
  id: `${operation}/keeps-pathnames`,
  title: texts[operation].pathnames,
  requirements: ['texts-come-back-unchanged', texts[operation].requirement],
  sends: `${texts[operation].what} without skipValidation, with generated pathnames, and with pathnames that servers are known to change: percent-encoding, upper case, dots, doubled and trailing slashes, long ones; in updates, also as the pathname of a variant`,
  expects: 'every accepted pathname unchanged, in all places',
  async run(scope) {
    const send = await createSender(scope, operation);
    const isUpdate = operation === 'updateRoute';
    const unique = scope.unique();
    // Each new route may need a pathname of its own.
    const next = isUpdate ? () => unique : scope.unique;
    const [variant] = isUpdate ? (await useVariantsIfTaken(scope))(unique) : [];
    await expectTextsToComeBack(scope, {
      async send(pathname) {
        const localizedVariants = variant && [{ locale: variant.locale, pathname }];
        const sent = await send({ pathname, localizedVariants });
        // The rules for the pathname of a variant may be stricter than those for a route.
        return isSuccess(sent) || !variant ? sent : send({ pathname, localizedVariants: [] });
      },
      read: ({ localizedVariants, ...body }, text) => {
        const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
        const isSame = !isUpdate || !isRecord(variant) || variant['pathname'] === text;
        return isSame ? body['pathname'] : variant['pathname'];
      },
      pointer: '/pathname',
      complete: ['/', `/${next()}/page.html`, `/${next()}/`, `/${next()}/007`],
      joined: pathnameParts,
      prefix: `/${next()}`,
      generated: { make: (random) => `/${next()}${makeHurtingUrlText(random)}`, runs: 4 },
    });
  },
}));

/** Checks of all kinds of texts in all places of a route, with validation skipped. */
export const keptTexts = toBoth((operation) => ({
  ...frames[operation],
  id: `${operation}/keeps-texts-when-validation-is-skipped`,
  title: texts[operation].skipped,
  requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
  sends: `${texts[operation].what} with skipValidation=true and one generated text as the pathname, as a locale and as the pathname of a variant`,
  expects: 'every accepted text unchanged, in all three places',
  async run(scope) {
    const send = await createSender(scope, operation);
    const unique = scope.unique();
    const ends = [`/${unique}/`, `/${unique}/page.html`, `/${unique}/007`];
    await expectTextsToComeBack(scope, {
      send: (text) =>
        send(
          { pathname: text, localizedVariants: [{ locale: text, pathname: text }] },
          'skipValidation=true',
        ),
      read: readTexts,
      pointer: '/pathname',
      // Texts that matter only at an end, or by themselves, so they are not part of the joined text.
      complete:
        operation === 'createRoute'
          ? [...wholeTexts.slice(0, 6).map((text) => unique + text), `/${unique}/`]
          : ['/', ...ends],
      joined: [...pathnameParts, ...loosePathnameParts],
      prefix: `/${unique}`,
      generated: {
        make: (random) => `/${unique}${makeHurtingText(random)}`,
        runs: texts[operation].runs,
      },
    });
  },
}));

/** Routes in which a field has the wrong type. */
const wrongTypes: readonly { fault: string; body: Record<string, unknown>; isOfNew?: true }[] = [
  { fault: 'the pathname is a number', body: { pathname: 42 } },
  { fault: 'the pathname is left out', body: { pathname: undefined }, isOfNew: true },
  { fault: 'the pathname is null', body: { pathname: null } },
  { fault: 'the pathname is an object', body: { pathname: {} } },
  { fault: 'the variants are a string', body: { localizedVariants: 'none' } },
  { fault: 'the variants are null', body: { localizedVariants: null } },
  { fault: 'a variant is a string', body: { localizedVariants: ['en-US'] } },
  {
    fault: 'the locale of a variant is a number',
    body: { localizedVariants: [{ locale: 1, pathname: '/x' }] },
  },
  { fault: 'a variant has no pathname', body: { localizedVariants: [{ locale: 'en-US' }] } },
];

/** skipValidation disables rules such as the form of a pathname, but not the schema. */
export const checkedTypes = toBoth((operation) => {
  const isNew = operation === 'createRoute';
  const types = wrongTypes.filter(({ isOfNew = false }) => isNew || !isOfNew);
  const faults = types.map(({ fault }) => fault).join(', ');
  return {
    ...frames[operation],
    id: `${operation}/checks-types-when-validation-is-skipped`,
    title: 'A wrong type or a missing field is refused even with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused'],
    sends: `${texts[operation].what} with skipValidation=true in which ${faults}${isNew ? '' : '; then a no-op update to read it back'}`,
    expects:
      'a refusal: skipValidation skips only rules such as the pathname format; and an unchanged route',
    async run(scope) {
      const route = isNew ? undefined : await makeRoute(scope);
      const { id } = route ?? (await useOriginal(scope));
      let isTaken = false;
      for (const { fault, body } of scope.run.probes.pick(scope, 'types', types)) {
        const completeBody = isNew ? { pathname: scope.unique(), ...body } : body;
        const sent = await sendProbe(scope, operation, id, completeBody, 'skipValidation=true');
        isTaken ||= isSuccess(sent);
        judgeRefusal(scope, sent, fault);
      }
      if (route && !isTaken)
        await expectRoute(scope, route, 'the route after updates that were refused');
    },
  };
});

/** Reports a pathname without a leading slash that was accepted although validation was on. */
export function failUnslashed({ run, fail }: Scope, sent: Sent, query: string): void {
  fail({
    message: `a pathname without a slash was accepted${query === '' ? '' : ` with ${query}`}`,
    expected: 'a refusal, or a pathname that starts with a slash',
    received: formatValue(requireSuccess(run, sent, 'a pathname')['pathname']),
    pointer: '/pathname',
    exchange: run.show(sent),
  });
}
