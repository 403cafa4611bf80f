import { Caption, Comment, gallery, Image, Marking, Video } from '../support/domain/gallery';
import { useServed } from '../support/serve-shop';

const served = useServed(gallery);
const { create, read, request } = served;

const textsOf = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

/** A video and an image with the same id, each with comments. */
let id: number;
const both = () => ({ video: `/videos/${id}`, image: `/images/${id}` });

beforeEach(async () => {
  await Caption.destroy({ where: {} });
  await Comment.destroy({ where: {} });
  await Marking.destroy({ where: {} });
  await Video.destroy({ where: {} });
  await Image.destroy({ where: {} });
  const { id: videoId } = await create('/videos', { title: 'V', comments: [{ text: 'of the video' }] });
  await Image.create({ id: videoId, title: 'I' });
  id = videoId;
  await create(`/images/${id}/comments`, { text: 'of the image' });
});

describe('A one-to-many collection with a scope', () => {
  it('contains the elements that match the scope, in lists, by key and in the response of the root', async () => {
    const { video, image } = both();
    const [comment] = await read(`${image}/comments`);

    expect(textsOf(await read(`${video}/comments`))).toEqual(['of the video']);
    expect(textsOf(await read(`${image}/comments`))).toEqual(['of the image']);
    expect(textsOf((await read(`${video}?expand=comments`)).comments)).toEqual(['of the video']);
    expect((await read('/videos?expand=comments'))[0].comments).toHaveLength(1);
    expect(await read(`${video}/comments?page=1`)).toMatchObject({ total: 1, count: 1 });
    expect(await request('GET', `${video}/comments/${comment.id}`)).toMatchObject({ status: 404 });
    expect(await request('PUT', `${video}/comments/${comment.id}`, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await request('DELETE', `${video}/comments/${comment.id}`)).toMatchObject({ status: 404 });
  });

  it('is searched by these elements only', async () => {
    expect(await read('/videos?comments.text=of the video')).toHaveLength(1);
    expect(await request('GET', '/videos?comments.text=of the image')).toMatchObject({ status: 200, body: [] });
  });

  it('sets the values of the scope on new elements, through the collection and with the root', async () => {
    expect(await read('/comments?text=of the image')).toMatchObject([{ owner_type: 'image', owner_id: id }]);
    expect(await read('/comments?text=of the video')).toMatchObject([{ owner_type: 'video', owner_id: id }]);
    const { status } = await request('PUT', both().video, { comments: [{ text: 'later' }] });
    expect(status).toBe(200);
    expect(textsOf(await read(`${both().video}/comments`))).toEqual(['of the video', 'later']);
  });

  it('accepts the values of the scope in a payload, and rejects other values by field', async () => {
    const { video } = both();
    const path = `${video}/comments`;

    expect(await request('POST', path, { text: 'equal', owner_type: 'video', owner_id: id })).toMatchObject({
      status: 201,
    });
    expect(await request('POST', path, { text: 'other', owner_type: 'image' })).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'owner_type', message: 'must be video in comments: leave it out' }] },
    });
    const nested = { title: 'W', comments: [{ text: 'other', owner_type: 'image' }] };
    expect((await request('POST', '/videos', nested)).body.field_errors[0].field).toBe('comments[0].owner_type');
    expect(await Comment.count()).toBe(3);
  });

  it('rejects an update that would move an element out of the scope', async () => {
    const { video } = both();
    const [comment] = await read(`${video}/comments`);
    const rejected = {
      status: 422,
      body: { field_errors: [{ message: expect.stringContaining('cannot be changed') }] },
    };

    const moved = { owner_type: 'image' };
    expect(await request('PUT', `${video}/comments/${comment.id}`, moved)).toMatchObject(rejected);
    expect(await request('PUT', video, { comments: [{ id: comment.id, ...moved }] })).toMatchObject(rejected);
    expect(await request('PUT', `${video}/comments/${comment.id}`, comment)).toMatchObject({ status: 200 });
  });

  it('does not find an element out of the scope by its id in a payload', async () => {
    const [comment] = await read(`${both().image}/comments`);
    const payload = { comments: [{ id: comment.id, text: 'stolen' }] };

    expect(await request('PUT', both().video, payload)).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'comments[0].id', message: 'names no Comment of this Video' }] },
    });
    expect(textsOf(await read(`${both().image}/comments`))).toEqual(['of the image']);
  });

  it('deletes only its own elements with the root', async () => {
    expect((await request('DELETE', both().video)).status).toBe(204);

    expect(textsOf(await read('/comments'))).toEqual(['of the image']);
  });

  it('prevents the delete of the root when its elements are roots, while elements of other classes do not', async () => {
    const { id: bare } = await create('/images', { title: 'bare' });
    await Comment.create({ text: 'of a video', ownerType: 'video', ownerId: bare });

    expect(await request('DELETE', `/images/${bare}`)).toMatchObject({ status: 204 });
    expect(await request('DELETE', both().image)).toMatchObject({ status: 409 });
    expect(await Comment.count()).toBe(3);
  });

  it('increments the version of the root that holds the written element, and of no other root', async () => {
    const versions = async () => [(await Video.findByPk(id))!.version, (await Image.findByPk(id))!.version];
    const [comment] = await read('/comments?text=of the video');
    const [video, image] = (await versions()) as [number, number];

    expect((await request('PUT', `/comments/${comment.id}`, { text: 'changed' })).status).toBe(200);
    expect(await versions()).toEqual([video + 1, image]);
    expect((await request('PUT', `/comments/${comment.id}`, { owner_type: 'image' })).status).toBe(200);
    expect(await versions()).toEqual([video + 2, image + 1]);
    expect((await request('DELETE', `/comments/${comment.id}`)).status).toBe(204);
    expect(await versions()).toEqual([video + 2, image + 2]);
    await create('/comments', { text: 'new', owner_type: 'video', owner_id: id });
    expect(await versions()).toEqual([video + 3, image + 2]);
  });

  it('separates two collections of one class by a column that no payload can set', async () => {
    const { video } = both();
    await create(`${video}/english`, { text: 'hello' });
    expect((await request('PUT', video, { french: [{ text: 'bonjour' }] })).status).toBe(200);

    const { english, french } = await read(`${video}?expand=english,french`);
    expect([textsOf(english), textsOf(french)]).toEqual([['hello'], ['bonjour']]);
    expect(await request('POST', `${video}/french`, { text: 'x', language: 'fr' })).toMatchObject({ status: 422 });
    expect((await request('DELETE', `${video}/french/${french[0].id}`)).status).toBe(204);
    expect(textsOf(await read(`${video}/english`))).toEqual(['hello']);
  });
});

