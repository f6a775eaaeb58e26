import type { TargetReply } from './reply.ts';

/** The start of a body, as a text. */
export function readText({ bytes }: TargetReply): string {
  return new TextDecoder().decode(bytes.subarray(0, 4000));
}

/** Whether a body is HTML or XML. */
export function isMarkup(reply: TargetReply): boolean {
  return /^\s*</.test(readText(reply));
}

/** Describes a web page in place of JSON. */
export function describePage(reply: TargetReply): string {
  const title = readTitle(readText(reply));
  const named = title === '' ? '' : ` (“${title}”)`;
  return `a web page${named}, not JSON`;
}

/** The title of a web page, or its start. One pattern for all of it would take cubic time for a page of white space. */
function readTitle(text: string): string {
  const [, afterTag = ''] = text.split(/<title[^<>]*>/i, 2);
  const [title = ''] = afterTag.split('<', 1);
  return title.trim().slice(0, 80);
}
