import type { ServiceRequest } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

/** Another spelling of a path, and how a router reads it. */
export interface Spelling {
  readonly is: (path: string) => boolean;
  readonly read: (path: string) => string;
}

export const spellings = {
  upperCaseId: { is: (path) => /\/[\dA-F-]*[A-F][\dA-F-]*(\/|$)/.test(path), read: (path) => path },
  encodedCharacter: { is: (path) => /%[\da-f]{2}/i.test(path), read: decodePath },
  doubleSlash: { is: (path) => path.includes('//'), read: (path) => path.replace(/\/{2,}/g, '/') },
  trailingSlash: { is: (path) => path.endsWith('/'), read: (path) => path.replace(/\/+$/, '') },
  upperCaseWords: {
    is: (path) => /\/(V1|SITES|WORKSPACES|ROUTES|WEBHOOKS|DUPLICATE)(\/|$)/.test(path),
    read: (path) => path.replace(/\/[A-Z]+\d?(?=\/|$)/g, (word) => word.toLowerCase()),
  },
  parameterAtTheEnd: {
    is: (path) => /;[^/]*$/.test(path),
    read: (path) => path.replace(/;[^/]*$/, ''),
  },
  trailingSpace: { is: (path) => path.endsWith('%20'), read: (path) => path.replace(/%20$/, '') },
  dotSegment: {
    is: (path) => /\/(?:\.|%2e)\//i.test(path),
    read: (path) => path.replace(/\/(?:\.|%2e)(?=\/)/gi, ''),
  },
  suffix: { is: (path) => path.endsWith('.json'), read: (path) => path.replace(/\.json$/, '') },
} satisfies Record<string, Spelling>;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Serves paths in another spelling. */
export const alsoServe =
  (...served: readonly Spelling[]): Deviation =>
  (service) => {
    const { matchOperation } = service;
    const read = (request: ServiceRequest): ServiceRequest => ({
      ...request,
      path: served.reduce((path, spelling) => spelling.read(path), request.path),
    });
    service.matchOperation = (request) => matchOperation(read(request));
  };
