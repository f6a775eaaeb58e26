import { KeptJson, type KeptKind } from '../http/kept-json.ts';

/** JSON of one kind, as one text: a collection of garbage, which looks at each text that there is, finds one for many. */
export class JsonBlock {
  readonly #kind: KeptKind;
  #text: string;
  /** Where in the text each JSON ends. */
  readonly #ends: number[] = [];

  private constructor(kind: KeptKind, texts: readonly string[]) {
    this.#kind = kind;
    this.#text = flatten(texts);
    let end = 0;
    for (const { length } of texts) {
      end += length;
      this.#ends.push(end);
    }
  }

  /** Nothing if some of the values are no JSON, or of another kind. */
  static join(values: readonly unknown[]): JsonBlock | undefined {
    const [first] = values;
    if (!(first instanceof KeptJson)) return undefined;
    const texts: string[] = [];
    for (const value of values) {
      if (!(value instanceof KeptJson && value.kind === first.kind)) return undefined;
      texts.push(value.text);
    }
    return new JsonBlock(first.kind, texts);
  }

  at(place: number): KeptJson | undefined {
    const end = this.#ends[place];
    if (end === undefined) return undefined;
    return new KeptJson(this.#text.slice(this.#ends[place - 1] ?? 0, end), this.#kind);
  }

  /** @returns whether the value could take the place: not if it is no JSON, or of another kind */
  replace(place: number, value: unknown): boolean {
    const end = this.#ends[place];
    if (end === undefined || !(value instanceof KeptJson && value.kind === this.#kind))
      return false;
    const start = this.#ends[place - 1] ?? 0;
    const text = this.#text;
    this.#text = flatten([text.slice(0, start), value.text, text.slice(end)]);
    const growth = this.#text.length - text.length;
    for (let at = place; at < this.#ends.length; at += 1)
      this.#ends[at] = (this.#ends[at] ?? 0) + growth;
    return true;
  }
}

/** One text that has no parts: `+` would leave all of them in memory. */
function flatten(texts: readonly string[]): string {
  return texts.join('');
}
