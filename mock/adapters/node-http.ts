/*
 * mock/adapters/: sockets and the Fetch API as requests and replies of a handler. It imports http/ and contract/. Start here for
 * sockets (then listen.ts, connection.ts and node-request.ts), in fetch.ts for the Fetch API.
 */

import type { AnyReply, Handler, MockRequest } from '../handler.ts';
import { acceptsHtml } from '../http/steps.ts';
import type { NodeListener } from './connection.ts';
import { NodeRequest } from './node-request.ts';
import { disturb, isDisturbed, sendReply } from './send-reply.ts';

/**
 * Creates the listener for the requests of a mock.
 * @param basePath a prefix of all paths, or an empty string
 * @param control handles requests to the control surface, if it is enabled
 */
export function createNodeListener(
  service: Handler,
  basePath: string,
  control?: Handler<AnyReply>,
): NodeListener {
  return async (exchange) => {
    const request = new NodeRequest(exchange, basePath);
    const handle = control !== undefined && isForControl(request) ? control : service;
    const reply = await handle(request);
    if (isDisturbed(reply)) await disturb(exchange, reply);
    else sendReply(exchange, reply);
  };
}

/** A browser at the root is referred to the page. */
function isForControl(request: MockRequest): boolean {
  const { method, path } = request;
  if (path === '/') return method === 'GET' && acceptsHtml(request.header('accept'));
  return isControlPath(path);
}

/** Whether a path belongs to the control surface. Percent-encoded variants do not. */
function isControlPath(path: string): boolean {
  return path.startsWith('/__mock') && (path.length === 7 || path.charAt(7) === '/');
}
