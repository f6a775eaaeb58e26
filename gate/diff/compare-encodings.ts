import type { ApiContent, ApiEncoding } from './api.ts';
import type { OperationContext } from './operation-context.ts';
import { pickValue } from './requests.ts';

/** How the parts of a form or of a multipart body are written (OpenAPI, "Encoding Object"). */
export function compareEncodings(
  { comparison, isOutgoing, sender, add, witnessRequest }: OperationContext,
  old: ApiContent,
  current: ApiContent,
): void {
  const [sent, taken] = isOutgoing ? [current, old] : [old, current];
  for (const name of new Set([...sent.encodings.keys(), ...taken.encodings.keys()])) {
    const [was, is] = [sent.encodings.get(name), taken.encodings.get(name)];
    // A part that only one of the two describes is a change of the schema.
    if (was === undefined || is === undefined) continue;
    const problem = findProblem(was, is);
    if (problem === undefined) continue;
    const value = pickValue(comparison.sets[sender].request, sent.schemaPointer, sent.known, false);
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

/** What the taker does not take of what is sent. */
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
