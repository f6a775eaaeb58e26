import type { components } from '../generated/control-types.ts';

/** A refusal by the control surface. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, { title, detail, errors = [] }: Partial<Problem>) {
    const text = detail ?? title ?? `Status ${status}`;
    // Most details list the faults themselves.
    const faults = errors
      .filter((fault) => !text.includes(fault.detail))
      .map((fault) => {
        const place = fault.pointer ?? fault.parameter ?? fault.header ?? '';
        return `${place} ${fault.detail}`.trim();
      });
    super([text, ...faults].join(' · '));
    this.status = status;
  }
}

/**
 * Calls the control surface with the current token and session. Addresses are relative to the page, which may have a
 * base path.
 */
export interface Api {
  call<Result = void>(method: string, path: string, body?: unknown): Promise<Result>;
  /** Opens the stream of events. The token is sent in a header, never in an address. */
  open(path: string, headers: Record<string, string>): Promise<Response>;
}

export function createApi(read: () => { token: string; session: string }): Api {
  const toHeaders = (): Record<string, string> => {
    const { token, session } = read();
    return { authorization: `Bearer ${token}`, 'x-mock-session': session };
  };
  return {
    call: async (method, path, body) => {
      const response = await fetch(`.${path}`, {
        method,
        headers:
          body === undefined ? toHeaders() : { ...toHeaders(), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await assertDone(response);
      return response.status === 204 ? undefined : response.json();
    },
    open: async (path, headers) => {
      const { authorization } = toHeaders();
      const response = await fetch(`.${path}`, {
        headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
      });
      await assertDone(response);
      return response;
    },
  };
}

async function assertDone(response: Response): Promise<void> {
  if (response.ok) return;
  const problem: Partial<Problem> = await response.json().catch(() => ({}));
  throw new Refused(response.status, problem);
}

/**
 * Returns the base URL of the service, relative to that of the page. The mock does not know it: a proxy may have
 * another scheme, host and prefix.
 */
export function toBaseUrl({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return origin + pathname.replace(/\/__mock\/.*$/, '');
}

type Schemas = components['schemas'];

export type Info = Schemas['Info'];
export type State = Schemas['State'];
export type Workspace = State['workspaces'][number];
export type Site = Workspace['sites'][number];
export type RequestEntry = Schemas['RequestEntry'];
export type Message = Schemas['Message'];
export type Fault = Schemas['Fault'];
export type FaultRule = Schemas['FaultRule'];
export type FaultRuleCreation = Schemas['FaultRuleCreation'];
export type FaultEffect = Schemas['FaultEffect'];
export type Clock = Schemas['Clock'];
export type Snapshot = Schemas['Snapshot'];
export type Session = Schemas['Session'];
export type RegisteredWebhook = Schemas['RegisteredWebhook'];
export type Delivery = Schemas['Delivery'];
export type Assumption = Schemas['Assumption'];
export type AssumptionList = Schemas['AssumptionList'];
export type Requirement = Schemas['Requirement'];
export type EventTrigger = Schemas['EventTrigger'];
export type RequestCheck = Schemas['RequestCheck'];
export type StateEdit = Schemas['StateEdit'];
export type StateChange = Schemas['StateChange'];
export type Problem = Schemas['Problem'];
