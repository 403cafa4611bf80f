import Joi from 'joi';
import type { Request, Response } from 'koaggregate/core';
import { type Book, BookDraft } from './book';
import type { Bookshelf } from './bookshelf';

const RULES = Joi.object<BookDraft>({
  title: Joi.string().max(200).required(),
  author: Joi.string().max(200).required(),
  publishedIn: Joi.number().integer().min(1450),
});

/** Handles `/books`: a plain class whose methods are the targets of routes. */
export class BookResource {
  constructor(private readonly shelf: Bookshelf) {}

  list(request: Request): readonly Book[] {
    return this.shelf.list(request.getParameter('author'));
  }

  read(request: Request): Book {
    return this.shelf.read(request.pathParameters.id!);
  }

  create(request: Request, response: Response): void {
    const book = this.shelf.add(draftOf(request));
    response.setStatus(201).setHeader('Location', `${request.originalPath}/${book.id}`).setContent(book);
  }

  replace(request: Request): Book {
    return this.shelf.replace(request.pathParameters.id!, draftOf(request));
  }

  remove(request: Request, response: Response): void {
    this.shelf.remove(request.pathParameters.id!);
    response.setStatus(204);
  }
}

/** @throws Joi's ValidationError with all violations */
function draftOf(request: Request): BookDraft {
  const { error, value } = RULES.validate(request.getContentAs(BookDraft), { abortEarly: false, convert: false });
  if (error) throw error;
  return value;
}
