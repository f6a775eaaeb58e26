import { together } from '../deviations/requests.ts';
import { type Entry, entry } from '../entry.ts';

/** `family: one two` is `family/one` and `family/two`. */
const readParts = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [family = '', names = ''] = line.trim().split(': ');
      return names.split(' ').map((name) => `${family}/${name}`);
    });

/** The combined lawful differences, in their order: a line for each family, or more. */
const recipes: readonly (readonly [id: string, title: string, parts: string])[] = [
  [
    'mixtures/strict',
    'Strict in everything: names, pathnames, locales, hosts, addresses, fields and queries.',
    `
      name-rules: at-most-40 plain-characters no-space-around
      route-rules: small-letters at-most-50 known-locales unique-locales unique-in-site
      host-rules: https-only public-names no-port unique
      webhook-rules: https-only public-names unique
      choices: unknown-fields-refused unknown-queries-refused unknown-workspaces-404
      choices: content-type-required
    `,
  ],
  [
    'mixtures/legacy',
    'An old service after an old proxy.',
    `
      errors: xml everything-400
      transport: http-1-0 charset-without-space ascii-only pretty-printed
      records: uuid-upper-case keys-reversed host-default
      choices: ordered-by-name update-site-201 copy-same-name empty-update-refused copy-needs-body
      traffic: latency-20
    `,
  ],
  [
    'mixtures/cloud',
    'A modern service at a cloud provider.',
    `
      errors: problem-details key-403
      transport: gzip charset more-headers base-path
      records: uuid-v7 additional-fields host-normalised
      choices: newest-first update-site-202 unknown-workspaces-403 location-header
      traffic: 50-a-second latency-20
    `,
  ],
  [
    'mixtures/eventually-consistent',
    'Busy, full and eventually consistent.',
    `
      traffic: list-lags-1000 500-sites-there others-create-5 latency-20
      choices: ordered-by-id unknown-cursor-empty
      errors: list-of-errors
      records: page-extras
    `,
  ],
  [
    'mixtures/lagging-and-busy',
    'A list that lags by a second and never holds still.',
    `
      traffic: list-lags-1000 others-create-50 latency-20
    `,
  ],
  [
    'mixtures/busy-newest-first',
    'A crowd of writers at the head of the list.',
    `
      traffic: others-update-50 odd-sites-there
      choices: newest-first
      transport: closes-connections small-chunks
      errors: nothing
      choices: copy-untitled
      records: host-default-shared
    `,
  ],
  [
    'mixtures/slow-and-guarded',
    'Slow, limited and silent about errors.',
    `
      traffic: 20-a-second latency-20 list-lags-300
      errors: nothing everything-404
      transport: closes-connections
      choices: site-update-needs-name limit-zero-has-no-more
    `,
  ],
  [
    'mixtures/tiny',
    'Takes hardly anything: slugs, one locale, two variants, one address each.',
    `
      name-rules: slugs unique
      route-rules: one-known-locale one-segment at-most-20-even-unchecked not-the-root
      host-rules: small-letters two-labels-deep unique-in-workspace
      webhook-rules: normal-form-only path-demanded unique-address
      locale-rules: known-locales
      choices: site-update-needs-name-and-host
      errors: text body-before-key
    `,
  ],
  [
    'mixtures/ten-assumptions',
    'Differs from the usual answer to ten open questions.',
    `
      choices: newest-first update-site-202 copy-same-name unknown-workspaces-404
      choices: unknown-fields-refused limit-zero-has-no-more unknown-cursor-empty fraction-floored
      records: host-default
      errors: invalid-400 key-403 list-of-errors
    `,
  ],
  [
    'mixtures/all-at-once',
    'Everything that goes together, at once.',
    `
      traffic: 50-a-second list-lags-1000 500-sites-there others-update-50
      transport: gzip base-path closes-connections charset ascii-only more-headers
      records: uuid-v7 additional-fields keys-reversed host-normalised
      errors: html key-404 not-found-403
      name-rules: at-most-40 plain-characters
      route-rules: small-letters known-locales
      host-rules: https-only public-names unique
      webhook-rules: https-only public-names
      choices: newest-first update-site-202 unknown-workspaces-404 unknown-fields-refused
      choices: unknown-queries-refused copy-needs-body empty-update-refused
      traffic: latency-20
    `,
  ],
];

export const createMixtures = (entries: readonly Entry[]): readonly Entry[] =>
  recipes.map(([id, title, text]) => {
    const parts = readParts(text).map((part) => {
      const entry = entries.find((candidate) => candidate.id === part);
      if (!entry) throw new Error(`the mixture ${id} names ${part}, which does not exist`);
      return entry.deviate;
    });
    return entry(id, `${title} (${parts.length} differences)`, together(...parts));
  });
