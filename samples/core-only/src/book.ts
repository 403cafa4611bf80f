/** What a client says of a book, once it is checked. */
export class BookDraft {
  declare title: string;
  declare author: string;
  /** The year; in payloads and answers `published_in`. */
  declare publishedIn?: number;
}

export class Book extends BookDraft {
  constructor(
    readonly id: number,
    draft: BookDraft,
  ) {
    super();
    Object.assign(this, draft);
  }
}
