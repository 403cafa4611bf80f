import { DataTypes, Model, Sequelize } from 'sequelize';
import { Application, Container, describeModel } from '../../../lib';
import { POOL } from '../pool';

// An application of plain models, which sends requests to itself: `node library.js URL` prints their responses, a line each.

class Author extends Model {
  rename(name: string): Promise<this> {
    return this.update({ name });
  }
}
class Book extends Model {}
class Genre extends Model {}

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:' });
Author.init({ name: { type: DataTypes.STRING, allowNull: false, validate: { len: [2, 40] } } }, { sequelize });
Book.init({ title: DataTypes.STRING }, { sequelize, scopes: { titled: { where: { title: 'Emma' } } } });
Genre.init({ name: { type: DataTypes.STRING, unique: true } }, { sequelize, timestamps: false });
Author.hasMany(Book, { as: 'books', foreignKey: { name: 'authorId', allowNull: false }, onDelete: 'CASCADE' });
Book.belongsTo(Author, { as: 'author', foreignKey: 'authorId' });
Author.belongsToMany(Genre, { as: 'genres', through: 'AuthorGenres' });
Author.beforeCreate((author) => {
  author.set('name', `${author.get('name')}.`);
});

const described = [
  describeModel(Author, {
    root: true,
    searchable: ['name'],
    collections: { books: { embed: true } },
    actions: { rename: { parameters: [String] } },
  }),
  describeModel(Book, { searchable: ['title'] }),
  describeModel(Genre, { root: true }),
];

/** By the names of the requests: what a client sends, one after the other. */
const REQUESTS: readonly [method: string, path: string, body?: object][] = [
  ['POST', '/genres', { name: 'novel' }],
  ['POST', '/authors', { name: 'Austen', books: [{ title: 'Emma' }], genres: [{ id: 1 }] }],
  ['POST', '/authors', { name: 'A' }],
  ['GET', '/authors/1/genres'],
  ['GET', '/authors/1/books?title=Emma'],
  ['PUT', '/authors/1/rename', { name: 'Jane' }],
  ['GET', '/authors?name=Jane'],
  ['DELETE', '/authors/1'],
  ['GET', '/genres'],
];

async function main(url: string): Promise<void> {
  const db = { url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
  const application = new (class Library extends Application {})({
    ...{ domain: described, moduleRoot: __dirname, configDir: __dirname, configuration: { name: 'library', db } },
  });
  const connectors = [{ port: 0, scheme: 'http' }];
  const container = new Container({
    ...{ applications: [application], configDir: __dirname, configuration: { server: { connectors } } },
  });
  await container.start();
  for (const [method, path, body] of REQUESTS) {
    const response = await fetch(`${container.addresses[0]}${path}`, {
      ...{ method, body: body && JSON.stringify(body), headers: { 'Content-Type': 'application/json' } },
    });
    process.stdout.write(`${method} ${path}: ${response.status} ${namesIn(await response.text())}\n`);
  }
  await container.stop();
}

/** The texts in a body, which do not depend on the time. */
function namesIn(text: string): string {
  return [...text.matchAll(/"(?:name|title|field)":"([^"]*)"/g)].map(([, name]) => name).join(' ');
}

void main(process.argv[2]!);
