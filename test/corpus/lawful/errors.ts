import type { Entry } from '../entry.ts';
import type { Exchange, Reply } from '../service/exchange.ts';
import { Refusal, type RefusalReason } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

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
  return (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return { ...reply, status: statuses[refusal.reason] ?? reply.status };
    };
  };
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

const addHeaders =
  (reason: RefusalReason | 'any', headers: Readonly<Record<string, string>>): Deviation =>
  (service) => {
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      const isMeant = reason === 'any' || reason === refusal.reason;
      return isMeant ? { ...reply, headers: { ...reply.headers, ...headers } } : reply;
    };
  };

export const errors: readonly Entry[] = [
  {
    id: 'errors/problem-details',
    title: 'Errors are problem details (RFC 9457).',
    deviate: answerRefusals('application/problem+json', ({ status, reason, message }) =>
      JSON.stringify({ type: `https://errors.example/${reason}`, title: message, status }),
    ),
  },
  {
    id: 'errors/list-of-errors',
    title: 'Errors are an object with a list of errors.',
    deviate: answerRefusals('application/json; charset=utf-8', ({ reason, message }) =>
      JSON.stringify({ success: false, errors: [{ code: reason, detail: message, path: [] }] }),
    ),
  },
  {
    id: 'errors/bare-string',
    title: 'Errors are a JSON string.',
    deviate: answerRefusals('application/json', ({ message }) => JSON.stringify(message)),
  },
  {
    id: 'errors/text',
    title: 'Errors are plain text.',
    deviate: answerRefusals('text/plain; charset=utf-8', ({ message }) => message),
  },
  {
    id: 'errors/html',
    title: 'Errors are HTML pages.',
    deviate: answerRefusals(
      'text/html',
      ({ status, message }) => `<!doctype html><title>${status}</title><h1>${message}</h1>`,
    ),
  },
  {
    id: 'errors/xml',
    title: 'Errors are XML.',
    deviate: answerRefusals(
      'application/xml',
      ({ reason }) => `<?xml version="1.0"?><error><code>${reason}</code></error>`,
    ),
  },
  {
    id: 'errors/nothing',
    title: 'Errors have neither body nor Content-Type.',
    deviate: answerRefusals(undefined, () => ''),
  },
  {
    id: 'errors/nothing-labelled-json',
    title: 'Errors have an empty body labelled JSON.',
    deviate: answerRefusals('application/json', () => ''),
  },
  {
    id: 'errors/json-without-type',
    title: 'Errors are JSON without a Content-Type.',
    deviate: answerRefusals(undefined, ({ message }) => JSON.stringify({ message })),
  },
  {
    id: 'errors/shape-of-site',
    title: 'Errors have fields named id, name and data of their own.',
    deviate: answerRefusals('application/json', ({ reason, message, status }) =>
      JSON.stringify({ id: status, name: reason, data: null, hasMore: message }),
    ),
  },
  {
    id: 'errors/invalid-400',
    title: 'An invalid body gets status 400.',
    deviate: useStatuses({ invalid: 400 }),
  },
  {
    id: 'errors/all-422',
    title: 'Malformed JSON, bad queries and bad ids in the path get status 422.',
    deviate: useStatuses({ malformed: 422, 'bad-query': 422, 'bad-identifier': 422 }),
  },
  {
    id: 'errors/bad-identifier-404',
    title: 'An id in the path that is not a UUID gets status 404.',
    deviate: useStatuses({ 'bad-identifier': 404 }),
  },
  {
    id: 'errors/key-403',
    title: 'A wrong key gets status 403.',
    deviate: useStatuses({ unauthorised: 403 }),
  },
  {
    id: 'errors/key-404',
    title: 'A wrong key gets status 404, as if nothing were there.',
    deviate: useStatuses({ unauthorised: 404 }),
  },
  {
    id: 'errors/key-400',
    title: 'A wrong key gets status 400.',
    deviate: useStatuses({ unauthorised: 400 }),
  },
  {
    id: 'errors/missing-401-wrong-403',
    title: 'A missing key gets status 401 with a challenge, a wrong one 403.',
    deviate: (service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        if (refusal.reason !== 'unauthorised') return reply;
        if (exchange.request.headers.authorization) return { ...reply, status: 403 };
        return { ...reply, headers: { ...reply.headers, 'www-authenticate': 'Bearer' } };
      };
    },
  },
  {
    id: 'errors/not-found-403',
    title: 'What does not exist gets status 403.',
    deviate: useStatuses({ 'not-found': 403 }),
  },
  {
    id: 'errors/not-found-410',
    title: 'What does not exist gets status 410.',
    deviate: useStatuses({ 'not-found': 410 }),
  },
  { id: 'errors/everything-400', title: 'Every error gets status 400.', deviate: everything(400) },
  { id: 'errors/everything-404', title: 'Every error gets status 404.', deviate: everything(404) },
  { id: 'errors/everything-409', title: 'Every error gets status 409.', deviate: everything(409) },
  {
    id: 'errors/close-connection',
    title: 'The connection closes after every error.',
    deviate: addHeaders('any', { connection: 'close', 'x-error': 'yes' }),
  },
  {
    id: 'errors/body-before-key',
    title: 'Path, query and body are checked before the key.',
    deviate: (service) => {
      const { isAuthorised, checkBody } = service;
      service.isAuthorised = () => true;
      service.checkBody = (exchange) => {
        checkBody(exchange);
        if (isAuthorised(exchange)) return;
        throw new Refusal('unauthorised', 'the key is wrong');
      };
    },
  },
];
