import type { Contract, DocumentedReply, Fault, Operation } from '../../contract/index.ts';
import { parseJson, readPointer } from '../../contract/resolve-reference.ts';

/** The value of a response body, and its violations. */
export interface JudgedBody {
  value: unknown;
  faults: readonly Fault[];
}

/** Maximum number of cached bodies for each documented response, and their maximum length in characters. */
const mostRemembered = 8;
const longestRemembered = 64 * 1024;

interface RememberedBody extends JudgedBody {
  text: string;
}

const remembered = new WeakMap<DocumentedReply, RememberedBody[]>();

/**
 * Validates a response body. Clients often read the same page repeatedly, and parsing and validating it takes most of the
 * time. Therefore, recent responses of operations that only read are cached.
 * @returns undefined if the text is not JSON
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
  // Validators fill in defaults, so they get a copy. Parsing twice is faster than cloning.
  const copy: unknown = fillsDefaults(contract, documented) ? JSON.parse(text) : value;
  const judged = { text, value, faults: contract.validators.reply(id, documented.status, copy) };
  if (isRead) {
    const others = remembered.get(documented) ?? [];
    remembered.set(documented, [judged, ...others.slice(0, mostRemembered - 1)]);
  }
  return judged;
}

const filling = new WeakMap<DocumentedReply, boolean>();

/** Whether validating a response would change it, because a schema has a default. */
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
