import type { Parameter } from '../operation.ts';
import { readStyled } from './read-styles.ts';
import {
  addToTree,
  createTextTree,
  type FieldTexts,
  isList,
  isObject,
  readFields,
  readList,
  readText,
  readTree,
} from './read-value.ts';
import type { ValueForm } from './value-form.ts';

/** A parameter with what its texts can mean. */
export interface ReadableParameter extends Parameter {
  form: ValueForm;
}

/** The value of a parameter in a query, or how often it was sent instead of once. */
type QueryValue = { value: unknown } | { count: number };

/** The names and texts of a query. It remembers which of them a parameter has read. */
export class Query {
  readonly #pairs: readonly [string, string][];
  readonly #raw: string;
  readonly #read = new Set<string>();

  constructor(query: string) {
    this.#raw = query;
    this.#pairs = query === '' ? [] : [...new URLSearchParams(query)];
  }

  /** The names that no parameter has read. */
  listUnread(): string[] {
    const names = this.#pairs.map(([name]) => name);
    return names.filter((name) => !this.#read.has(name));
  }

  /** Undefined if the parameter was not sent. @param namesOfOthers the names of all other parameters */
  read(parameter: ReadableParameter, namesOfOthers: ReadonlySet<string>): QueryValue | undefined {
    const { name, form, style, explode } = parameter;
    this.#read.add(name);
    if (style === 'deepObject') return this.#readBrackets(parameter);
    const texts = this.#texts(name);
    if (isObject(form) && explode) return this.#readSeparateFields(parameter, texts, namesOfOthers);
    if (texts.length === 0) return undefined;
    if (isList(form) && explode) return { value: this.#readRepeated(texts, form) };
    const [text = ''] = texts;
    if (texts.length > 1) return { count: texts.length };
    if (isList(form) || isObject(form))
      return { value: readStyled(this.#findRaw(name) ?? text, parameter, form) };
    return { value: readText(text, form) };
  }

  #texts(name: string): string[] {
    const texts: string[] = [];
    for (const [sent, text] of this.#pairs) if (sent === name) texts.push(text);
    return texts;
  }

  /** One text may be the whole value, if the schema allows that. */
  #readRepeated(texts: readonly string[], form: ValueForm): unknown {
    const [text = ''] = texts;
    if (texts.length === 1 && form.types.has('string')) return text;
    const isJson = texts.length === 1 && /^\[.*\]$/.test(text);
    return isJson
      ? readText(text, { ...form, types: new Set(['array']), words: undefined })
      : readList(texts, form);
  }

  /** `filter[status]=open`. Arrays are `filter[]=open` or `filter[0]=open`. */
  #readBrackets({ name, form }: ReadableParameter): QueryValue | undefined {
    const tree = createTextTree();
    let isSent = false;
    for (const [sent, text] of this.#pairs) {
      if (sent !== name && !sent.startsWith(`${name}[`)) continue;
      this.#read.add(sent);
      addToTree(tree, sent.slice(name.length), text);
      isSent = true;
    }
    return isSent ? { value: readTree(tree, form) } : undefined;
  }

  /** Each field is a parameter of its own: `role=admin&name=Ada`. */
  #readSeparateFields(
    { form }: ReadableParameter,
    texts: readonly string[],
    namesOfOthers: ReadonlySet<string>,
  ): QueryValue | undefined {
    const [text = ''] = texts;
    if (text.startsWith('{')) return { value: readText(text, form) };
    const names = new Set(form.fieldNames());
    const isOpen = names.size === 0 && form.isOpen();
    const fields: FieldTexts = this.#pairs.filter(([name]) => {
      return names.has(name) || (isOpen && !namesOfOthers.has(name));
    });
    for (const [name] of fields) this.#read.add(name);
    return fields.length === 0 ? undefined : { value: readFields(fields, form) };
  }

  /** The text of a parameter before percent-decoding, in which delimiters and encoded delimiters differ. */
  #findRaw(name: string): string | undefined {
    for (const pair of this.#raw.split('&')) {
      const [sent = '', ...values] = pair.split('=');
      const [decoded] = [...new URLSearchParams(`${sent}=`).keys()];
      if (decoded === name) return values.join('=').replaceAll('+', ' ');
    }
    return undefined;
  }
}
