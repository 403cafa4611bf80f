/** The validated payload of a book. */
export class BookDraft {
  declare title: string;
  declare author: string;
  /** The year; `published_in` in payloads and responses. */
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
