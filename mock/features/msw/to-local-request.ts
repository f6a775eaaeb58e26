/** The request as the mock knows it: its path without the base path of the URL that was called. */
export async function toLocalRequest(request: Request, basePath: string): Promise<Request> {
  if (basePath === '') return request;
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(basePath.length);
  // Read whole: a stream cannot be handed on everywhere, and some browsers show none.
  const body = await request.arrayBuffer();
  return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) });
}
