import 'reflect-metadata';
import { AllowNull, BelongsTo, BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { Action, AggregateRoot } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { KeyOf, PrimaryKeyOf, StringColumn } from '../support/columns';
import { type ApiResponse, useServed } from '../support/serve-shop';
import { allStatementsOf, statementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGINT AUTO_INCREMENT PRIMARY KEY';
const TIMES = 'created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, version INTEGER NOT NULL DEFAULT 0';

/** A table that was created elsewhere, without the foreign key that its class has. */
const SCHEMA = [`CREATE TABLE letters (id ${KEY}, writer_id BIGINT, reader_id BIGINT, ${TIMES})`];

@AggregateRoot
@Table({ tableName: 'persons' })
class Person extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@AggregateRoot
@Table({ tableName: 'topics' })
class Topic extends BaseDomain {}

@Table({ tableName: 'post_topics', timestamps: false })
class PostTopic extends Model {
  @PrimaryKeyOf(() => Post) declare postId: EntityId;
  @PrimaryKeyOf(() => Topic) declare topicId: EntityId;
}

@Table({ tableName: 'replies' })
class Reply extends BaseDomain {
  @KeyOf(() => Post) declare postId: EntityId | null;
  @KeyOf(() => Person) declare personId: EntityId | null;

  @BelongsTo(() => Person, { foreignKey: 'personId', constraints: false, onDelete: 'CASCADE' })
  declare person: Ref<Person> | null;
}

@AggregateRoot
@Table({ tableName: 'posts' })
class Post extends BaseDomain {
  @StringColumn(20) declare title: string | null;
  @KeyOf(() => Person) declare personId: EntityId | null;
  @BelongsTo(() => Person, { foreignKey: 'personId', constraints: false }) declare person: Ref<Person> | null;
  @KeyOf(() => Person) declare editorId: EntityId | null;

  @BelongsTo(() => Person, { foreignKey: 'editorId', constraints: false, onDelete: 'SET NULL' })
  declare editor: Ref<Person> | null;

  @HasMany(() => Reply, 'postId') declare replies: Reply[];

  @BelongsToMany(() => Topic, {
    through: () => PostTopic,
    foreignKey: 'postId',
    otherKey: 'topicId',
    constraints: false,
  })
  declare topics: Topic[];

  @Action({ value: 'sign' })
  sign(by: number): void {
    this.personId = by;
  }
}

@AggregateRoot
@Table({ tableName: 'letters' })
class Letter extends BaseDomain {
  /** Sequelize would create its foreign key with SET NULL. */
  @AllowNull @KeyOf(() => Person) declare writerId: EntityId | null;
  @BelongsTo(() => Person, 'writerId') declare writer: Ref<Person> | null;
  @KeyOf(() => Person) declare readerId: EntityId | null;
  @BelongsTo(() => Person, { foreignKey: 'readerId', onDelete: 'RESTRICT' }) declare reader: Ref<Person> | null;
}

/** Refers to a picture or a film, by a column without a foreign key. */
@AggregateRoot
@Table({ tableName: 'likes' })
class Like extends BaseDomain {
  @Column(DataType.BIGINT) declare subjectId: EntityId | null;
  @BelongsTo(() => Picture, { foreignKey: 'subjectId', constraints: false }) declare picture: Ref<Picture> | null;
  @BelongsTo(() => Film, { foreignKey: 'subjectId', constraints: false }) declare film: Ref<Film> | null;
}

@AggregateRoot
@Table({ tableName: 'pictures' })
class Picture extends BaseDomain {}

@AggregateRoot
@Table({ tableName: 'films' })
class Film extends BaseDomain {}

/** Has its foreign key. */
@AggregateRoot
@Table({ tableName: 'cards' })
class Card extends BaseDomain {
  @KeyOf(() => Person) declare personId: EntityId | null;
  @BelongsTo(() => Person) declare person: Ref<Person> | null;
}

const MISSING = 987_654;

let person: Person;

const types = [Person, Topic, PostTopic, Reply, Post, Letter, Like, Picture, Film, Card];
const served = useServed(types, { schema: SCHEMA });
beforeEach(async () => {
  person = await Person.create();
});

const post = (path: string, body: object) => served.request('POST', path, body);
const missing = (field: string) => ({
  status: 409,
  body: { detail: `${field} refers to the Person ${MISSING}, which does not exist.` },
});

describe('A reference that the database does not check', () => {
  it('to a row that does not exist is 409 in a create, and stores nothing', async () => {
    const count = await Post.count();

    expect(await post('/posts', { person_id: MISSING })).toMatchObject(missing('person_id'));
    expect(await post('/posts', { person: { id: MISSING } })).toMatchObject(missing('person_id'));
    expect((await post('/posts', [{ person_id: person.id }, { person_id: MISSING }])).status).toBe(409);
    expect((await post('/posts', { replies: [{ person_id: MISSING }] })).status).toBe(409);

    expect(await Post.count()).toBe(count);
  });

  it('is stored if the row exists', async () => {
    const { status, body } = await post('/posts', {
      person_id: person.id,
      editor_id: person.id,
      replies: [{ person: { id: person.id } }],
    });

    expect([status, body.person_id, body.replies[0].person_id]).toEqual([201, person.id, person.id]);
  });

  it.each(['PUT', 'PATCH'])('to a row that does not exist is 409 in an update by %s', async (method) => {
    const [one, other] = [await Post.create(), await Post.create({ personId: person.id } as never)];

    const response = await served.request(method, `/posts/${one.id}`, { person_id: MISSING });

    expect(response).toMatchObject(missing('person_id'));
    expect((await served.request(method, `/posts/${one.id},${other.id}`, { editor_id: MISSING })).status).toBe(409);
    expect((await served.request(method, `/posts/${other.id}`, { person_id: null })).status).toBe(200);
  });

  it('to a row that does not exist is 409 in an action', async () => {
    const one = await Post.create();

    expect((await served.request('PUT', `/posts/${one.id}/sign`, { by: MISSING })).status).toBe(409);
    expect((await Post.findByPk(one.id))!.personId).toBeNull();
  });

  it('is rejected in the link to a row that does not exist', async () => {
    const one = await Post.create();

    expect((await post(`/posts/${one.id}/topics`, { id: MISSING })).status).toBe(422);
    expect((await post('/posts', { topics: [{ id: MISSING }] })).status).toBe(422);
    expect(await PostTopic.count()).toBe(0);
  });

  it('is checked, too, if a table that exists lacks the foreign key of its class', async () => {
    expect(await post('/letters', { writer_id: MISSING })).toMatchObject(missing('writer_id'));
    expect((await post('/letters', { writer_id: person.id })).status).toBe(201);
  });

  it('may be to one of several classes', async () => {
    const film = await Film.create({ id: 4711 } as never);

    expect((await post('/likes', { subject_id: film.id })).status).toBe(201);
    expect((await post('/likes', { subject_id: MISSING })).status).toBe(409);
    expect((await served.request('DELETE', `/films/${film.id}`)).status).toBe(204);
  });
});

describe('The query for references', () => {
  const reads = async (path: string, body: object, method = 'POST') =>
    (await statementsOf(Post, () => served.request(method, path, body))).filter((text) => /FROM .persons./.test(text));

  it('is one for each class that is referred to, in the transaction of the write', async () => {
    const body = [
      { person_id: person.id, editor_id: person.id },
      { person_id: person.id, editor_id: null },
    ];

    const sent = await allStatementsOf(Post, () => post('/posts', body));

    expect(sent.filter((text) => /FROM .persons./.test(text))).toHaveLength(1);
    expect(sent.findIndex((text) => /FROM .persons./.test(text))).toBeGreaterThan(
      sent.findIndex((text) => /^(BEGIN|START)/.test(text)),
    );
  });

  it('is not sent without a reference, or if none changes', async () => {
    const { body } = await post('/posts', { person_id: person.id });

    expect(await reads('/posts', { title: 'none' })).toEqual([]);
    expect(await reads(`/posts/${body.id}`, { title: 'new', person_id: person.id }, 'PUT')).toEqual([]);
  });

  it('is not sent where the database has the foreign key', async () => {
    expect(await reads('/cards', { person_id: person.id })).toEqual([]);
    expect((await post('/cards', { person_id: MISSING })).status).toBe(409);
  });
});

describe('DELETE of an entity that rows refer to without a foreign key', () => {
  const remove = async (path = `/people/${person.id}`) => served.request('DELETE', path);

  beforeEach(() => Reply.destroy({ where: {} }));

  it('is 409 if the class declares no rule', async () => {
    const one = await Post.create({ personId: person.id } as never);

    expect(await remove()).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^Post entities/) } });

    await one.destroy();
    expect((await remove()).status).toBe(204);
  });

  it('follows the rule of the class', async () => {
    const { id: editorId } = person;
    const one = await Post.create({ editorId } as never);
    const reply = await Reply.create({ postId: one.id, personId: editorId } as never);

    expect((await remove()).status).toBe(204);

    expect((await Post.findByPk(one.id))!.editorId).toBeNull();
    expect(await Reply.findByPk(reply.id)).toBeNull();
  });

  it('follows the rule that the foreign key would have, if a table that exists lacks it', async () => {
    const letter = await Letter.create({ writerId: person.id, readerId: person.id } as never);

    expect((await remove()).status).toBe(409);

    await letter.update({ readerId: null });
    expect((await remove()).status).toBe(204);
    expect((await Letter.findByPk(letter.id))!.writerId).toBeNull();
  });

  it('removes its rows from join tables, on both sides', async () => {
    const one = await Post.create();
    const [topic, other] = [await Topic.create(), await Topic.create()];
    for (const { id } of [topic, other]) await post(`/posts/${one.id}/topics`, { id });

    expect((await remove(`/topics/${topic.id}`)).status).toBe(204);
    expect(await PostTopic.findAll({ raw: true })).toMatchObject([{ topicId: other.id }]);
    expect((await remove(`/posts/${one.id}`)).status).toBe(204);
    expect(await PostTopic.count()).toBe(0);
  });
});

describe('A reference and the delete of its row at the same time', () => {
  it('leave no reference to a row that does not exist', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await Person.create();
      const one = await Post.create();

      const requests: readonly Promise<ApiResponse>[] = [
        served.request('PUT', `/posts/${one.id}`, { person_id: id }),
        served.request('DELETE', `/people/${id}`),
      ];
      const [update, removal] = (await Promise.all(requests)).map(({ status }) => status);

      expect([
        [200, 409],
        [409, 204],
      ]).toContainEqual([update, removal]);
      expect((await Post.findByPk(one.id))!.personId).toBe(update === 200 ? id : null);
    }
  });
});
