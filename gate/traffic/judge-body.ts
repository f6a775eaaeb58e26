import type { Contract, DocumentedReply, Fault, Operation } from '../../contract/index.ts';
import { parseJson, readPointer } from '../../contract/resolve-reference.ts';

/** What a response body says, and what is wrong with it. */
export interface JudgedBody {
  value: unknown;
  faults: readonly Fault[];
}

/** How many bodies are remembered for each documented response, and how long they are at most, in characters. */
const mostRemembered = 8;
const longestRemembered = 64 * 1024;

interface RememberedBody extends JudgedBody {
  text: string;
}

const remembered = new WeakMap<DocumentedReply, RememberedBody[]>();

/**
 * Judges the body of a response. Clients read the same again and again, and parsing and validating a page take longer than
 * all else about it: what an operation that only reads answered lately is not judged again.
 * @returns undefined where the text is not JSON
 */
export function judgeBody(
  contract: Contract,
  { id, method }: Operation,
  documented: DocumentedReply,
  text: string,
): JudgedBody | undefined {
  const isRead = method === 'GET' && text.length <= longestRemembered;
  const known = isRead ? remembered.get(documented)?.find((each) => each.text === text) : undefined;
  if (known !== undefined) return known;
  const value = parseJson(text);
  if (value === undefined) return undefined;
  // The validators fill in defaults; what was sent stays as it was. To read it twice is faster than to clone it.
  const copy: unknown = fillsDefaults(contract, documented) ? JSON.parse(text) : value;
  const judged = { text, value, faults: contract.validators.reply(id, documented.status, copy) };
  if (isRead) {
    const others = remembered.get(documented) ?? [];
    remembered.set(documented, [judged, ...others.slice(0, mostRemembered - 1)]);
  }
  return judged;
}

const filling = new WeakMap<DocumentedReply, boolean>();

/** Whether validating a response would change it: a schema somewhere in it has a default. */
function fillsDefaults({ document }: Contract, documented: DocumentedReply): boolean {
  const known = filling.get(documented);
  if (known !== undefined) return known;
  const seen = new Set<unknown>();
  const search = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    if ('default' in value) return true;
    const reference = Reflect.get(value, '$ref');
    return (
      (typeof reference === 'string' && search(readPointer(document, reference.slice(1)))) ||
      Object.values(value).some(search)
    );
  };
  const found = search(documented.schema);
  filling.set(documented, found);
  return found;
}