describe('A to-one association whose foreign key belongs to several classes', () => {
  it('returns, and is searched by, the entity of the class that the scope of the inverse side names', async () => {
    const [comment] = await read('/comments?text=of the image&expand=video,image');

    expect(comment).toMatchObject({ image: { id, title: 'I' } });
    expect(comment).not.toHaveProperty('video');
    expect(textsOf(await read('/comments?video.title=V'))).toEqual(['of the video']);
    expect(textsOf(await read('/comments?image.title=I'))).toEqual(['of the image']);
  });
});

describe('A many-to-many collection with a scope on its elements and on its join table', () => {
  it('lists, creates, links and unlinks matching elements and rows', async () => {
    const { video, image } = both();
    const genre = await create(`${image}/genres`, { name: 'noir' });
    await create(`${image}/places`, { name: 'Rome' });
    expect(genre).toMatchObject({ kind: 'genre' });

    await create(`${video}/genres`, { id: genre.id });
    expect(namesOf(await read(`${video}/genres`))).toEqual(['noir']);
    expect(namesOf(await read(`${image}/genres`))).toEqual(['noir']);
    expect(namesOf(await read(`${image}/places`))).toEqual(['Rome']);

    expect((await request('DELETE', `${image}/genres/${genre.id}`)).status).toBe(204);
    expect(await read(`${image}/genres`)).toEqual([]);
    expect(namesOf(await read(`${video}/genres`))).toEqual(['noir']);
  });

  it('is expanded and searched by matching elements', async () => {
    const { image } = both();
    await create(`${image}/genres`, { name: 'noir' });
    await create(`${image}/places`, { name: 'Rome' });

    const expanded = await read(`${image}?expand=genres,places`);
    expect([namesOf(expanded.genres), namesOf(expanded.places)]).toEqual([['noir'], ['Rome']]);
    expect(await read('/images?places.name=Rome')).toHaveLength(1);
    expect(await read('/images?places.name=noir')).toEqual([]);
  });

  it('does not link an entity that does not match, and rejects a contradicting value', async () => {
    const { image } = both();
    const place = await create('/marks', { name: 'Oslo', kind: 'place' });

    expect(await request('POST', `${image}/genres`, { id: place.id })).toMatchObject({ status: 422 });
    expect(await request('POST', `${image}/genres`, { name: 'pop', kind: 'place' })).toMatchObject({
      status: 422,
      body: { field_errors: [{ field: 'kind', message: 'must be genre in genres: leave it out' }] },
    });
    await create(`${image}/places`, { id: place.id });
    const moved = { places: [{ id: place.id, kind: 'genre' }] };
    expect(await request('PUT', image, moved)).toMatchObject({ status: 422 });
  });

  it('unlinks the elements of a deleted root, and keeps the rows of other classes with the same key', async () => {
    const { video, image } = both();
    const { id: genre } = await create(`${image}/genres`, { name: 'noir' });
    await create(`${video}/genres`, { id: genre });

    expect((await request('DELETE', video)).status).toBe(204);

    expect(namesOf(await read(`${image}/genres`))).toEqual(['noir']);
    expect(await Marking.count()).toBe(1);
  });
});
