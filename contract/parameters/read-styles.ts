import type { ParameterStyle } from '../openapi-document.ts';
import { decodePercent } from '../parse-url.ts';
import { type FieldTexts, isList, isObject, readFields, readList, readText } from './read-value.ts';
import type { ValueForm } from './value-form.ts';

/** How a parameter writes its value. */
interface StyleRule {
  name: string;
  style: ParameterStyle;
  explode: boolean;
}

/** Reads the text of a value that one place of a request contains: a segment, a header, a cookie, one value of a query. */
export function readStyled(encoded: string, rule: StyleRule, form: ValueForm): unknown {
  const text = removePrefix(encoded, rule, form);
  const texts = isList(form) ? splitList(text, rule) : [];
  const isOneText = texts.length < 2 && form.types.has('string');
  if (isList(form) && !isOneText) return readList(texts, form);
  if (isObject(form)) return readFields(splitFields(text, rule), form);
  return readText(decodePercent(text), form);
}

/** Removes what a style writes before a value: `.` for label, `;name=` for matrix. */
function removePrefix(text: string, { style, name, explode }: StyleRule, form: ValueForm): string {
  if (style === 'label') return text.replace(/^\./, '');
  if (style !== 'matrix') return text;
  const isNamed = text.startsWith(`;${name}=`);
  if (isList(form) && explode) return text.replaceAll(`;${name}=`, ';').slice(1);
  if (isObject(form) && explode) return text.replace(/^;/, '');
  return isNamed ? text.slice(`;${name}=`.length) : text.replace(`;${name}`, '');
}

const delimiters: Readonly<Record<ParameterStyle, string>> = {
  simple: ',',
  form: ',',
  label: ',',
  matrix: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
  deepObject: ',',
};

/** The delimiter of a style; those of label and matrix depend on whether items are written separately. */
function findDelimiter(text: string, { style, explode }: StyleRule): string {
  if (style === 'matrix' && explode) return ';';
  // OpenAPI 3.0 shows points between all items, RFC 6570 commas where they are not separate.
  if (style === 'label' && (explode || !text.includes(','))) return '.';
  return delimiters[style];
}

/** Splits a text. Encoded delimiters belong to the items, unless all delimiters are encoded. */
function splitText(text: string, delimiter: string): string[] {
  if (text === '') return [];
  if (text.includes(delimiter)) return text.split(delimiter).map(decodePercent);
  return decodePercent(text).split(delimiter);
}

function splitList(text: string, rule: StyleRule): string[] {
  return splitText(text, findDelimiter(text, rule));
}

/** `role,admin,name,Ada`, or `role=admin,name=Ada` where fields are written separately. */
function splitFields(text: string, rule: StyleRule): FieldTexts {
  const parts = splitText(text, findDelimiter(text, rule));
  const fields: [string, string][] = [];
  if (rule.explode) {
    for (const part of parts) {
      const [name = '', ...values] = part.split('=');
      fields.push([name, values.join('=')]);
    }
    return fields;
  }
  for (let at = 0; at < parts.length; at += 2) fields.push([parts[at] ?? '', parts[at + 1] ?? '']);
  return fields;
}
