import { escapeMarkup } from './escape-markup.ts';

/** An element with its attributes; `content` is XML already, and an attribute without a value is left out. */
export function toElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = '',
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${escapeMarkup(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
