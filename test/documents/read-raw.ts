import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';

/** Reads a document as its author wrote it, in JSON or YAML, perhaps compressed. */
export async function readRaw(source: string): Promise<{ text: string; value: unknown }> {
  const bytes = /^https?:/.test(source)
    ? new Uint8Array(await (await fetch(source)).arrayBuffer())
    : await readFile(source);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = new TextDecoder().decode(isCompressed ? gunzipSync(bytes) : bytes);
  const isJson = text.trimStart().startsWith('{');
  const value: unknown = isJson
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: -1, uniqueKeys: false, merge: true });
  return { text, value };
}
