import { ValidationError } from 'joi';
import { Application, ConflictException, CsvSerializer, NotFoundException, RouteConfiguration } from 'koaggregate/core';
import { BookResource } from './book-resource';
import { BookNotFoundError, Bookshelf, ShelfFullError } from './bookshelf';
import { BookshelfConfiguration } from './bookshelf-configuration';
import { FirstBooks } from './first-books';
import { TimingFilter } from './timing-filter';
import { ValidationHandler } from './validation-handler';

export class BookshelfApplication extends Application<BookshelfConfiguration> {
  static override readonly Configuration = BookshelfConfiguration;

  #shelf?: Bookshelf;

  override registerPlugins(): void {
    this.registerPlugin(new FirstBooks(this.shelf));
  }

  override defineRoutes(): void {
    const books = this.resource(new BookResource(this.shelf));
    books.builder('/books').action('GET', 'list').action('POST', 'create');
    books.builder('/books/{id}').action('GET', 'read').action('PUT', 'replace').action('DELETE', 'remove');
    const asCsv = new RouteConfiguration({ defaultMediaType: 'text/csv' }).addSerializer(
      'text/csv',
      new CsvSerializer(),
    );
    books.builder('/books/export').action('GET', 'list').using(asCsv);
  }

  override addFilters(): void {
    this.addFilter(new TimingFilter());
  }

  override mapExceptions(): void {
    super.mapExceptions();
    this.addExceptionMapping(BookNotFoundError, NotFoundException);
    this.addExceptionMapping(ShelfFullError, ConflictException);
    this.addExceptionHandler(ValidationError, new ValidationHandler());
  }

  get shelf(): Bookshelf {
    this.#shelf ??= new Bookshelf(this.configuration.capacity);
    return this.#shelf;
  }
}
