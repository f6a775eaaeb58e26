import type { RequestEntry } from '../api.ts';
import type { MockData, SentAnswer, Store } from '../model.ts';
import {
  createDraft,
  type FinishedRequest,
  findGap,
  type RequestDraft,
  toDraft,
  toRequest,
} from '../request.ts';
import type { Checker } from './check-request.ts';
import type { Notices } from './notices.ts';
import { sendRequest } from './send-request.ts';

/** Requests of the user: written, sent, and sent again. */
export function createRequestActions(store: Store, { say, fail }: Notices, checker: Checker) {
  const { send, cancelSending } = createSender(store);

  function setDraft(draft: RequestDraft): void {
    const { mock } = store.model;
    store.set({ draft });
    if (mock === undefined) return;
    checker.checkSoon(complete(draft, mock), (draftVerdict) => store.set({ draftVerdict }));
  }

  /** Starts a request for an operation; without one, a custom request that starts as the last one was. */
  function startDraft(id: string): void {
    const { mock, session, draft } = store.model;
    if (mock === undefined) return;
    const operation = mock.contract.find((candidate) => candidate.id === id);
    if (operation !== undefined || draft === undefined) {
      setDraft(createDraft(operation, mock, session));
      return;
    }
    const { method, target } = complete(draft, mock);
    setDraft({ ...draft, operation: '', method, target });
  }

  function editRequest(entry: RequestEntry): void {
    store.set({ answer: undefined, draftVerdict: undefined });
    setDraft(toDraft(entry));
    location.hash = '#/send';
  }

  async function sendDraft(): Promise<void> {
    const { draft, isSending, mock } = store.model;
    if (draft === undefined || mock === undefined || isSending) return;
    store.set({ isSending: true });
    const answer = await send(complete(draft, mock));
    store.set({ isSending: false, answer });
  }

  /** Sends a request that is not shown. */
  async function sendNow(request: FinishedRequest, done = 'Sent'): Promise<void> {
    say('Sending…', { label: 'Cancel', act: cancelSending });
    const { status, error } = await send(request);
    say(`${done}: ${error ?? `the response is ${status}.`}`);
  }

  async function sendAgain(entry: RequestEntry): Promise<void> {
    const gap = findGap(entry);
    const { mock } = store.model;
    if (gap !== undefined) fail(new Error(`${gap} Edit and send it instead.`));
    else if (mock !== undefined) await sendNow(complete(toDraft(entry), mock), 'Sent again');
  }

  return { setDraft, startDraft, editRequest, sendDraft, sendNow, sendAgain, cancelSending };
}

/** Sends one request at a time: the next one cancels one that is in flight. */
function createSender(store: Store) {
  let inFlight = new AbortController();

  function cancelSending(): void {
    inFlight.abort();
  }

  function send(request: FinishedRequest): Promise<SentAnswer> {
    cancelSending();
    inFlight = new AbortController();
    const after = store.model.requests.at(-1)?.id ?? 0;
    return sendRequest(request, after, inFlight.signal);
  }

  return { send, cancelSending };
}

function complete(draft: RequestDraft, mock: MockData): FinishedRequest {
  const operation = mock.contract.find(({ id }) => id === draft.operation);
  return toRequest(draft, operation, mock.info);
}
