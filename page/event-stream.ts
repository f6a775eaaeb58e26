/** One event of a stream (HTML standard, section 9.2). */
export interface StreamEvent {
  type: string;
  data: string;
  id: string | undefined;
}

/** Reads server-sent events from a body. `EventSource` cannot send a token in a header. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (rest + decoder.decode(read.value, { stream: true }))
      .replaceAll('\r\n', '\n')
      .split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

/** A block without data, such as a comment that keeps the connection open, is no event. */
function parseEvent(block: string): StreamEvent | undefined {
  let type = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') type = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { type, id, data: data.join('\n') };
}
