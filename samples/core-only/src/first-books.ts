import type { Plugin } from 'koaggregate/core';
import type { Bookshelf } from './bookshelf';

/** Adds a few books when the application starts, and removes all books when it stops. */
export class FirstBooks implements Plugin {
  constructor(private readonly shelf: Bookshelf) {}

  init(): void {
    this.shelf.add({ title: 'Middlemarch', author: 'George Eliot', publishedIn: 1871 });
    this.shelf.add({ title: 'Silas Marner', author: 'George Eliot', publishedIn: 1861 });
    this.shelf.add({ title: 'Dead Souls', author: 'Nikolai Gogol', publishedIn: 1842 });
  }

  destroy(): void {
    this.shelf.clear();
  }
}
