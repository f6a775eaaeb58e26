/** The key that the mock accepts when it is told none. */
export const apiKey = 'site-contract-key';

/** Every request is that of a page, so that CORS takes its part. */
export const pageOrigin = 'http://localhost:3000';

export function toHeaders(hasBody: boolean): Record<string, string> {
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    Accept: 'application/json',
    Origin: pageOrigin,
  };
  return hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers;
}
