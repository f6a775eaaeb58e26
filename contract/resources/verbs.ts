/** What a verb of English says about an operation, in paths such as `/orders/search` and in ids such as `listOrders`. */
export type Verb =
  | 'create'
  | 'list'
  | 'find'
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
  list: 'list search filter paginate browse index',
  find: 'find query lookup',
  read: 'get read retrieve show view fetch describe',
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

const verbs: ReadonlyMap<string, Verb> = readVerbs();

function readVerbs(): Map<string, Verb> {
  const verbOfWord = new Map<string, Verb>();
  const words: Record<string, string> = { ...verbWords, action: actionWords };
  for (const verb of Object.keys(words)) {
    if (!isVerb(verb)) continue;
    for (const word of words[verb]?.split(' ') ?? []) verbOfWord.set(word, verb);
  }
  return verbOfWord;
}

function isVerb(text: string): text is Verb {
  return text === 'action' || Object.hasOwn(verbWords, text);
}

/** The verb that a word is, if it is one. */
export function toVerb(word: string): Verb | undefined {
  return verbs.get(word.toLowerCase());
}

/** Whether a verb may return several records. `find` can mean one as well. */
export function isListVerb(verb: Verb): boolean {
  return verb === 'list' || verb === 'find';
}
