/** By hand, since a pattern for zeros at the end takes quadratic time on a long run of them that is followed by more. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
