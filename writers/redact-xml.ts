import type { Hide } from './hide.ts';
import { Rewriter } from './rewriter.ts';
import { isSecretContainer, isSecretField } from './secret-names.ts';

/** The start of an element, and the text behind it. */
const element = /<([\w.:-]+)((?:\s[^<>]*)?>(?:<!\[CDATA\[)?)([^<>]*)/g;
const attribute = /(?<=\s)([\w.:-]+)(\s*=\s*["'])([^<>"']+)/g;
/** The attributes and texts in an element that contains secrets. */
const inContainer = /((?<=\s)[\w.:-]+\s*=\s*["']|>(?:<!\[CDATA\[)?)([^<>"']+)/g;

/** Replaces the secrets in elements and attributes of XML, also in a truncated text. */
export function redactXml(text: string, hide: Hide): string {
  const withoutAttributes = text.replace(
    attribute,
    (match, name: string, between: string, value: string) =>
      isSecretField(name, value) ? name + between + hide(value) : match,
  );
  return redactElements(withoutAttributes, hide);
}

function redactElements(text: string, hide: Hide): string {
  const rewriter = new Rewriter(text);
  const pattern = new RegExp(element);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [element, name = '', tag = '', value = ''] = match;
    const end = match.index + element.length;
    const hasText = value.trim() !== '';
    if (hasText && isSecretField(name, value))
      rewriter.replace(end - value.length, end, hide(value));
    if (hasText || !isSecretContainer(name) || tag.endsWith('/>')) continue;
    const close = text.indexOf(`</${name}`, end);
    const last = close === -1 ? text.length : close;
    rewriter.replace(match.index, last, hideAll(text.slice(match.index, last), hide));
    pattern.lastIndex = last;
  }
  return rewriter.finish();
}

function hideAll(text: string, hide: Hide): string {
  return text.replace(inContainer, (match, before: string, value: string) =>
    value.trim() === '' ? match : before + hide(value),
  );
}
