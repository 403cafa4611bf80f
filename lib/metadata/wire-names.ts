import { WireNameClash, WireNames } from '../naming';
import { MetadataError } from './errors';

/**
 * Each name has a wire name of its own.
 *
 * @throws MetadataError WIRE_NAME_TAKEN
 */
export function verifyWireNames(owner: string, names: readonly string[]): void {
  try {
    void new WireNames(names);
  } catch (error) {
    if (!(error instanceof WireNameClash)) throw error;
    throw new MetadataError('WIRE_NAME_TAKEN', owner, error.wireName, error.first, error.second);
  }
}
