/** Rejects future days, in the time zone of the process. */
export function notInFuture(day: string): void {
  if (day > today()) throw new Error('must not be in the future');
}

/** The Swedish locale formats dates like ISO 8601: `2026-01-31`. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE');
}
