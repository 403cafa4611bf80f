import { WireNameClash, WireNames } from '../naming';
import { MetadataError } from './errors';

/**
 * The wire names of an owner's members.
 *
 * @throws MetadataError WIRE_NAME_TAKEN if two names have the same wire name
 */
export function wireNamesOf(owner: string, names: readonly string[]): WireNames {
  try {
    return new WireNames(names);
  } catch (error) {
    if (!(error instanceof WireNameClash)) throw error;
    throw new MetadataError('WIRE_NAME_TAKEN', owner, error.wireName, error.first, error.second);
  }
}
