import type { Contract, Operation } from '../../contract/index.ts';
import { listWrongCredentials } from '../model/credentials.ts';
import { createdKinds } from '../model/record-writes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { call, probe } from '../runner/run.ts';
import { observation } from './frames.ts';
import { frame, judgeRefusal, makeRefusedBody, usePath } from './refusals/judge-refusal.ts';

/** Another way to write the path of a request, which some routers treat as the plain one. */
interface Spelling {
  /** For a report. */
  title: string;
  /** Returns the path unchanged if it cannot be written that way. */
  spell: (path: string) => string;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
const words = /(?<=\/)[a-z]+(?=\/|$)/g;

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

/**
 * The case of a UUID (RFC 9562, section 4) and an escaped unreserved character (RFC 3986, section 6.2.2.2) do not change the
 * address; the meaning of the other spellings is up to the server.
 */
const spellings: readonly Spelling[] = [
  {
    title: 'the id in upper or lower case',
    spell: (path) => path.replace(uuid, swapCase),
  },
  {
    title: 'an escaped character in the id',
    spell: (path) => path.replace(uuid, (id) => encode(id.charAt(0)) + id.slice(1)),
  },
  {
    title: 'an escaped character in each word',
    spell: (path) => path.replace(words, (word) => encode(word.charAt(0)) + word.slice(1)),
  },
  { title: 'two slashes at the start', spell: (path) => `/${path}` },
  { title: 'two slashes after the version', spell: (path) => path.replace(/^(\/v\d+)\//, '$1//') },
  { title: 'a slash at the end', spell: (path) => `${path}/` },
  {
    title: 'words in capitals',
    spell: (path) => path.replace(/(?<=\/)(?:v\d+|[a-z]+)(?=\/|$)/g, (word) => word.toUpperCase()),
  },
  {
    title: 'a parameter after the first word',
    spell: (path) => path.replace(/(?<=\/)[a-z]+(?=\/)/, (word) => `${word};a=b`),
  },
];

/**
 * The part of a service that checks the key and the part that finds the operation may read a path differently. The interface
 * does not show whether another spelling of a path is served, but does show that nothing is served without the key.
 */
export function createSpellingChecks({ operations }: Contract): Check[] {
  return [
    ...operations.filter(({ secured }) => secured).map(createKeyCheck),
    observation({
      id: 'service/observes-spellings-of-paths',
      operation: 'service',
      title: 'Which spellings of a path are served',
      requirement: 'path-spellings-are-not-shown',
      sends: 'a list with limit=0, by its path in several spellings, with the key',
      writes: false,
      run: observeSpellings,
    }),
  ];
}

function createKeyCheck(operation: Operation): Check {
  return {
    ...frame(operation),
    id: `${operation.id}/refuses-spelled-paths-without-a-key`,
    title: 'Another spelling of a path is also refused without a key',
    requirements: ['key-is-required'],
    sends: `valid requests without a key, and with ${spellings.map(({ title }) => title).join(', ')}`,
    expects: 'a refusal each time (with any 4xx status), and no effect',
    async run(scope) {
      const path = await usePath(scope, operation);
      const isCreating = createdKinds[operation.id] !== undefined;
      const picked = scope.run.probes.pick(scope, 'spellings', spellings, 0);
      // One record that cannot be deleted is proof enough.
      if (!isCreating)
        await Promise.all(picked.map((spelling) => send(scope, operation, path, spelling)));
      else for (const spelling of picked) if (await send(scope, operation, path, spelling)) return;
    },
  };
}

/** @returns whether the request was carried out */
async function send(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  { title, spell }: Spelling,
): Promise<boolean> {
  const { apiKey } = scope.run.options;
  const none = listWrongCredentials(apiKey, undefined).find(({ id }) => id === 'none');
  const sent = await call(scope, {
    operation: operation.id,
    path,
    spell,
    body: makeRefusedBody(scope, operation),
    ...(none === undefined ? {} : { credential: none }),
    intent: 'unauthorised',
  });
  await judgeRefusal(scope, sent, `no Authorization header, and a path with ${title}`);
  return isSuccess(sent);
}

async function observeSpellings(scope: Scope): Promise<void> {
  const asked = await Promise.all(
    spellings.map(async ({ title, spell }) => ({
      title,
      sent: await probe(scope, {
        operation: 'listSites',
        path: { workspaceId: scope.run.options.workspace },
        query: 'limit=0',
        spell,
      }),
    })),
  );
  const answered = asked.filter(({ sent }) => sent.reply !== undefined);
  if (answered.length === 0) throw new Inconclusive('no such request got a response');
  for (const [isServed, word] of [
    [true, 'served'],
    [false, 'not served'],
  ] as const) {
    const titles = answered.filter(({ sent }) => isSuccess(sent) === isServed);
    if (titles.length > 0)
      scope.observe(`paths are ${word} with ${titles.map(({ title }) => title).join(', ')}`);
  }
}
