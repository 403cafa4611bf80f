const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/;

/**
 * The id of the trace that a request belongs to.
 *
 * @param header  `traceparent`
 * @see W3C Trace Context, "traceparent Header"
 */
export function traceIdOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : TRACE_PARENT.exec(header)?.[1];
}
