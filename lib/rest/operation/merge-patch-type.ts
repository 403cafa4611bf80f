/** The media type of RFC 7396, which merges into JSON columns; see `WriteContext.isMergePatch`. */
export const MERGE_PATCH = 'application/merge-patch+json';
