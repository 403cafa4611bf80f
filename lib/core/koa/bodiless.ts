/** The status codes of responses without a body. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
