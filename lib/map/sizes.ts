/** The sizes of the drawing in pixels. */
export const SIZES = {
  padding: 14,
  title: 15,
  text: 12,
  small: 11,
  header: 44,
  row: 20,
  gap: 8,
  mark: 16,
  labelGap: 12,
  minWidth: 220,
  maxWidth: 400,
} as const;
