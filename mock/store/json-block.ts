import { KeptJson, type KeptKind } from '../reply/kept-json.ts';

/** Some values by place. */
export interface Block<Value> {
  at(place: number): Value | undefined;
}

/** Joins values that are JSON of one kind; others stay as they are. */
export function toBlock<Value>(values: readonly (Value | KeptJson)[]): Block<Value | KeptJson> {
  const [first] = values;
  if (!(first instanceof KeptJson)) return values;
  const texts: string[] = [];
  for (const value of values) {
    if (!(value instanceof KeptJson && value.kind === first.kind)) return values;
    texts.push(value.wireText);
  }
  return new JsonBlock(texts, first.kind);
}

/** One text, and where in it each JSON text ends. */
class JsonBlock implements Block<KeptJson> {
  readonly #wireText: string;
  readonly #ends: number[] = [];
  readonly #kind: KeptKind;

  constructor(texts: readonly string[], kind: KeptKind) {
    let end = 0;
    for (const { length } of texts) {
      end += length;
      this.#ends.push(end);
    }
    // Joined so, and not with `+`, it is one flat text.
    this.#wireText = texts.join('');
    this.#kind = kind;
  }

  at(place: number): KeptJson | undefined {
    const end = this.#ends[place];
    if (end === undefined) return undefined;
    return new KeptJson(this.#wireText.slice(this.#ends[place - 1] ?? 0, end), this.#kind);
  }
}
