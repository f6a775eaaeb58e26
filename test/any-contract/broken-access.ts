import type { Change } from '../support/serve-changed.ts';
import { answer, type BrokenForm, form, isFor, key, paths, refusal } from './changes.ts';

/** Forwards a request with the right key, if it has one that is accepted by mistake. */
function acceptKey(isAccepted: (key: string) => boolean): Change {
  return (request, forward) => {
    const headers = new Headers(request.headers);
    if (isAccepted(headers.get('X-Library-Key') ?? '')) headers.set('X-Library-Key', key);
    return forward(new Request(request, { headers }));
  };
}

/** Executes matching requests whatever key they have, and refuses those with a wrong one afterwards. */
function executeFirst(methods: string, path: RegExp): Change {
  return async (request, forward) => {
    const isWrong = request.headers.get('X-Library-Key') !== key;
    const response = await acceptKey(() => true)(request, forward);
    return isFor(request, methods, path) && isWrong ? refusal(401) : response;
  };
}

/** Forms that let somebody in without the right key. */
export const brokenAccess: readonly BrokenForm[] = [
  form('listBranches/requires-credentials', 'needs no key', () => acceptKey((sent) => sent === '')),
  form('listBranches/requires-credentials', 'accepts any key', () =>
    acceptKey((sent) => sent !== ''),
  ),
  form('listBranches/requires-credentials', 'accepts a key that is cut off', () =>
    acceptKey((sent) => sent !== '' && key.startsWith(sent)),
  ),
  form('updateBranch/requires-credentials', 'asks for no key for updates', () =>
    answer(
      'PATCH',
      paths.branch,
      acceptKey((sent) => sent === ''),
    ),
  ),
  form('deleteBranch/requires-credentials', 'asks for no key for deletions', () =>
    answer(
      'DELETE',
      paths.branch,
      acceptKey((sent) => sent === ''),
    ),
  ),
  form('listBranches/requires-credentials', 'accepts a key with more behind it', () =>
    acceptKey((sent) => sent.startsWith(key)),
  ),
  form('createBranch/creates-nothing-if-refused', 'creates before it asks for the key', () =>
    executeFirst('POST', paths.branches),
  ),
  form('updateBranch/changes-nothing-if-refused', 'updates before it asks for the key', () =>
    executeFirst('PATCH', paths.branch),
  ),
  form('deleteBranch/deletes-nothing-if-refused', 'deletes before it asks for the key', () =>
    executeFirst('DELETE', paths.branch),
  ),
];
