import { Application, type ApplicationOptions, ForbiddenException, Resource } from '../../lib';
import { favourites, Person, Post, Remark } from '../support/domain/favourites';
import { useServed } from '../support/serve-shop';

@Resource(Post)
class PostResource {
  deletePostRemark(): never {
    throw new ForbiddenException('Remarks stay.');
  }
}

let routes: readonly string[];

class FavouritesApplication extends Application {
  constructor(options: ApplicationOptions) {
    super(options);
    this.addGuard({
      verifyRoutes: (all) => {
        routes = all.map(({ method, path }) => `${method} ${path}`);
      },
    });
  }
}

let postId: number;
let remarkId: number;
let personId: number;

const served = useServed(favourites, { Class: FavouritesApplication, resources: [PostResource] });

beforeEach(async () => {
  const { body } = await served.request('POST', '/posts', { title: 'On rain', remarks: [{ text: 'wet' }] });
  postId = body.id;
  remarkId = Number((await Remark.first({ postId }))!.id);
  personId = (await served.request('POST', '/people', { name: 'Ada' })).body.id;
  const person = await Person.findById(personId);
  await person!.$add('favs', postId);
});

describe('Below a collection without read', () => {
  it('there are no routes, so that its rows have no second path beside an override', async () => {
    const below = `/people/${personId}/favs/${postId}`;

    expect(await served.request('DELETE', `/posts/${postId}/remarks/${remarkId}`)).toMatchObject({ status: 403 });
    expect(await served.request('DELETE', `${below}/remarks/${remarkId}`)).toMatchObject({ status: 404 });
    expect(await served.request('POST', `${below}/remarks`, { text: 'dry' })).toMatchObject({ status: 404 });
    expect(await served.request('GET', `${below}/cover`)).toMatchObject({ status: 404 });
    expect(await Remark.count({ where: { postId } })).toBe(1);
  });

  it('only actions, which the root declares with their path, keep their routes (our choice)', async () => {
    const below = `/people/${personId}/favs/${postId}`;

    expect(routes.filter((route) => route.includes('/favs/'))).toEqual([
      'PUT /people/{person_id}/favs/{id}/pin',
      'PUT /people/{person_id}/favs/{fav_id}/remarks/{id}/quote',
    ]);
    expect(await served.request('PUT', `${below}/pin`)).toMatchObject({ status: 200, body: 'Ada pins On rain' });
    expect(await served.request('PUT', `${below}/remarks/${remarkId}/quote`)).toMatchObject({
      status: 200,
      body: 'Ada quotes wet',
    });
  });

  it('that is a single child there are none either; its own stay as its flags say', async () => {
    expect(routes.filter((route) => route.includes('/badge'))).toEqual([
      'PUT /people/{id}/badge',
      'PATCH /people/{id}/badge',
      'DELETE /people/{id}/badge',
    ]);
    expect(await served.request('PUT', `/people/${personId}/badge`, { motto: 'dry' })).toMatchObject({ status: 201 });
    expect(await served.request('POST', `/people/${personId}/badge/lines`, {})).toMatchObject({ status: 404 });
  });

  it('its rows keep the routes of other paths, with large values, single children and restore', () => {
    expect(routes).toEqual(
      expect.arrayContaining([
        'PUT /posts/{id}/scan',
        'GET /posts/{post_id}/remarks/{id}/scan',
        'PUT /posts/{post_id}/remarks/{id}/restore',
        'PUT /posts/{id}/cover',
      ]),
    );
  });

  it('a write of its rows still locks and versions the root that holds them', async () => {
    const versionBefore = (await Person.findById(personId))!.version;

    await served.request('PUT', `/posts/${postId}/remarks/${remarkId}`, { text: 'damp' });

    expect(Number((await Person.findById(personId))!.version)).toBeGreaterThan(Number(versionBefore));
  });
});
