/** The section `bulk`: several entities in one request. */
export interface BulkSection {
  /** Ids in a path, and elements of all arrays of a payload together, times the ids, at most; 413 above it. */
  readonly maxItems: number;
  /** What one missing id of several does: `report` it in `Missing-Ids`, or `reject` the whole request with 404. */
  readonly missing: 'report' | 'reject';
}
