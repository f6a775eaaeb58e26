/** Where a request belongs in a trace, as its headers have it (W3C Trace Context). */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

const none = /^(?:[0-9a-f]{2}-0{32}-|[0-9a-f]{2}-[0-9a-f]{32}-0{16}-|ff-)/;
/** Versions to come may add fields behind these; version 00 has no others. */
const form =
  /^(?:00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!00)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,200})?)$/;

/** @returns undefined where a request belongs to no trace, or to one that cannot be */
export function readTrace(header: (name: string) => string | undefined): TraceContext | undefined {
  const traceparent = header('traceparent')?.trim();
  if (traceparent === undefined || !form.test(traceparent) || none.test(traceparent))
    return undefined;
  const tracestate = header('tracestate')?.trim();
  const isKept = tracestate !== undefined && /^[\x20-\x7e\t]{1,512}$/.test(tracestate);
  return isKept ? { traceparent, tracestate } : { traceparent };
}

/** The headers of a request that is made because of another one: the same trace, and a parent of its own. */
export function continueTrace(
  { traceparent, tracestate }: Partial<TraceContext>,
  random: () => string = createParentId,
): Record<string, string> {
  if (traceparent === undefined) return {};
  const [, traceId, , flags] = traceparent.split('-');
  return {
    traceparent: `00-${traceId}-${random()}-${flags}`,
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}

function createParentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return /^0+$/.test(text) ? '0000000000000001' : text;
}
