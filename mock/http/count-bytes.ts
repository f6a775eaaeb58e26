const encoder = new TextEncoder();
const beyondAscii = /[\x80-\uffff]/;

/** How many bytes a text takes in UTF-8, which is what `Content-Length` counts. */
export function countBytes(text: string): number {
  // Browsers have no Buffer. Where it exists, it counts without encoding.
  if (typeof Buffer === 'function') return Buffer.byteLength(text);
  return beyondAscii.test(text) ? encoder.encode(text).length : text.length;
}
