import {
  hurtingText,
  hurtingUrlText,
  loosePathnameParts,
  pathnameParts,
  wholeTexts,
} from '../../data/texts.ts';
import {
  type ExpectedRoute,
  expectRoute,
  prepareRoute,
  type RouteInput,
} from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { enterCreated, tryCreateRoute, tryUpdateRoute } from '../../model/trials.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import { isSuccess } from '../../runner/journal.ts';
import { describe, requireSuccess } from '../../runner/run.ts';
import type { Sent } from '../../runner/target.ts';
import { frames } from '../frames.ts';
import { judgeRefusal } from '../refusals/judge-refusal.ts';
import { expectTextsToComeBack } from '../texts.ts';

// What creations and updates of routes share: rules for texts, and skipValidation, which disables them.

/** Creates a route with a unique pathname, and with variants if the target accepts them. */
export async function makeRoute(scope: Scope): Promise<ExpectedRoute> {
  const site = await useOriginal(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepareRoute(scope, site.id, {
    pathname: scope.pathname(),
    localizedVariants: makeVariants(scope.unique()),
  });
}

/** Creates a route that the target may refuse. */
export async function tryRoute(
  scope: Scope,
  siteId: string,
  body: { pathname: string; localizedVariants?: unknown },
  query = '',
): Promise<Sent> {
  const sent = await tryCreateRoute(scope, siteId, body, query);
  enterCreated(scope, sent, { kind: 'route', label: body.pathname, parent: siteId });
  return sent;
}

/** The common text of all three places of a route with one variant, or each text if they differ. */
function readOneText({ pathname, localizedVariants }: Record<string, unknown>): unknown {
  const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
  const places: unknown[] = [pathname, variant?.locale, variant?.pathname];
  return places.every((text) => text === pathname) ? pathname : places;
}

/** @param next generates the unique part of a pathname; each creation may need another one */
function toPathnames(next: () => string) {
  return {
    pointer: '/pathname',
    whole: ['/', `/${next()}/page.html`, `/${next()}/`, `/${next()}/007`],
    joined: pathnameParts,
    prefix: `/${next()}`,
    texts: hurtingUrlText.map((text) => `/${next()}${text}`),
  };
}

/** Checks of pathnames that servers are known to change while validation is on. */
export const keptPathnames: Readonly<Record<'createRoute' | 'updateRoute', Check>> = {
  createRoute: {
    ...frames.createRoute,
    id: 'createRoute/keeps-pathnames',
    long: true,
    title: 'A pathname is returned as sent',
    requirements: ['texts-come-back-unchanged', 'create-route-stores-what-was-sent'],
    sends:
      'routes with generated pathnames, and with pathnames that servers are known to change: percent-encoding, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'every accepted pathname unchanged',
    async run(scope) {
      const site = await useOriginal(scope);
      const { texts, ...pathnames } = toPathnames(() => scope.unique());
      await expectTextsToComeBack(scope, {
        ...pathnames,
        send: (pathname) => tryRoute(scope, site.id, { pathname }),
        read: (body) => body['pathname'],
        generated: { texts, runs: 5 },
      });
    },
  },
  updateRoute: {
    ...frames.updateRoute,
    id: 'updateRoute/keeps-pathnames',
    long: true,
    title: 'New pathnames of a route and its variants are returned as sent',
    requirements: ['texts-come-back-unchanged', 'update-route-changes-what-is-named'],
    sends:
      'updates without skipValidation, with the same pathname for the route and for a variant: percent-encoding, upper case, dots, doubled and trailing slashes, long ones',
    expects: 'every accepted pathname unchanged, in both places',
    async run(scope) {
      const site = await useOriginal(scope);
      const makeVariants = await useVariantsIfTaken(scope);
      const route = await prepareRoute(scope, site.id, { pathname: scope.pathname() });
      const unique = scope.unique();
      const { texts, ...pathnames } = toPathnames(() => unique);
      const [locale] = makeVariants(unique).map((variant) => variant.locale);
      const send = (pathname: string, isWithVariant: boolean) =>
        tryUpdateRoute(scope, route.id, {
          pathname,
          localizedVariants: isWithVariant && locale !== undefined ? [{ locale, pathname }] : [],
        });
      await expectTextsToComeBack(scope, {
        ...pathnames,
        send: async (pathname) => {
          const sent = await send(pathname, true);
          // The rules for the pathname of a variant may be stricter than those for a route.
          return isSuccess(sent) ? sent : send(pathname, false);
        },
        read: ({ pathname, localizedVariants }) => {
          const [variant] = Array.isArray(localizedVariants) ? localizedVariants : [];
          return variant === undefined || variant.pathname === pathname
            ? pathname
            : [pathname, variant.pathname];
        },
        generated: { texts, runs: 3 },
      });
    },
  },
};

/** Creates a check that sends all kinds of texts in all places of a route, with validation skipped. */
function keepsTexts(
  operation: 'createRoute' | 'updateRoute',
  title: string,
  write: string,
  {
    prepare,
    listWhole,
    runs,
  }: {
    prepare: (scope: Scope) => Promise<(body: RouteInput, query: string) => Promise<Sent>>;
    /** Texts that matter only at an end, or alone, so they are not part of the joined text. */
    listWhole: (unique: string) => readonly string[];
    runs: number;
  },
): Check {
  return {
    ...frames[operation],
    id: `${operation}/keeps-texts-when-validation-is-skipped`,
    long: true,
    title,
    requirements: ['texts-come-back-unchanged', 'skip-validation-skips'],
    sends: `${write} with skipValidation=true and one generated text as the pathname, as a locale and as the pathname of a variant`,
    expects: 'every accepted text unchanged, in all three places',
    async run(scope) {
      const send = await prepare(scope);
      const unique = scope.unique();
      await expectTextsToComeBack(scope, {
        send: (text) => {
          const localizedVariants = [{ locale: text, pathname: text }];
          return send({ pathname: text, localizedVariants }, 'skipValidation=true');
        },
        read: readOneText,
        places: ['/pathname', '/localizedVariants/0/locale', '/localizedVariants/0/pathname'],
        pointer: '/pathname',
        whole: listWhole(unique),
        joined: [...pathnameParts, ...loosePathnameParts],
        prefix: `/${unique}`,
        generated: { texts: hurtingText.map((text) => `/${unique}${text}`), runs },
      });
    },
  };
}

export const keptTexts: Readonly<Record<'createRoute' | 'updateRoute', Check>> = {
  createRoute: keepsTexts(
    'createRoute',
    'Texts of a new route are returned as sent when validation is skipped',
    'routes',
    {
      async prepare(scope) {
        const site = await useOriginal(scope);
        return (body, query) => tryRoute(scope, site.id, body, query);
      },
      listWhole: (unique) => [
        ...wholeTexts.slice(0, 6).map((text) => unique + text),
        `/${unique}/`,
      ],
      runs: 5,
    },
  ),
  updateRoute: keepsTexts(
    'updateRoute',
    'Texts of an updated route are returned as sent when validation is skipped',
    'updates',
    {
      async prepare(scope) {
        const route = await makeRoute(scope);
        return (body, query) => tryUpdateRoute(scope, route.id, body, query);
      },
      listWhole: (unique) => ['/', `/${unique}/`, `/${unique}/page.html`, `/${unique}/007`],
      runs: 6,
    },
  ),
};

/** Routes in which a field has the wrong type. Other checks verify the responses to accepted ones. */
const wrongTypes: readonly { fault: string; body: Record<string, unknown>; needed?: true }[] = [
  { fault: 'the pathname is a number', body: { pathname: 42 } },
  { fault: 'the pathname is left out', body: { pathname: undefined }, needed: true },
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
const wrongTypesOfUpdates = wrongTypes.filter(({ needed = false }) => !needed);

function listFaults(types: typeof wrongTypes): string {
  return types.map(({ fault }) => fault).join(', ');
}

/** @returns whether a fault was accepted with skipValidation=true */
async function sendWrongTypes(
  scope: Scope,
  types: typeof wrongTypes,
  send: (body: Record<string, unknown>, query: string) => Promise<Sent>,
): Promise<boolean> {
  let isTaken = false;
  for (const { fault, body } of scope.run.probes.pick(scope, 'types', types)) {
    const sent = await send(body, 'skipValidation=true');
    isTaken ||= isSuccess(sent);
    await judgeRefusal(scope, sent, fault);
  }
  return isTaken;
}

/** skipValidation disables rules such as the form of a pathname, but not the schema. */
export const checkedTypes: Readonly<Record<'createRoute' | 'updateRoute', Check>> = {
  createRoute: {
    ...frames.createRoute,
    id: 'createRoute/checks-types-when-validation-is-skipped',
    title: 'A wrong type or a missing pathname is refused even with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused'],
    sends: `routes with skipValidation=true in which ${listFaults(wrongTypes)}`,
    expects: 'a refusal: skipValidation skips only rules such as the pathname format',
    async run(scope) {
      const site = await useOriginal(scope);
      await sendWrongTypes(scope, wrongTypes, (body, query) =>
        tryCreateRoute(scope, site.id, { pathname: scope.unique(), ...body }, query),
      );
    },
  },
  updateRoute: {
    ...frames.updateRoute,
    id: 'updateRoute/checks-types-when-validation-is-skipped',
    title: 'A wrong type is refused even with skipValidation=true',
    level: 'SHOULD',
    requirements: ['near-misses-are-refused', 'refusals-have-no-effect'],
    sends: `updates with skipValidation=true in which ${listFaults(wrongTypesOfUpdates)}; then a no-op update to read it back`,
    expects:
      'a refusal: skipValidation skips only rules such as the pathname format; and an unchanged route',
    async run(scope) {
      const route = await makeRoute(scope);
      const isTaken = await sendWrongTypes(scope, wrongTypesOfUpdates, (body, query) =>
        tryUpdateRoute(scope, route.id, body, query),
      );
      if (!isTaken) await expectRoute(scope, route, 'the route after updates that were refused');
    },
  },
};

/** Reports a pathname without a leading slash that was accepted although validation was on. */
export function failUnslashed({ run, fail }: Scope, sent: Sent, message: string): void {
  fail({
    message,
    expected: 'a refusal, or a pathname that starts with a slash',
    received: describe(requireSuccess(run, sent, 'a pathname')['pathname']),
    pointer: '/pathname',
    exchange: run.show(sent),
  });
}
