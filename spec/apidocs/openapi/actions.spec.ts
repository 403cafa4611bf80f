import { Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain } from '../../../lib';
import { inspectedDocument, resolved } from '../../support/inspected-document';

@AggregateRoot
@Table({ tableName: 'drafts' })
class Draft extends BaseDomain {
  @Action({ value: 'review', returns: Draft })
  async review(): Promise<Draft> {
    return this;
  }

  @Action({ value: 'siblings', returns: [Draft] })
  async siblings(): Promise<Draft[]> {
    return [this];
  }

  @Action({ value: 'title', returns: String })
  async title(): Promise<string> {
    return 'A draft';
  }

  @Action({ value: 'copy' })
  copy(): Draft {
    return this;
  }

  @Action({ value: 'check' })
  async check(): Promise<object> {
    return {};
  }
}

describe('An action, in the OpenAPI document', () => {
  const draft = { $ref: '#/components/schemas/Draft' };
  const preview = { $ref: '#/components/schemas/Preview' };

  it.each([
    ['review', { oneOf: [draft, preview] }],
    ['siblings', { oneOf: [{ type: 'array', items: draft }, preview] }],
    ['copy', { oneOf: [draft, preview] }],
    ['check', { description: 'The model does not declare its type.' }],
  ])('has the type that `returns` declares: %s', async (name, schema) => {
    const { paths, components } = await inspectedDocument([Draft]);
    const { content, description } = resolved(components, paths[`/drafts/{id}/${name}`]!.put!.responses['200']);

    expect(content['application/json'].schema).toEqual(schema);
    expect(description).toMatch(name === 'check' ? /does not declare/ : /^The result of the action\.$/);
  });

  it('has the type of text apart from that of its preview, which is no text', async () => {
    const { paths, components } = await inspectedDocument([Draft]);
    const { content } = resolved(components, paths['/drafts/{id}/title']!.put!.responses['200']);

    expect(content['text/plain'].schema).toEqual({ type: 'string' });
    expect(content['application/json'].schema).toEqual({ oneOf: [{ type: 'string' }, preview] });
  });

  it('has the media types that can hold its result: CSV for a list, plain text for a string', async () => {
    const { paths, components } = await inspectedDocument([Draft]);
    const typesOf = (name: string) =>
      Object.keys(resolved(components, paths[`/drafts/{id}/${name}`]!.put!.responses['200']).content);

    expect(typesOf('review')).toEqual(['application/json', 'application/xml', 'application/yaml']);
    expect(typesOf('siblings')).toContain('text/csv');
    expect(typesOf('title')).toContain('text/plain');
  });
});
