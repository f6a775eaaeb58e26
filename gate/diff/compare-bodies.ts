import { escapePointer } from '../../contract/resolve-reference.ts';
import type { Api, ApiBody, ApiContent, ApiEncoding } from './api.ts';
import type { Witness } from './change.ts';
import { compareNeed, showDefault } from './compare-parameters.ts';
import { follow, isObject, isSame, readAt } from './json.ts';
import type { OperationContext, ToWitness } from './operation-context.ts';
import { pickValue } from './requests.ts';

/** Compares request bodies, their media types and their defaults. */
export function compareBody(context: OperationContext): void {
  const { before, after, isOutgoing, addCompatible } = context;
  const [sent, taken] = isOutgoing ? [after.body, before.body] : [before.body, after.body];
  if (sent === undefined) {
    if (taken !== undefined) addUnsentBody(context, taken);
    return;
  }
  if (taken === undefined) {
    addUnreadBody(context, sent);
    return;
  }
  compareNeed(context, isOutgoing ? [taken, sent] : [sent, taken], {
    rule: 'request-body',
    what: 'the request body',
    toWitness: () => witnessMissing(context),
  });
  for (const content of sent.content) {
    const other = findContent(taken.content, content.mediaType);
    if (other === undefined) addUnreadContent(context, content);
    else compareSentContent(context, content, other);
  }
  if (isOutgoing) return;
  for (const { mediaType, pointer } of taken.content)
    if (findContent(sent.content, mediaType) === undefined)
      addCompatible('request-media-type-added', `the request may be sent as ${mediaType}`, {
        new: pointer,
      });
}

function witnessMissing({ witnessRequest }: OperationContext): Witness {
  return witnessRequest({ body: {} }, 'the request body is missing', 'validation');
}

/** Reports a body that only the receiver describes. */
function addUnsentBody(context: OperationContext, taken: ApiBody): void {
  const { isOutgoing, addBreaking, addCompatible } = context;
  const [rule, title] = isOutgoing
    ? ['request-body-removed', 'the request no longer has a body']
    : ['request-body-added', `a request body is now ${taken.isRequired ? 'required' : 'allowed'}`];
  const at = { [isOutgoing ? 'old' : 'new']: taken.pointer };
  if (taken.isRequired || isOutgoing)
    addBreaking(rule, title, 'Make it optional.', at, witnessMissing(context));
  else addCompatible(rule, title, at);
}

/** Reports a body that only the sender describes. */
function addUnreadBody(context: OperationContext, sent: ApiBody): void {
  const { comparison, isOutgoing, addBreaking, addCompatible, witnessRequest } = context;
  if (isOutgoing) {
    addCompatible('request-body-added', 'the request now has a body', { new: sent.pointer });
    return;
  }
  const value = pickValue(comparison.sets.old.request, sent.content[0]);
  addBreaking(
    'request-body-removed',
    'the request body is removed',
    'Keep it; otherwise, what clients send is ignored.',
    { old: sent.pointer },
    witnessRequest({ body: { value } }, 'the new document describes no request body'),
  );
}

function addUnreadContent(context: OperationContext, content: ApiContent): void {
  const { comparison, isOutgoing, sender, addBreaking, witnessRequest } = context;
  const { mediaType, pointer } = content;
  const value = pickValue(comparison.sets[sender].request, content);
  const change = { body: { value }, mediaType };
  if (isOutgoing)
    addBreaking(
      'request-media-type-added',
      `the request may be sent as ${mediaType}`,
      'Use only media types that receivers support.',
      { new: pointer },
      witnessRequest(change, 'receivers do not support the media type'),
    );
  else
    addBreaking(
      'request-media-type-removed',
      `${mediaType} is no longer a media type of the request`,
      'Keep the media type.',
      { old: pointer },
      witnessRequest(change, `the new document does not accept ${mediaType}`),
    );
}

function compareSentContent(context: OperationContext, sent: ApiContent, taken: ApiContent): void {
  const { isOutgoing, addValues, witnessRequest } = context;
  const { mediaType } = sent;
  const [old, current] = isOutgoing ? [taken, sent] : [sent, taken];
  const toWitness: ToWitness = ({ value, reason }, provenBy) =>
    witnessRequest({ body: { value }, mediaType }, reason, provenBy);
  const fromText = false;
  addValues({ what: 'request body', isSent: true, old, current, fromText, toWitness });
  compareEncodings(context, old, current);
  if (!isOutgoing) compareDefaults(context, old, current);
}

