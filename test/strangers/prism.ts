import { startPrismMock } from './start-prism.ts';
import type { Cause, Stranger } from './stranger.ts';

/** A percent sign that starts no escape, in a path, is enough. */
const nonsense = {
  checks: /\/copes-with-/,
  because:
    'Some of the nonsense that the suite sends ends its process, so that those checks are left out here.',
};

const anyKey: Cause = {
  because:
    'Prism asks for a bearer token and takes any: it has no means to be told which one is right. Requests without one, or under another scheme, it refuses.',
  checks: /\/refuses-(?:wrong-keys|the-key-of-a-site)$/,
};

const anyId: Cause = {
  because: 'Prism knows no resources, so that every UUID names one.',
  checks: /\/refuses-an-unknown-(?:siteId|routeId)$/,
};

const nearMisses: Cause = {
  because:
    'Prism reads an empty value of a query parameter as if it were left out or zero (a SHOULD, which does not fail a run).',
  checks: /\/refuses-a-near-miss-of-(?:limit|after|skipValidation)$/,
};

const replacedBytes: Cause = {
  because:
    'Prism reads a byte that is not UTF-8 as U+FFFD, which is a character like any other (a SHOULD).',
  checks: /\/refuses-what-is-no-utf-8$/,
};

const endlessList: Cause = {
  because:
    'Prism answers the same page whatever `after` says, with hasMore true: a walk through the list never ends. Checks that need the whole list fail there, whatever else they would have seen.',
  checks: /^(?:listSites\/|updateSite\/concurrent-updates-both-last$)/,
  messages: /the pages of the list never end/,
};

const busyWorkspaces: Cause = {
  because: 'Prism answers the same page for every workspace, also for one that nobody has used.',
  checks: /^listSites\/an-empty-workspace/,
};

const sameIds: Cause = {
  because: 'Every site that Prism answers has the same id and the same apiKey.',
  checks:
    /^(?:service\/ids-are-unique|createSite\/gives-each-site-a-key-of-its-own|duplicateSite\/)/,
  messages: /share an id|have (?:one|the same) apiKey|has the id of the original/,
};

const noMemory = (what: string): Cause => ({
  because: `Prism keeps nothing that is sent to it: every answer is ${what}.`,
  checks: /^(?:createSite|updateSite|duplicateSite|createRoute|updateRoute|createWebhook)\//,
  messages:
    /is not what was (?:sent|last written)|is not the default|is not as it was|comes back changed|has none in its place|is not what it has to be|has (?:another|a different) host than|does not contain it|url is wrong/,
});

export const prismStatic: Stranger = {
  id: 'prism',
  title: 'Prism 5.14.2, `prism mock`',
  about: `Validates requests against the contract and answers the examples that stand in it. ${nonsense.because}`,
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
  about: `Validates requests against the contract and answers values made up from its schemas. ${nonsense.because}`,
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
        'Values that are made up from a pattern do not keep the format beside it: hostUrl gets characters that a URI cannot hold.',
      checks: /\/answers-the-documented-shape$/,
      messages: /\/hostUrl/,
    },
    {
      because:
        'A pathname is any text to Prism. It takes one without a slash while validation is on, and answers another one without a slash.',
      checks: /\/validates-unless-told-not-to$/,
      messages: /without a slash/,
    },
    noMemory('made up anew from the schema'),
  ],
};
