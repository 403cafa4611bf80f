/** Code → message. A message names the culprit and the way out. */
const MESSAGES = {
  DOMAIN_EMPTY: () =>
    'The application has no domain classes: list their folders in db.packagesToScan, or pass them as `domain`.',
  MODULE_FAILED: (file, reason) => `The module ${file} of db.packagesToScan cannot be loaded: ${reason}`,
  NOTHING_TO_SCAN: (name, root) =>
    `db.packagesToScan names "${name}", and there is no module in it below ${root}: correct the name, or the module root.`,
} satisfies Record<string, (...facts: string[]) => string>;

export type ScanErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const SCAN_ERROR_CODES = Object.keys(MESSAGES) as readonly ScanErrorCode[];

/** The domain classes cannot be found; it stops the start. */
export class ScanError extends Error {
  override readonly name = 'ScanError';

  constructor(
    readonly code: ScanErrorCode,
    facts: readonly string[],
    options?: ErrorOptions,
  ) {
    super((MESSAGES[code] as (...facts: string[]) => string)(...facts), options);
  }
}