/** Compares the defaults of the properties of a body. */
function compareDefaults(context: OperationContext, old: ApiContent, current: ApiContent): void {
  const { comparison, add, witnessRequest } = context;
  if (old.schemaPointer === undefined || current.schemaPointer === undefined) return;
  const was = listDefaults(comparison.old, old.schemaPointer);
  const is = listDefaults(comparison.new, current.schemaPointer);
  for (const [path, { value, pointer }] of was) {
    const now = is.get(path);
    if (now === undefined || isSame(value, now.value) || value === undefined) continue;
    const [from, to] = [value, now.value].map(showDefault);
    const { schemaPointer } = old;
    const body = pickValue(comparison.sets.old.request, { schemaPointer });
    add(
      'breaking',
      'default-changed',
      `${now.pointer}/default`,
      `the default of ${path} in the request body changed from ${from} to ${to}`,
      'Keep the default; clients that omit it get a different result.',
      {
        old: pointer,
        new: now.pointer,
        witness: witnessRequest(
          { body: { value: body } },
          `without ${path}, the value was ${from} and is now ${to}`,
        ),
      },
    );
  }
}

/** Finds the same media type, or a range that includes it. Parameters such as a charset are ignored. */
export function findContent(
  content: readonly ApiContent[],
  mediaType: string,
): ApiContent | undefined {
  const bare = (text: string): string => text.split(';')[0] ?? text;
  const [type] = bare(mediaType).split('/');
  return (
    content.find((each) => bare(each.mediaType) === bare(mediaType)) ??
    content.find((each) => bare(each.mediaType) === `${type}/*`) ??
    content.find((each) => bare(each.mediaType) === '*/*')
  );
}

interface Default {
  value: unknown;
  pointer: string;
}

/** Lists the defaults in a schema, found through `properties`, `items` and `allOf`. */
function listDefaults(
  api: Api,
  pointer: string,
  path = '',
  depth = 0,
  found = new Map<string, Default>(),
): Map<string, Default> {
  const { value: schema, pointer: at } = followSchema(api, pointer);
  if (depth > 6) return found;
  const properties = schema['properties'];
  if (typeof properties === 'object' && properties !== null) {
    for (const name of Object.keys(properties)) {
      const place = `${at}/properties/${escapePointer(name)}`;
      const inner = followSchema(api, place);
      const own = readAt(api.document, `${place}/default`);
      found.set(`${path}/${name}`, {
        value: own ?? inner.value['default'],
        pointer: inner.pointer,
      });
      listDefaults(api, place, `${path}/${name}`, depth + 1, found);
    }
  }
  const parts = schema['allOf'];
  if (Array.isArray(parts))
    for (const index of parts.keys())
      listDefaults(api, `${at}/allOf/${index}`, path, depth + 1, found);
  if (isObject(schema['items'])) listDefaults(api, `${at}/items`, `${path}/*`, depth + 1, found);
  return found;
}

function followSchema({ document }: Api, pointer: string): ReturnType<typeof follow> {
  return follow(document, readAt(document, pointer), pointer);
}

/** Compares how the parts of a form or multipart body are encoded (OpenAPI, "Encoding Object"). */
function compareEncodings(
  { comparison, isOutgoing, sender, add, witnessRequest }: OperationContext,
  old: ApiContent,
  current: ApiContent,
): void {
  const [sent, taken] = isOutgoing ? [current, old] : [old, current];
  for (const name of new Set([...sent.encodings.keys(), ...taken.encodings.keys()])) {
    const [was, is] = [sent.encodings.get(name), taken.encodings.get(name)];
    // If only one document describes the part, the schema has changed, which is reported elsewhere.
    if (was === undefined || is === undefined) continue;
    const problem = findProblem(was, is);
    if (problem === undefined) continue;
    const value = pickValue(comparison.sets[sender].request, sent);
    add(
      'breaking',
      'request-encoding-changed',
      is.pointer,
      `the part "${name}" of the request body ${problem}`,
      'Keep its encoding.',
      {
        old: (isOutgoing ? is : was).pointer,
        new: (isOutgoing ? was : is).pointer,
        witness: witnessRequest(
          { body: { value }, mediaType: sent.mediaType },
          `the part "${name}" ${problem}`,
        ),
      },
    );
  }
}

/** Describes which part of the sent encoding the receiver does not accept. */
function findProblem(sent: ApiEncoding, taken: ApiEncoding): string | undefined {
  const lost = sent.contentTypes.find(
    (each) => !taken.contentTypes.some((range) => covers(range, each)),
  );
  if (lost !== undefined) return `may no longer come as ${lost} (${taken.contentTypes.join(', ')})`;
  if (sent.style !== taken.style)
    return `is serialized differently (${sent.style} → ${taken.style})`;
  if (sent.allowsReserved && !taken.allowsReserved)
    return 'must now escape characters such as / and :';
  const missing = taken.requiredHeaders.find((header) => !sent.requiredHeaders.includes(header));
  return missing === undefined ? undefined : `now needs the header "${missing}"`;
}

function covers(range: string, type: string): boolean {
  return (
    range === type ||
    range === '*/*' ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}
