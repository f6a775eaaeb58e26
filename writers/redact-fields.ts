import type { Hide } from './hide.ts';
import { redactJson } from './redact-json.ts';
import { redactXml } from './redact-xml.ts';
import { Rewriter } from './rewriter.ts';
import { isSecretArgument } from './secret-names.ts';

// Each pattern here and in the files for JSON and XML starts at a character that its repetitions exclude, or reads a limited
// number of characters. So a text is read a constant number of times.

const userInfo = /(?<=:(?:\/|\\\/){2})[^\s/?#"'<>\\]+@/g;
/** Of a query, a fragment or a form. */
const argument = /(?<=^|[?#&;\s"'])([\w.%[\]-]+)(=)([^&;\s"'<>#]+)/g;
/** A part of a multipart form, with its headers. */
const formPart =
  /(?<=\bname=")([^"\r\n]+)("[^\r\n]{0,300}(?:\r?\n[^\r\n]{1,300}){0,4}(?:\r?\n){2})([\s\S]*?)(?=\r?\n--|$)/g;

/** Replaces secrets that are recognised by their form, or by the name before them. */
export function redactFields(text: string, hide: Hide): string {
  const hideArgument = (match: string, name: string, between: string, value: string): string =>
    isSecretArgument(name, value) ? name + between + hide(value) : match;
  const clean = redactTokens(text, hide)
    .replace(userInfo, (info) => `${hide(info.slice(0, -1))}@`)
    .replace(argument, hideArgument)
    .replace(formPart, hideArgument);
  return redactJson(redactXml(clean, hide), hide);
}

/** What may contain the first part of a JSON Web Token. */
const firstPart = /(?<![\w-])[\w-]{11,}(?=\.)/g;
const tokenStart = /\beyJ[\w-]{8}/;
const otherParts = /\.[\w-]*(?:\.[\w-]*)?/y;

function redactTokens(text: string, hide: Hide): string {
  const rewriter = new Rewriter(text);
  const pattern = new RegExp(firstPart);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: part, index } = match;
    const offset = part.search(tokenStart);
    if (offset === -1) continue;
    otherParts.lastIndex = index + part.length;
    otherParts.test(text);
    const start = index + offset;
    const end = otherParts.lastIndex;
    rewriter.replace(start, end, hide(text.slice(start, end)));
    pattern.lastIndex = end;
  }
  return rewriter.finish();
}
