import { isJson } from '../../contract/media-types.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { callOperation } from '../world/call-operation.ts';
import type { OperationCall } from '../world/operation-call.ts';
import { isDone } from '../world/world.ts';
import { adoptCreated } from './adopt-created.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { callValidly, type ValidCall } from './valid-call.ts';

/** A strange request. A service may accept or refuse it; what fails it is a 5xx, which `no-server-errors` reports. */
interface Nonsense {
  call: OperationCall;
  /** Set if the body is not JSON, so that nothing can be done with it. */
  isMalformed?: true;
}

const encoder = new TextEncoder();

/** Texts that break parsers, databases and loggers. */
const oddTexts = [
  '\u0000',
  '\ud800',
  '👩‍👩‍👧‍👦 \u202e ﷽ e\u0301',
  `'"; DROP TABLE x; -- \${7*7} <script>`,
  'C:\\new\\u00e',
  '',
  'x'.repeat(70_000),
];

/** Numbers that overflow integer types and floats. */
const oddNumbers = ['9007199254740993', '-9223372036854775809', '1e400', '-0'];

const oddPaths = ['%', '\u0000', '9'.repeat(40), 'x'.repeat(2000), '💥'];

/** Texts that could do harm where a service that runs them changes something. */
const oddReadPaths = [...oddPaths, "' OR 1=1 --", '../..'];

export const survivesNonsense: ProtocolCheck = {
  slug: 'survives-nonsense',
  stage: 'nonsense',
  sentence: 'A body that is not JSON is refused, and no strange request makes the service fail.',
  applies: (_, { requestBody, parameters }) => requestBody !== undefined || parameters.length > 0,
  async run(scope) {
    const { world, check, operation } = scope;
    const valid = await callValidly(scope);
    const isJsonBody = operation.requestBody && isJson(operation.requestBody.mediaType);
    const requests = [
      ...listParameters(scope, valid),
      ...(isJsonBody ? listTexts(valid) : []),
      ...listFields(valid),
    ];
    // A creation that is sent again may be a conflict, which a database reports in words of its own.
    const isCreation = world.model.operations.get(operation.id)?.role === 'create';
    if (isCreation) requests.unshift({ call: valid.call });
    for (const { call, isMalformed = false } of requests) {
      const sent = await callOperation(world, check, { ...call, isValid: false });
      if (!isDone(sent)) continue;
      adoptCreated(scope, valid.handle, sent);
      if (!isMalformed) continue;
      scope.fail({
        message: 'a body that is not JSON was accepted',
        expected: 'a refusal (a 4xx status)',
        received: `status ${sent.reply?.status}`,
        exchange: world.show(sent),
      });
    }
  },
};

/** Requests with one strange parameter. A path that creates what it names would create a record with a strange id. */
function listParameters({ world, operation }: ProtocolScope, { call }: ValidCall): Nonsense[] {
  const isRead = operation.method === 'GET';
  const role = world.model.operations.get(operation.id);
  const created = operation.method === 'PUT' ? role?.bindings.at(-1)?.parameter : undefined;
  const requests: Nonsense[] = [];
  for (const { name, in: location } of operation.parameters)
    for (const text of isRead ? oddReadPaths : oddPaths) {
      if (location === 'path' && name !== created)
        requests.push({ call: { ...call, path: new Map([...(call.path ?? []), [name, text]]) } });
      if (location === 'query')
        requests.push({ call: { ...call, query: [...(call.query ?? []), [name, text]] } });
    }
  return requests;
}

/** Bodies that are strange as a whole. */
function listTexts({ call }: ValidCall): Nonsense[] {
  const { body } = call;
  const text = JSON.stringify(body) ?? '{}';
  const bytes = encoder.encode(text);
  const ofText = (changed: string) => ({ call: { ...call, body: encoder.encode(changed) } });
  const requests: Nonsense[] = [
    { ...ofText(text.slice(0, -1)), isMalformed: true },
    { ...ofText(`${text}}`), isMalformed: true },
    { ...ofText('{"a":'), isMalformed: true },
    { call: { ...call, body: Uint8Array.from([0xff, 0xfe, 0x00, 0x7b]) }, isMalformed: true },
    { call: { ...call, body: undefined } },
    ofText('{}'),
    ofText('null'),
    ofText('[]'),
    ofText('"text"'),
    ofText(`${'['.repeat(1000)}${']'.repeat(1000)}`),
    { call: { ...call, body: bytes, mediaType: 'text/plain' } },
    { call: { ...call, body: bytes, mediaType: 'application/json; charset=utf-16' } },
  ];
  if (!isRecord(body)) return requests;
  for (const [name, value] of Object.entries(body))
    if (typeof value === 'number')
      for (const odd of oddNumbers) requests.push(ofText(replaceNumber(body, name, odd)));
  return requests;
}

/** Bodies with one strange field, one field less, or one that nothing documents. */
function listFields({ call }: ValidCall): Nonsense[] {
  const { body } = call;
  if (!isRecord(body)) return [];
  const withField = (name: string, value: unknown): Nonsense => ({
    call: { ...call, body: { ...body, [name]: value } },
  });
  const requests = [withField('unknownField', 'value')];
  for (const [name, value] of Object.entries(body))
    for (const odd of [null, undefined, ...listOddValues(value)])
      requests.push(withField(name, odd));
  return requests;
}

/** Values of the type of a given one that careless services stumble over. */
function listOddValues(value: unknown): unknown[] {
  if (typeof value === 'string') return oddTexts;
  if (!Array.isArray(value)) return [];
  const [item] = value;
  return [[], [item, item]];
}

/** JSON text with a number that JavaScript cannot write. */
function replaceNumber(body: Readonly<Record<string, unknown>>, name: string, odd: string): string {
  const mark = '__number__';
  return JSON.stringify({ ...body, [name]: mark }).replace(`"${mark}"`, odd);
}
