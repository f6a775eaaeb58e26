import type { Role } from './model.ts';
import { normalise, splitWords } from './words.ts';

/** What a verb of English says about an operation, in paths such as `/orders/search` and in ids such as `listOrders`. */
export type Verb =
  | 'create'
  | 'list'
  | 'read'
  | 'update'
  | 'replace'
  | 'upsert'
  | 'delete'
  | 'copy'
  | 'link'
  | 'unlink'
  | 'bulk'
  | 'count'
  | 'action';

const verbWords: Readonly<Record<Exclude<Verb, 'action'>, string>> = {
  create: 'create new insert register',
  list: 'list search query find filter paginate browse index',
  read: 'get read retrieve show view fetch describe lookup',
  update: 'update edit modify patch change',
  replace: 'replace set put overwrite',
  upsert: 'upsert',
  delete: 'delete remove destroy purge erase del',
  copy: 'copy duplicate clone fork replicate',
  link: 'attach assign link add subscribe join star follow',
  unlink: 'detach unassign unlink unsubscribe leave unstar unfollow',
  bulk: 'bulk batch',
  count: 'count',
};

const actionWords =
  'cancel capture confirm finalize pay send void close reopen open start stop restart pause resume run execute ' +
  'trigger invoke sync refresh verify validate check test approve reject accept decline archive unarchive restore revert ' +
  'rollback publish unpublish lock unlock enable disable activate deactivate suspend unsuspend merge move reorder sort ' +
  'import export upload download login logout reset revoke rotate regenerate transfer convert preview render dispatch ' +
  'rerun retry complete submit mark apply reverse expire increase decrease increment decrement ban unban kick invite ' +
  'crosspost ack acknowledge pin unpin heartbeat simulate migrate commit generate release refund undelete recover promote ' +
  'demote reconcile advance fund process renew present redeem resend exchange authorize deauthorize authenticate ' +
  'introspect evaluate estimate calculate parse ship deliver reboot shutdown snooze unsnooze resolve unresolve escalate ' +
  'mute unmute block unblock report flag vote upvote downvote like unlike rate reply forward split detect analyze ' +
  'translate scan ping notify schedule unschedule reschedule checkout checkin claim unclaim request ' +
  'rename resize rebuild reindex rewind replay skip clear empty flush dismiss undismiss hide unhide minimize ' +
  'connect disconnect install uninstall deploy redeploy build abort terminate kill wake drain cordon seal unseal ' +
  'encrypt decrypt sign impersonate prolong extend withdraw deposit charge debit credit settle dispute hold unhold';

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries(verbWords)
    .flatMap(([verb, words]) => words.split(' ').map((word): [string, string] => [word, verb]))
    .concat(actionWords.split(' ').map((word) => [word, 'action']))
    .filter((entry): entry is [string, Verb] => isVerb(entry[1])),
);

function isVerb(text: string): text is Verb {
  return text === 'action' || Object.hasOwn(verbWords, text);
}

/** The verb that a word is, if it is one. */
export function toVerb(word: string): Verb | undefined {
  return verbs.get(word.toLowerCase());
}

/** A verb in a name, with what follows it. */
export interface NamedVerb {
  verb: Verb;
  /** The word of the document. */
  word: string;
  /** Whether the name starts with it. */
  isFirst: boolean;
}

/**
 * The verb at the start of an operation id (`listNotes`, `repos/list-for-org`), at the end of a dotted or underlined one
 * (`notes.list`, `droplets_list`), or else the first one in it (`orgListTeams`).
 */
export function readNameVerb(name: string, method: string, path: string): NamedVerb | undefined {
  const own = stripPath(name.split('/').at(-1) ?? '', method, path);
  const groups = own.split(/[._:]/).filter((group) => group !== '');
  const words = splitWords(own);
  const [first] = words;
  if (first === undefined) return undefined;
  // `PostInvoices` and `get_files_id` repeat only the method and the path.
  if (first === method.toLowerCase() && first !== 'delete' && repeatsPath(words.slice(1), path)) {
    return undefined;
  }
  const last = splitWords(groups.at(-1) ?? '');
  const candidates = [first, ...last.slice(0, 1), ...words];
  const word = candidates.find((candidate) => toVerb(candidate) !== undefined);
  const verb = word === undefined ? undefined : toVerb(word);
  if (word === undefined || verb === undefined) return undefined;
  return { verb, word, isFirst: word === first || word === last[0] };
}

/** FastAPI ends its ids with the path and the method: `read_note_notes__id__get` → `read_note`. */
function stripPath(name: string, method: string, path: string): string {
  const suffix = `_${path.replaceAll(/\W/g, '_')}_${method.toLowerCase()}`.replace(/^_+/, '_');
  return name.endsWith(suffix) && name.length > suffix.length
    ? name.slice(0, -suffix.length)
    : name;
}

function repeatsPath(words: readonly string[], path: string): boolean {
  const text = normalise(path);
  return words.every(
    (word) => text.includes(normalise(word)) || ['by', 'with', 'id'].includes(word),
  );
}

/** What a verb says about an operation of a method, if it names a role directly. */
export function toRole(verb: Verb): Role | undefined {
  if (verb === 'count') return 'view';
  return verb;
}
