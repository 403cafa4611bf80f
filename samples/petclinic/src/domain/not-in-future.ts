/** Refuses days to come, by the calendar of the clinic: that of the time zone in which the process runs. */
export function notInFuture(day: string): void {
  if (day > today()) throw new Error('must not be in the future');
}

/** Sweden writes dates as databases do: `2026-01-31`. */
function today(): string {
  return new Date().toLocaleDateString('sv-SE');
}
