/** The section `search`: what the query of a read may ask for. */
export interface SearchSection {
  /** The highest `per_page`; 400 above it. */
  readonly maxPerPage: number;
  /** `per_page` where only `page` is given; at most `maxPerPage`. */
  readonly defaultPerPage: number;
  /** What a parameter does that is not known: `reject` it with 400, or `ignore` it. */
  readonly unknownParameters: 'reject' | 'ignore';
}
