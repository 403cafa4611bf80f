/** The number of the line of a position, from 1. */
export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
