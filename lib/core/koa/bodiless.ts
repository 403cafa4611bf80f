/** The statuses whose responses never have a body. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
