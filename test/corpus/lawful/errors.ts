import { type Entry, entries } from '../entry.ts';
import type { Exchange, Reply } from '../service/exchange.ts';
import { Refusal, type RefusalReason } from '../service/exchange.ts';
import { around, type Deviation } from '../service/service.ts';

/** Replaces the body of every refusal, but not the status. */
function answerRefusals(
  type: string | undefined,
  write: (refusal: Refusal, exchange: Exchange) => string,
): Deviation {
  return (service) => {
    service.refuse = (exchange, refusal): Reply => ({
      status: refusal.status,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...refusal.headers },
      bytes: Buffer.from(write(refusal, exchange)),
    });
  };
}

/** Replaces the status of some refusals. */
function useStatuses(statuses: Partial<Record<RefusalReason, number>>): Deviation {
  return around('refuse', (refuse) => (exchange, refusal) => {
    const reply = refuse(exchange, refusal);
    return { ...reply, status: statuses[refusal.reason] ?? reply.status };
  });
}

const everything = (status: number): Deviation =>
  useStatuses({
    'no-operation': status,
    unauthorised: status,
    'bad-identifier': status,
    'not-found': status,
    'bad-query': status,
    malformed: status,
    invalid: status,
    conflict: status,
  });

const addHeaders = (
  reason: RefusalReason | 'any',
  headers: Readonly<Record<string, string>>,
): Deviation =>
  around('refuse', (refuse) => (exchange, refusal) => {
    const reply = refuse(exchange, refusal);
    const isMeant = reason === 'any' || reason === refusal.reason;
    return isMeant ? { ...reply, headers: { ...reply.headers, ...headers } } : reply;
  });

export const errors: readonly Entry[] = entries({
  'errors/problem-details: Errors are problem details (RFC 9457).': answerRefusals(
    'application/problem+json',
    ({ status, reason, message }) =>
      JSON.stringify({ type: `https://errors.example/${reason}`, title: message, status }),
  ),
  'errors/list-of-errors: Errors are an object with a list of errors.': answerRefusals(
    'application/json; charset=utf-8',
    ({ reason, message }) =>
      JSON.stringify({ success: false, errors: [{ code: reason, detail: message, path: [] }] }),
  ),
  'errors/bare-string: Errors are a JSON string.': answerRefusals(
    'application/json',
    ({ message }) => JSON.stringify(message),
  ),
  'errors/text: Errors are plain text.': answerRefusals(
    'text/plain; charset=utf-8',
    ({ message }) => message,
  ),
  'errors/html: Errors are HTML pages.': answerRefusals(
    'text/html',
    ({ status, message }) => `<!doctype html><title>${status}</title><h1>${message}</h1>`,
  ),
  'errors/xml: Errors are XML.': answerRefusals(
    'application/xml',
    ({ reason }) => `<?xml version="1.0"?><error><code>${reason}</code></error>`,
  ),
  'errors/nothing: Errors have neither body nor Content-Type.': answerRefusals(undefined, () => ''),
  'errors/nothing-labelled-json: Errors have an empty body labelled JSON.': answerRefusals(
    'application/json',
    () => '',
  ),
  'errors/json-without-type: Errors are JSON without a Content-Type.': answerRefusals(
    undefined,
    ({ message }) => JSON.stringify({ message }),
  ),
  'errors/shape-of-site: Errors have fields named id, name and data of their own.': answerRefusals(
    'application/json',
    ({ reason, message, status }) =>
      JSON.stringify({ id: status, name: reason, data: null, hasMore: message }),
  ),
  'errors/invalid-400: An invalid body gets status 400.': useStatuses({ invalid: 400 }),
  'errors/all-422: Malformed JSON, bad queries and bad ids in the path get status 422.':
    useStatuses({ malformed: 422, 'bad-query': 422, 'bad-identifier': 422 }),
  'errors/bad-identifier-404: An id in the path that is not a UUID gets status 404.': useStatuses({
    'bad-identifier': 404,
  }),
  'errors/key-403: A wrong key gets status 403.': useStatuses({ unauthorised: 403 }),
  'errors/key-404: A wrong key gets status 404, as if nothing were there.': useStatuses({
    unauthorised: 404,
  }),
  'errors/key-400: A wrong key gets status 400.': useStatuses({ unauthorised: 400 }),
  'errors/missing-401-wrong-403: A missing key gets status 401 with a challenge, a wrong one 403.':
    around('refuse', (refuse) => (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      if (refusal.reason !== 'unauthorised') return reply;
      if (exchange.request.headers.authorization) return { ...reply, status: 403 };
      return { ...reply, headers: { ...reply.headers, 'www-authenticate': 'Bearer' } };
    }),
  'errors/not-found-403: What does not exist gets status 403.': useStatuses({ 'not-found': 403 }),
  'errors/not-found-410: What does not exist gets status 410.': useStatuses({ 'not-found': 410 }),
  'errors/everything-400: Every error gets status 400.': everything(400),
  'errors/everything-404: Every error gets status 404.': everything(404),
  'errors/everything-409: Every error gets status 409.': everything(409),
  'errors/close-connection: The connection closes after every error.': addHeaders('any', {
    connection: 'close',
    'x-error': 'yes',
  }),
  'errors/body-before-key: Path, query and body are checked before the key.': (service) => {
    const { isAuthorised, checkBody } = service;
    service.isAuthorised = () => true;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      if (isAuthorised(exchange)) return;
      throw new Refusal('unauthorised', 'the key is wrong');
    };
  },
});
