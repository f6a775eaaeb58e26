import { toVisibleText } from './visible-text.ts';

/** Text that is safe between tags and in attributes; characters that XML 1.0 (section 2.2) bars are made visible. */
export function escapeXml(text: string): string {
  return toVisibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

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
        ` ${key}="${escapeXml(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
