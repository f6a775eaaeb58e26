import { startPrismMock } from './start-prism.ts';
import type { Cause, Stranger } from './stranger.ts';

/** A percent sign in a path that is not part of an escape. */
const nonsense = {
  checks: /\/copes-with-/,
  because:
    'Some malformed requests of the suite crash it, so the checks that send them are omitted here.',
};

const anyKey: Cause = {
  because:
    'Prism requires a bearer token but accepts any, because it cannot be configured with the right one. It refuses requests without a token or with another scheme.',
  checks: /\/refuses-(?:wrong-keys|the-key-of-a-site)$/,
};

const anyId: Cause = {
  because: 'Prism has no resources, so it accepts every UUID.',
  checks: /\/refuses-an-unknown-(?:siteId|routeId)$/,
};

const nearMisses: Cause = {
  because:
    'Prism treats an empty value of a query parameter as missing or as zero (a SHOULD, which does not fail a run).',
  checks: /\/refuses-a-near-miss-of-(?:limit|after|skipValidation)$/,
};

const replacedBytes: Cause = {
  because: 'Prism replaces a byte that is not UTF-8 by U+FFFD and accepts the result (a SHOULD).',
  checks: /\/refuses-what-is-no-utf-8$/,
};

const endlessList: Cause = {
  because:
    'Prism returns the same page for every value of `after`, with hasMore true, so the list never ends. Checks that need the whole list fail for this reason.',
  checks: /^(?:listSites\/|updateSite\/concurrent-updates-both-last$)/,
  messages: /the pages of the list never end/,
};

const busyWorkspaces: Cause = {
  because: 'Prism returns the same page for every workspace, even for an unused one.',
  checks: /^listSites\/an-empty-workspace/,
};

const sameIds: Cause = {
  because: 'Every site that Prism returns has the same id and the same apiKey.',
  checks:
    /^(?:service\/ids-are-unique|createSite\/gives-each-site-a-key-of-its-own|duplicateSite\/)/,
  messages: /share an id|have (?:one|the same) apiKey|has the id of the original/,
};

const noMemory = (what: string): Cause => ({
  because: `Prism stores nothing: every response is ${what}.`,
  checks: /^(?:createSite|updateSite|duplicateSite|createRoute|updateRoute|createWebhook)\//,
  messages:
    /is not what was (?:sent|last written)|is not the default|is not as it was|comes back changed|has none in its place|is not what it has to be|has (?:another|a different) host than|does not contain it|url is wrong/,
});

export const prismStatic: Stranger = {
  id: 'prism',
  title: 'Prism 5.14.2, `prism mock`',
  about: `Validates requests against the contract and returns its examples. ${nonsense.because}`,
  without: nonsense,
  start: () => startPrismMock(),
  causes: [
    anyKey,
    anyId,
    nearMisses,
    replacedBytes,
    endlessList,
    busyWorkspaces,
    sameIds,
    noMemory('the first example of the contract'),
  ],
};

export const prismDynamic: Stranger = {
  id: 'prism-dynamic',
  title: 'Prism 5.14.2, `prism mock --dynamic --seed 1`',
  about: `Validates requests against the contract and returns values generated from its schemas. ${nonsense.because}`,
  without: nonsense,
  start: () => startPrismMock(['--dynamic', '--seed', '1']),
  causes: [
    anyKey,
    anyId,
    nearMisses,
    replacedBytes,
    endlessList,
    busyWorkspaces,
    sameIds,
    {
      because:
        'Values generated from a pattern ignore the format of the same schema: hostUrl gets characters that are not allowed in a URI.',
      checks: /\/answers-the-documented-shape$/,
      messages: /\/hostUrl/,
    },
    {
      because:
        'Prism does not validate pathnames. It accepts one without a slash while validation is on, and returns another one without a slash.',
      checks: /\/validates-unless-told-not-to$/,
      messages: /without a slash/,
    },
    noMemory('newly generated from the schema'),
  ],
};
