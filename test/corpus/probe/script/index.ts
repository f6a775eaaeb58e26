import { atOnceScript } from './at-once.ts';
import { badInputScript } from './bad-input.ts';
import { copyScript } from './copies.ts';
import { keyScript } from './keys.ts';
import { listScript } from './lists.ts';
import { routeScript } from './routes.ts';
import type { ScriptPart } from './session.ts';
import { siteScript } from './sites.ts';
import { webhookScript } from './webhooks.ts';

/** The parts of the script, each for a new target. */
export const scriptParts: Readonly<Record<string, ScriptPart>> = {
  sites: siteScript,
  routes: routeScript,
  copies: copyScript,
  webhooks: webhookScript,
  lists: listScript,
  keys: keyScript,
  badInput: badInputScript,
  atOnce: atOnceScript,
};

/** The part that is most likely to show the differences of a family. */
export const likelyParts: Readonly<Record<string, string>> = {
  'route-fields': 'routes',
  'route-rules': 'routes',
  pathnames: 'routes',
  variants: 'routes',
  'skip-validation': 'routes',
  duplicates: 'copies',
  'webhook-fields': 'webhooks',
  'webhook-rules': 'webhooks',
  webhooks: 'webhooks',
  'page-fields': 'lists',
  limits: 'lists',
  cursors: 'lists',
  'has-more': 'lists',
  listing: 'lists',
  choices: 'lists',
  keys: 'keys',
  'bad-values': 'badInput',
  'bad-forms': 'badInput',
  'bad-requests': 'badInput',
  effects: 'badInput',
  crashes: 'badInput',
  errors: 'badInput',
  concurrency: 'atOnce',
};
