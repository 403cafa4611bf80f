import { Book, type BookDraft } from './book';

export class BookNotFoundError extends Error {
  constructor(id: string) {
    super(`There is no book ${id} on the shelf.`);
  }
}

export class ShelfFullError extends Error {
  constructor(capacity: number) {
    super(`The shelf holds ${capacity} books at most: take one away first.`);
  }
}

/** Books in memory, in insertion order. */
export class Bookshelf {
  /** Books by id, as text: the paths "01" and "1e0" match no book. */
  readonly #books = new Map<string, Book>();
  #lastId = 0;

  constructor(private readonly capacity: number) {}

  /** @param author  lists only books of this author */
  list(author?: string): readonly Book[] {
    return [...this.#books.values()].filter((book) => author === undefined || book.author === author);
  }

  /** @throws BookNotFoundError */
  read(id: string): Book {
    const book = this.#books.get(id);
    if (!book) throw new BookNotFoundError(id);
    return book;
  }

  /** @throws ShelfFullError */
  add(draft: BookDraft): Book {
    if (this.#books.size >= this.capacity) throw new ShelfFullError(this.capacity);
    this.#lastId += 1;
    return this.#put(this.#lastId, draft);
  }

  /** @throws BookNotFoundError */
  replace(id: string, draft: BookDraft): Book {
    return this.#put(this.read(id).id, draft);
  }

  /** @throws BookNotFoundError */
  remove(id: string): void {
    this.read(id);
    this.#books.delete(id);
  }

  clear(): void {
    this.#books.clear();
  }

  #put(id: number, draft: BookDraft): Book {
    const book = new Book(id, draft);
    this.#books.set(String(id), book);
    return book;
  }
}
