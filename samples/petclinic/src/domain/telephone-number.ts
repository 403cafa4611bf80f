/** Rejects invalid telephone numbers; null is checked by the column. */
export function telephoneNumber(value: string): void {
  if (!/^\d{1,10}$/.test(value)) throw new Error('must be 1 to 10 digits, without spaces or signs');
}
