import {
  type Api,
  type FaultRule,
  type RequestCheck,
  type RequestEntry,
  toBaseUrl,
} from './api.ts';
import { copyText, saveFile } from './browser.ts';
import { copyEntry, toCurlLine } from './copy-request.ts';
import { type Loader, toNotice } from './load.ts';
import { type Notice, type SentAnswer, type Store, toRequestAddress } from './model.ts';
import {
  createDraft,
  findGap,
  firstRequest,
  type RequestDraft,
  toDraft,
  toRequest,
  type WholeRequest,
} from './request-draft.ts';

export type ActionContext = ReturnType<typeof createContext>;

export function createContext(api: Api, store: Store, loader: Loader) {
  const say = (text: string, action?: Notice['action']): void => {
    const notice = { text, isBad: false, ...(action === undefined ? {} : { action }) };
    store.set({ notice });
    // A notice with Undo stays longer.
    setTimeout(
      () => {
        if (store.model.notice === notice) store.set({ notice: undefined });
      },
      action === undefined ? 8000 : 20_000,
    );
  };
  /** Runs an action, and shows the reason if it fails. @returns whether it succeeded */
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      store.set({ notice: toNotice(error) });
      return false;
    }
  };
  const copy = (text: string, what: string): Promise<boolean> =>
    attempt(async () => {
      await copyText(text);
      say(`Copied the ${what}.`);
    });
  return { ...api, store, loader, say, attempt, copy };
}

/** How long to wait after a keystroke before a request is checked, in milliseconds. */
const pause = 120;

/** Asks the mock what is wrong with a request. A newer question replaces an older one. */
export function createChecker({ call }: Pick<Api, 'call'>) {
  let asked = 0;
  const check = (request: WholeRequest) =>
    call<RequestCheck>('POST', '/requests/check', request).catch(() => undefined);
  return {
    checkNow: (request: WholeRequest): Promise<RequestCheck | undefined> => {
      asked += 1;
      return check(request);
    },
    /** Checks once nothing more is typed. */
    checkSoon: (
      toRequest: () => WholeRequest | undefined,
      take: (result: RequestCheck | undefined) => void,
    ): void => {
      asked += 1;
      const own = asked;
      setTimeout(async () => {
        const request = own === asked ? toRequest() : undefined;
        if (request === undefined) return;
        const result = await check(request);
        if (own === asked) take(result);
      }, pause);
    },
  };
}

/** An archive, as far as a part of it can be taken. */
interface Archive {
  log: { entries: { _id: number }[] };
}

/** What is sent to the service, and what is made of requests of the journal. */
export function createRequestActions(context: ActionContext) {
  const { call, store, loader, say, attempt, copy } = context;
  const { checkSoon } = createChecker(context);
  const findOperation = (id: string) => store.model.contract?.find((each) => each.id === id);
  const toWhole = (draft: RequestDraft): WholeRequest =>
    toRequest(draft, findOperation(draft.operation), store.model.info);
  /** Ends the request that is under way. */
  let cancel = new AbortController();

  function setDraft(draft: RequestDraft): void {
    store.set({ draft });
    checkSoon(
      () => store.model.draft && toWhole(store.model.draft),
      (draftCheck) => store.set({ draftCheck }),
    );
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
    const gap = findGap(entry);
    if (gap !== undefined) {
      store.set({ notice: { text: `${gap} Edit and send it instead.`, isBad: true } });
      return;
    }
    say('Sending again…', { label: 'Cancel', act: () => cancel.abort() });
    const { status, error } = await send(toWhole(toDraft(entry, store.model.contract ?? [])));
    say(`Sent again: ${error ?? `the response is ${status}.`}`);
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
      const { method, path, query } = toWhole(draft);
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
      const { draft, isSending } = store.model;
      if (draft === undefined || isSending) return;
      store.set({ isSending: true });
      const answer = await send(toWhole(draft));
      store.set({ isSending: false, answer });
    },
    cancelSending: () => cancel.abort(),
    copyCurl: (entry: RequestEntry) =>
      copy(toCurlLine(copyEntry(entry, store.model.info)), 'curl command'),
    copyHar: ({ id }: RequestEntry) =>
      attempt(async () => {
        const archive = await call('GET', `/requests/har?after=${id - 1}&before=${id + 1}`);
        await copy(JSON.stringify(archive, null, 2), 'HTTP Archive');
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
            gone === 0 ? '' : ` The journal no longer holds ${gone} of them.`
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
    /** The first request to the service, sent like one of a client. */
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
