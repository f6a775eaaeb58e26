/** The trace context in the headers of a request (W3C Trace Context). */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

const noTrace = /^(?:[0-9a-f]{2}-0{32}-|[0-9a-f]{2}-[0-9a-f]{32}-0{16}-|ff-)/;
/** Future versions may append fields; version 00 has no others. */
const traceForm =
  /^(?:00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!00)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,200})?)$/;

/** @returns undefined if the request has no trace context, or an invalid one */
export function readTrace(header: (name: string) => string | undefined): TraceContext | undefined {
  const traceparent = header('traceparent')?.trim();
  if (traceparent === undefined || !traceForm.test(traceparent) || noTrace.test(traceparent))
    return undefined;
  const tracestate = header('tracestate')?.trim();
  const isKept = tracestate !== undefined && /^[\x20-\x7e\t]{1,512}$/.test(tracestate);
  return isKept ? { traceparent, tracestate } : { traceparent };
}

/** The headers of a request that another request causes: the same trace, with a new parent id. */
export function continueTrace({
  traceparent,
  tracestate,
}: Partial<TraceContext>): Record<string, string> {
  if (traceparent === undefined) return {};
  const [, traceId, , flags] = traceparent.split('-');
  return {
    // The second half of a UUID is random, and never zero.
    traceparent: `00-${traceId}-${crypto.randomUUID().replaceAll('-', '').slice(16)}-${flags}`,
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}
