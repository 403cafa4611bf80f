import { matchingText } from '../../../lib/testing/samples/matching-text';

const PATTERNS = [
  /^[A-Z]{3}-\d{4}(x|y)$/,
  /^(EUR|USD)$/,
  /^[a-z]+@[a-z]+\.(com|org)$/,
  /^\+?[1-9]\d{6,14}$/,
  /^#[0-9a-fA-F]{6}$/,
  /^[^a-z]{2,3}$/,
  /^[^\d]{3}$/,
  /^[-_.]$/,
  /^[a\-z]{2}$/,
  /^[\w.-]{8}$/,
  /^\d{2}?-\d{3,}?$/,
  /^a{0}b{0,2}c*$/,
  /^(?:ab){2}(?<year>\d{4})$/,
  /^((a|b)c){2}d?$/,
  /^\(\d{3}\) \d+$/,
  /^\bword\b$/,
  /^.{5}$/,
  /^\S\D\s\w$/,
  /^$/,
];

describe('matchingText()', () => {
  it.each(PATTERNS)('matches %s', (pattern) => {
    const texts = Array.from({ length: 50 }, (_, number) => matchingText(pattern.source, number));

    expect(texts.filter((text) => !pattern.test(text))).toEqual([]);
  });

  it.each([
    [/^[A-Z]{3}$/, 26 ** 3],
    [/^\d{4}$/, 10_000],
    [/^K-[0-9a-f]{2}$/, 256],
    [/^[ab]\d$/, 20],
  ])('differs for each number until all texts of %s are used', (pattern, count) => {
    const texts = Array.from({ length: count + 1 }, (_, number) => matchingText(pattern.source, number));

    expect(new Set(texts.slice(0, count)).size).toBe(count);
    expect(texts[count]).toBe(texts[0]);
  });

  it.each(['(', '[', '[a-', '\\', 'a{', '(?', '(?<', '[^', 'a|', '*', '{2}'])(
    'ends for an incomplete pattern: %s',
    (source) => {
      expect(matchingText(source, 3).length).toBeLessThan(4);
    },
  );
});
