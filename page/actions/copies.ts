import { toCount } from '../../writers/terminal-text.ts';
import type { Api, RequestEntry } from '../api.ts';
import { copyText, saveFile } from '../browser.ts';
import type { MockData } from '../model.ts';
import { type FinishedRequest, toCurlLine, toFetchCall } from '../request.ts';
import type { Notices } from './notices.ts';

type Info = MockData['info'];

/** An HTTP Archive, as the control surface writes it. */
interface Archive {
  log: { entries: { _id: number }[] };
}

/** What leaves the page: texts for the clipboard, and files. */
export function createCopyActions({ call }: Api, { say, attempt }: Notices) {
  function copy(text: string, what: string): Promise<boolean> {
    return attempt(async () => {
      await copyText(text);
      say(`Copied the ${what}.`);
    });
  }

  async function readArchive(isWanted: (id: number) => boolean) {
    const { log } = await call<Archive>('GET', '/requests/har');
    const entries = log.entries.filter(({ _id }) => isWanted(_id));
    return { count: entries.length, text: JSON.stringify({ log: { ...log, entries } }, null, 1) };
  }

  function copyHar(entry: RequestEntry): Promise<boolean> {
    return attempt(async () => {
      const { text } = await readArchive((id) => id === entry.id);
      await copy(text, 'HTTP Archive');
    });
  }

  /** @param ids of the requests that are wanted. Default: all */
  function exportHar(ids?: ReadonlySet<number>): Promise<boolean> {
    return attempt(async () => {
      const { count, text } = await readArchive((id) => ids === undefined || ids.has(id));
      saveFile('requests.har', text, 'application/json');
      const lost = ids === undefined ? 0 : ids.size - count;
      const note = lost === 0 ? '' : ` The journal no longer holds ${lost} of them.`;
      say(`Saved ${toCount(count, 'request')}.${note}`);
    });
  }

  function copyCurl(request: FinishedRequest, info: Info): Promise<boolean> {
    return copy(toCurlLine(request, info), 'curl command');
  }

  function copyFetch(request: FinishedRequest, info: Info): Promise<boolean> {
    return copy(toFetchCall(request, info), 'call of fetch');
  }

  return { copy, copyCurl, copyFetch, copyHar, exportHar };
}
