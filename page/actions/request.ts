import { toBaseUrl, toRequestAddress } from '../address.ts';
import { copyEntry, toCurlLine } from '../copy-request.ts';
import { copyText } from '../copy-text.ts';
import { firstRequest } from '../first-request.ts';
import type { SentAnswer } from '../model.ts';
import {
  createDraft,
  findGap,
  type RequestDraft,
  toDraft,
  toRequest,
  type WholeRequest,
} from '../request-draft.ts';
import { saveFile } from '../save-file.ts';
import type { FaultRule, RequestCheck, RequestEntry } from '../schemas.ts';
import type { ActionContext } from './context.ts';

/** An archive, as far as a part of it can be taken. */
interface Archive {
  log: { entries: { _id: number }[] };
}

/** How long to wait after a keystroke before a request is checked, in milliseconds. */
const pause = 120;

/** What is sent to the service, and what is made of requests of the journal. */
export function createRequestActions({ call, store, loader, say, attempt }: ActionContext) {
  const findOperation = (id: string) => store.model.contract?.find((each) => each.id === id);
  let checks = 0;
  /** Ends the request that is under way. */
  let cancel = new AbortController();

  /** Asks the mock what is wrong with the form of the draft, once nothing more is typed. */
  function checkSoon(): void {
    checks += 1;
    const own = checks;
    setTimeout(async () => {
      const { draft, info } = store.model;
      if (own !== checks || draft === undefined) return;
      const request = toRequest(draft, findOperation(draft.operation), info);
      const check = await call<RequestCheck>('POST', '/requests/check', request).catch(
        () => undefined,
      );
      if (own === checks) store.set({ draftCheck: check });
    }, pause);
  }

  function setDraft(draft: RequestDraft): void {
    store.set({ draft });
    checkSoon();
  }

  async function send(request: WholeRequest): Promise<SentAnswer> {
    const { requests } = store.model;
    const after = requests.at(-1)?.id ?? 0;
    const started = performance.now();
    cancel.abort();
    cancel = new AbortController();
    const { method, path, query, headers, body } = request;
    const sent = { method, path, after };
    try {
      const response = await fetch(toAddress(path, query), {
        method,
        headers: headers.map(({ name, value }): [string, string] => [name, value]),
        ...(body === undefined ? {} : { body }),
        cache: 'no-store',
        signal: cancel.signal,
      });
      const text = await response.text();
      return {
        ...sent,
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        body: text,
        durationMs: performance.now() - started,
        error: undefined,
      };
    } catch (error) {
      const durationMs = performance.now() - started;
      return { ...sent, status: 0, headers: [], body: '', durationMs, error: toReason(error) };
    }
  }

  async function sendAgain(entry: RequestEntry): Promise<void> {
    const { info, contract = [] } = store.model;
    const gap = findGap(entry);
    if (gap !== undefined) {
      store.set({ notice: { text: `${gap} Edit and send it instead.`, isBad: true } });
      return;
    }
    const draft = toDraft(entry, contract);
    say('Sending again…', { label: 'Cancel', act: () => cancel.abort() });
    const answer = await send(toRequest(draft, findOperation(draft.operation), info));
    const text =
      answer.error === undefined
        ? `Sent again: the response is ${answer.status}.`
        : `Sent again: ${answer.error}`;
    say(text);
  }

  return {
    setDraft,
    /** Begins a request for an operation; without one, a request of one's own that starts as the last one was. */
    startDraft: (id: string) => {
      const { info, state, session, draft } = store.model;
      const operation = findOperation(id);
      if (operation !== undefined || draft === undefined) {
        setDraft(createDraft(operation, { info, state, session }));
        return;
      }
      const { method, path, query } = toRequest(draft, findOperation(draft.operation), info);
      const target = query === '' ? path : `${path}?${query}`;
      setDraft({ ...draft, operation: '', method, target, parameters: {} });
    },
    editRequest: (entry: RequestEntry) => {
      store.set({ answer: undefined, draftCheck: undefined });
      setDraft(toDraft(entry, store.model.contract ?? []));
      location.hash = '#/send';
    },
    sendAgain,
    sendDraft: async () => {
      const { draft, info, isSending } = store.model;
      if (draft === undefined || isSending) return;
      store.set({ isSending: true });
      const answer = await send(toRequest(draft, findOperation(draft.operation), info));
      store.set({ isSending: false, answer });
    },
    cancelSending: () => cancel.abort(),
    copyCurl: (entry: RequestEntry) =>
      attempt(async () => {
        await copyText(toCurlLine(copyEntry(entry, store.model.info)));
        say('Copied the curl command.');
      }),
    copyHar: ({ id }: RequestEntry) =>
      attempt(async () => {
        const archive = await call('GET', `/requests/har?after=${id - 1}&before=${id + 1}`);
        await copyText(JSON.stringify(archive, null, 2));
        say('Copied the HTTP Archive.');
      }),
    /** @param ids of the requests that are wanted. Default: all */
    exportHar: (ids?: ReadonlySet<number>) =>
      attempt(async () => {
        const archive = await call<Archive>('GET', '/requests/har');
        const entries = archive.log.entries.filter(({ _id }) => ids?.has(_id) ?? true);
        const text = JSON.stringify({ log: { ...archive.log, entries } }, null, 1);
        saveFile('requests.har', text, 'application/json');
        const gone = ids === undefined ? 0 : ids.size - entries.length;
        say(
          `Saved ${entries.length} ${entries.length === 1 ? 'request' : 'requests'}.${
            gone === 0
              ? ''
              : ` The journal no longer holds ${gone} of them; --journal sets its size.`
          }`,
        );
      }),
    repeatAnswer: ({ id }: RequestEntry) =>
      attempt(async () => {
        const rule = await call<FaultRule>('POST', `/requests/${id}/repeat`);
        await loader.load('faults');
        say(`The next ${rule.operation} gets the response of request ${id}.`, {
          label: 'Edit the rule',
          act: () => {
            store.set({ faultId: rule.id });
            location.hash = '#/faults';
          },
        });
      }),
    /** A first request to the service itself, as any client would make it. */
    createSite: async () => {
      const { info, session } = store.model;
      const [workspace = ''] = info?.workspaces ?? [];
      const answer = await send({
        method: firstRequest.method,
        path: firstRequest.toPath(workspace),
        query: '',
        headers: [
          { name: 'Authorization', value: `Bearer ${info?.apiKeys[0] ?? ''}` },
          { name: 'Content-Type', value: firstRequest.mediaType },
          { name: 'X-Mock-Session', value: session },
        ],
        body: firstRequest.body,
      });
      say(answer.status === 201 ? 'Site created.' : `The mock returned ${answer.status}.`);
    },
    openRequest: (id: number) => {
      location.hash = toRequestAddress(id);
    },
  };
}

function toAddress(path: string, query: string): string {
  return `${toBaseUrl(location)}${path}${query === '' ? '' : `?${query}`}`;
}

function toReason(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DOMException && error.name === 'AbortError')
    return 'The page stopped waiting for a response.';
  return /fetch/i.test(reason) && !/method|header|body/i.test(reason)
    ? 'No response: the connection was lost, or the response was cut off.'
    : `A browser cannot send this: ${reason}`;
}
