/** The used parts of optional peers, so that a checkout need not install them. Packages get the types of the installed ones. */
declare module 'vitest' {
  export const expect: { extend(matchers: object): void };
  // biome-ignore lint/suspicious/noExplicitAny: the parameters have to be those of the interface that is extended.
  export interface Assertion<T = any> {}
}

declare module 'msw' {
  export interface HttpHandler {
    readonly info: object;
  }
  export const http: {
    all(path: RegExp, resolver: (info: { request: Request }) => Promise<Response>): HttpHandler;
  };
}

declare module 'msw/browser' {
  import type { HttpHandler } from 'msw';

  export function setupWorker(...handlers: HttpHandler[]): {
    start(options: { onUnhandledRequest: 'bypass' }): Promise<void>;
  };
}
