import { parseJson } from '../contract/resolve-reference.ts';
import { toCount } from '../writers/terminal-text.ts';
import {
  type Api,
  type FaultRule,
  Refused,
  type RequestEntry,
  type StateChange,
  type StateEdit,
  toBaseUrl,
} from './api.ts';
import { copyText, saveFile } from './browser.ts';
import type { Follower } from './follow.ts';
import { parseProblem } from './journal.ts';
import type { Check, FormState, MockData, Notice, SentAnswer, Store } from './model.ts';
import {
  createDraft,
  type FinishedRequest,
  findGap,
  type RequestDraft,
  toCurlLine,
  toDraft,
  toFetchCall,
  toRepetition,
  toRequest,
} from './request.ts';

/** What the views use: the data of the page, and its actions. */
export interface Context extends Store {
  actions: Actions;
  mock: MockData;
}

export type Actions = ReturnType<typeof createActions>;

/** How long to wait after a keystroke before a request is checked, in milliseconds. */
const pause = 120;

/** All actions of the page. Each shows its result, or why it failed. */
export function createActions({ call }: Api, store: Store, follower: Follower) {
  /** Ends the request that is in flight. */
  let cancel = new AbortController();
  /** A newer check replaces an older one. */
  let lastCheck: ReturnType<typeof setTimeout> | undefined;

  function say(text: string, action?: Notice['action'], isBad = false): void {
    const notice = { text, isBad, action };
    store.set({ notice });
    const hide = () => store.model.notice === notice && store.set({ notice: undefined });
    // A notice with Undo stays longer.
    if (!isBad) setTimeout(hide, action === undefined ? 8000 : 20_000);
  }

  function fail(error: unknown): undefined {
    // Without a response, `fetch` throws a TypeError.
    const isKnown = error instanceof Error && !(error instanceof TypeError);
    const lost = 'The mock does not respond. Is it still running? The page reconnects by itself.';
    say(isKnown ? error.message : lost, undefined, true);
  }

  /** Runs an action, and shows the reason if it fails. @returns whether it succeeded */
  function attempt(action: () => Promise<unknown>): Promise<boolean> {
    return action()
      .then(() => true)
      .catch((error) => fail(error) ?? false);
  }

  /** Calls the control surface, and says when it is done. @returns whether it succeeded */
  function run(done: string, method: string, path: string, body?: unknown): Promise<boolean> {
    return attempt(async () => {
      await call(method, path, body);
      await follower.refresh();
      if (done !== '') say(done);
    });
  }

  function copy(text: string, what: string): Promise<boolean> {
    return attempt(async () => {
      await copyText(text);
      say(`Copied the ${what}.`);
    });
  }

  function complete(draft: RequestDraft, mock: MockData): FinishedRequest {
    const operation = mock.contract.find(({ id }) => id === draft.operation);
    return toRequest(draft, operation, mock.info);
  }

  /** Asks the mock how it would refuse a request, once nothing more is typed. */
  function checkSoon(request: FinishedRequest, take: (check: Check) => void): void {
    clearTimeout(lastCheck);
    const headers = [...request.headers, { name: 'X-Mock-Check', value: 'true' }];
    const own = setTimeout(async () => {
      const { status, body } = await send({ ...request, headers }, new AbortController());
      if (own === lastCheck && status > 0) take({ status, ...parseProblem(body) });
    }, pause);
    lastCheck = own;
  }

  function setDraft(draft: RequestDraft): void {
    const { mock } = store.model;
    store.set({ draft });
    if (mock !== undefined)
      checkSoon(complete(draft, mock), (draftCheck) => store.set({ draftCheck }));
  }

  /** Sends a request like a client of the service. */
  async function send(request: FinishedRequest, { signal }: AbortController): Promise<SentAnswer> {
    const { method, target, headers, body = null } = request;
    const started = performance.now();
    const after = store.model.requests.at(-1)?.id ?? 0;
    const answer = { method, target, after, status: 0, headers: [], body: '' };
    try {
      const response = await fetch(toBaseUrl(location) + target, {
        method,
        headers: headers.map(({ name, value }): [string, string] => [name, value]),
        body,
        cache: 'no-store',
        signal,
      });
      return {
        ...answer,
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        body: await response.text(),
        durationMs: performance.now() - started,
      };
    } catch (error) {
      return { ...answer, durationMs: performance.now() - started, error: toReason(error) };
    }
  }

  /** Sends a request that can be cancelled. */
  function sendOne(request: FinishedRequest): Promise<SentAnswer> {
    cancel.abort();
    cancel = new AbortController();
    return send(request, cancel);
  }

  /** Sends a request that is not shown. */
  async function sendNow(request: FinishedRequest, done = 'Sent'): Promise<void> {
    say('Sending…', { label: 'Cancel', act: () => cancel.abort() });
    const { status, error } = await sendOne(request);
    say(`${done}: ${error ?? `the response is ${status}.`}`);
  }

  async function readArchive(isWanted: (id: number) => boolean) {
    const { log } = await call<{ log: { entries: { _id: number }[] } }>('GET', '/requests/har');
    const entries = log.entries.filter(({ _id }) => isWanted(_id));
    return { count: entries.length, text: JSON.stringify({ log: { ...log, entries } }, null, 1) };
  }

  /** Edits the data, records what reverses it, and says that it was made. @throws Refused */
  async function edit(what: string, edits: readonly StateEdit[]): Promise<StateChange> {
    const change = await call<StateChange>('PATCH', '/state', { edits });
    const { undo } = store.model.history;
    store.set({ history: { undo: [...undo, { what, edits: change.undo }], redo: [] } });
    await follower.refresh();
    say(what, { label: 'Undo', act: () => void reverse('undo') });
    return change;
  }

  /** Undoes the last edit, or redoes it. */
  function reverse(way: 'undo' | 'redo'): Promise<boolean> {
    const { history } = store.model;
    const isUndo = way === 'undo';
    const other = isUndo ? 'redo' : 'undo';
    const last = history[way].at(-1);
    return attempt(async () => {
      if (last === undefined) throw new Error(`Nothing to ${way}.`);
      const { what, edits } = last;
      const { undo } = await call<StateChange>('PATCH', '/state', { edits });
      const reversed = [...history[other], { what, edits: undo }];
      const rest = { [way]: history[way].slice(0, -1), [other]: reversed };
      store.set({ form: undefined, history: { ...history, ...rest } });
      await follower.refresh();
      const action = { label: isUndo ? 'Redo' : 'Undo', act: () => void reverse(other) };
      say(`${isUndo ? 'Undone' : 'Redone'}: ${what}`, action);
    });
  }

  return {
    call,
    refresh: follower.refresh,
    say,
    attempt,
    run,
    copy,
    setDraft,
    sendNow,
    edit,
    reverse,
    cancelSending: () => cancel.abort(),
    /** Starts a request for an operation; without one, a custom request that starts as the last one was. */
    startDraft: (id: string): void => {
      const { mock, session, draft } = store.model;
      if (mock === undefined) return;
      const operation = mock.contract.find((each) => each.id === id);
      if (operation !== undefined || draft === undefined) {
        setDraft(createDraft(operation, mock, session));
        return;
      }
      const last = complete(draft, mock);
      setDraft({ ...draft, operation: '', method: last.method, target: last.target });
    },
    editRequest: (entry: RequestEntry): void => {
      store.set({ answer: undefined, draftCheck: undefined });
      setDraft(toDraft(entry));
      location.hash = '#/send';
    },
    sendAgain: async (entry: RequestEntry): Promise<void> => {
      const gap = findGap(entry);
      const { mock } = store.model;
      if (gap !== undefined) fail(new Error(`${gap} Edit and send it instead.`));
      else if (mock !== undefined) await sendNow(complete(toDraft(entry), mock), 'Sent again');
    },
    sendDraft: async (): Promise<void> => {
      const { draft, isSending, mock } = store.model;
      if (draft === undefined || mock === undefined || isSending) return;
      store.set({ isSending: true });
      const answer = await sendOne(complete(draft, mock));
      store.set({ isSending: false, answer });
    },
    copyCurl: (request: FinishedRequest, info: MockData['info']) =>
      copy(toCurlLine(request, info), 'curl command'),
    copyFetch: (request: FinishedRequest, info: MockData['info']) =>
      copy(toFetchCall(request, info), 'call of fetch'),
    copyHar: (entry: RequestEntry) =>
      attempt(async () => copy((await readArchive((id) => id === entry.id)).text, 'HTTP Archive')),
    /** @param ids of the requests that are wanted. Default: all */
    exportHar: (ids?: ReadonlySet<number>) =>
      attempt(async () => {
        const { count, text } = await readArchive((id) => ids?.has(id) ?? true);
        saveFile('requests.har', text, 'application/json');
        const lost = (ids?.size ?? count) - count;
        const note = ` The journal no longer holds ${lost} of them.`;
        say(`Saved ${toCount(count, 'request')}.${lost === 0 ? '' : note}`);
      }),
    repeatAnswer: (entry: RequestEntry) =>
      attempt(async () => {
        const rule = await call<FaultRule>('POST', '/faults', toRepetition(entry));
        await follower.refresh();
        const act = (): void => {
          store.set({ faultId: rule.id });
          location.hash = '#/faults';
        };
        const text = `The next ${rule.operation} gets the response of request ${entry.id}.`;
        say(text, { label: 'Edit the rule', act });
      }),
    useSession: (session: string): void => {
      store.set({ session, form: undefined, history: { undo: [], redo: [] } });
      void attempt(follower.refresh);
    },
    /** Stores the input of a form. If a request is given, the mock checks it. */
    setForm: (key: string, value: FormState['value'], request?: FinishedRequest): void => {
      const { form } = store.model;
      store.set({ form: { key, value, faults: request && form?.faults } });
      if (request === undefined) return;
      checkSoon(request, ({ faults }) => {
        const now = store.model.form;
        if (now?.key === key) store.set({ form: { ...now, faults } });
      });
    },
    /** Saves the input of a form, and closes it. A refusal is shown at its fields, or as a notice. */
    submitForm: async (form: FormState, save: () => Promise<void>): Promise<void> => {
      clearTimeout(lastCheck);
      lastCheck = undefined;
      try {
        await save();
        if (store.model.form?.key === form.key) store.set({ form: undefined });
      } catch (error) {
        if (!(error instanceof Refused) || error.faults.length === 0) return fail(error);
        store.set({ form: { ...form, faults: error.faults } });
      }
    },
    reset: async (): Promise<void> => {
      if (await run('Reset: state, ids, clock, journal, faults and deliveries.', 'POST', '/reset'))
        store.set({ requestId: undefined, history: { undo: [], redo: [] } });
    },
    loadFixture: async (file: File): Promise<void> => {
      const state = parseJson(await file.text());
      const done = `Loaded “${file.name}”. A reset restores the initial data.`;
      if (state === undefined) fail(new Error(`“${file.name}” is not valid JSON.`));
      else await run(done, 'PUT', '/state', state);
    },
  };
}

function toReason(error: unknown): string {
  return error instanceof DOMException && error.name === 'AbortError'
    ? 'The page stopped waiting for a response.'
    : 'No response: the connection was lost, the response was cut off, or a browser cannot send this.';
}
