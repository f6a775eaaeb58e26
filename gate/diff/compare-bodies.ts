import type { Api, ApiContent } from './api.ts';
import { compareEncodings } from './compare-encodings.ts';
import { isObject, isSame, readAt } from './json.ts';
import type { OperationContext, ToWitness } from './operation-context.ts';
import { follow } from './references.ts';
import { pickValue } from './requests.ts';

/** The request body, its media types, and the defaults in it. */
export function compareBody(context: OperationContext): void {
  const { comparison, before, after, isOutgoing, add, witnessRequest } = context;
  const { sets } = comparison;
  const [was, is] = [before.body, after.body];
  if (was === undefined && is === undefined) return;
  const [sent, taken] = isOutgoing ? [is, was] : [was, is];
  if (taken === undefined) {
    if (sent === undefined) return;
    if (isOutgoing) {
      add('compatible', 'request-body-added', sent.pointer, 'the request now has a body', '', {
        new: sent.pointer,
      });
      return;
    }
    const content = sent.content[0];
    const value = pickValue(sets.old.request, content?.schemaPointer, content?.known ?? [], false);
    add(
      'breaking',
      'request-body-removed',
      sent.pointer,
      'the request body is removed',
      'Keep it; otherwise, what clients send is ignored.',
      {
        old: sent.pointer,
        witness: witnessRequest({ body: { value } }, 'the new document describes no request body'),
      },
    );
    return;
  }
  if (sent === undefined) {
    const severity = taken.isRequired || isOutgoing ? 'breaking' : 'compatible';
    add(
      severity,
      isOutgoing ? 'request-body-removed' : 'request-body-added',
      taken.pointer,
      isOutgoing
        ? 'the request no longer has a body'
        : `a request body is now ${taken.isRequired ? 'required' : 'allowed'}`,
      severity === 'breaking' ? 'Make it optional.' : '',
      {
        [isOutgoing ? 'old' : 'new']: taken.pointer,
        ...(severity === 'breaking' && {
          witness: witnessRequest({ body: {} }, 'the request body is missing', 'validation'),
        }),
      },
    );
    return;
  }
  const at = { old: (was ?? sent).pointer, new: (is ?? taken).pointer };
  if (!sent.isRequired && taken.isRequired)
    add(
      'breaking',
      'request-body-required',
      at.new,
      isOutgoing ? 'the request body may now be missing' : 'the request body is now required',
      'Keep it as it was.',
      {
        ...at,
        witness: witnessRequest({ body: {} }, 'the request body is missing', 'validation'),
      },
    );
  else if (sent.isRequired && !taken.isRequired)
    add(
      'compatible',
      'request-body-optional',
      at.new,
      isOutgoing ? 'the request body is now always sent' : 'the request body is now optional',
      '',
      at,
    );
  for (const content of sent.content) {
    const other = findContent(taken.content, content.mediaType);
    if (other === undefined) {
      if (isOutgoing) {
        add(
          'breaking',
          'request-media-type-added',
          content.pointer,
          `the request may be sent as ${content.mediaType}`,
          'Use only media types that receivers support.',
          {
            new: content.pointer,
            witness: witnessRequest(
              {
                body: {
                  value: pickValue(sets.new.request, content.schemaPointer, content.known, false),
                },
                mediaType: content.mediaType,
              },
              'receivers do not support the media type',
            ),
          },
        );
        continue;
      }
      const value = pickValue(sets.old.request, content.schemaPointer, content.known, false);
      add(
        'breaking',
        'request-media-type-removed',
        content.pointer,
        `${content.mediaType} is no longer a media type of the request`,
        'Keep the media type.',
        {
          old: content.pointer,
          witness: witnessRequest(
            { body: { value }, mediaType: content.mediaType },
            `the new document does not accept ${content.mediaType}`,
          ),
        },
      );
      continue;
    }
    const [old, current] = isOutgoing ? [other, content] : [content, other];
    compareContent(context, 'request body', true, old, current, ({ value, reason }, provenBy) =>
      witnessRequest({ body: { value }, mediaType: content.mediaType }, reason, provenBy),
    );
    compareEncodings(context, old, current);
    if (!isOutgoing) compareDefaults(old, current);
  }
  for (const content of taken.content)
    if (findContent(sent.content, content.mediaType) === undefined && !isOutgoing)
      add(
        'compatible',
        'request-media-type-added',
        content.pointer,
        `the request may be sent as ${content.mediaType}`,
        '',
        { new: content.pointer },
      );

  /** Defaults of the properties of a body. */
  function compareDefaults(old: ApiContent, current: ApiContent): void {
    if (old.schemaPointer === undefined || current.schemaPointer === undefined) return;
    const was = listDefaults(comparison.old, old.schemaPointer);
    const is = listDefaults(comparison.new, current.schemaPointer);
    for (const [path, { value, pointer }] of was) {
      const now = is.get(path);
      if (now === undefined || isSame(value, now.value) || value === undefined) continue;
      const [from, to] = [value, now.value].map((each) =>
        each === undefined ? 'none' : JSON.stringify(each),
      );
      const body = pickValue(sets.old.request, old.schemaPointer, [], false);
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
}

/** Bodies of one media type. */
export function compareContent(
  { addValues }: OperationContext,
  what: string,
  isSent: boolean,
  old: ApiContent,
  current: ApiContent,
  toWitness: ToWitness,
): void {
  const places = { old: old.schemaPointer, new: current.schemaPointer };
  addValues(what, isSent, places, [...old.known, ...current.known], false, toWitness);
}

/** The same media type, or a range that covers it. Parameters such as a charset do not count. */
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

/** Defaults of the properties of a schema, as far as `properties`, `items` and `allOf` lead. */
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
      const place = `${at}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const inner = followSchema(api, place);
      const own = readOwn(api, place);
      found.set(`${path}/${name}`, {
        value: own['default'] ?? inner.value['default'],
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

function readOwn(api: Api, pointer: string): Record<string, unknown> {
  const value = readAt(api.document, pointer);
  return isObject(value) ? value : {};
}

function followSchema(
  api: Api,
  pointer: string,
): { value: Record<string, unknown>; pointer: string } {
  return follow(api.document, readAt(api.document, pointer), pointer);
}
