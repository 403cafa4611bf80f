import { type AggregateMetadata, type DomainClass, MetadataRegistry } from '../../lib/metadata';
import { FakeEntityReader, toMany } from '../support/fake-entity-reader';

class Order {}
class OrderItem {}
class Shipment {}
class Parcel {}
class Category {}
class Post {}
class Tag {}
class Comment {}

describe('the paths of an aggregate', () => {
  it('nest to any depth, shorter ones first', () => {
    const reader = new FakeEntityReader()
      .describe(Order, { collections: [toMany('orderItems', OrderItem, 'orderId'), toMany('tags', Tag)] })
      .describe(OrderItem, { collections: [toMany('shipments', Shipment, 'orderItemId')] })
      .describe(Shipment, { collections: [toMany('parcels', Parcel, 'shipmentId')] });

    expect(paths(aggregate(Order, [Order, OrderItem, Shipment, Parcel, Tag], reader))).toEqual([
      'orderItems',
      'tags',
      'orderItems.shipments',
      'orderItems.shipments.parcels',
    ]);
  });

  it('are none for a root without collections', () => {
    expect(paths(aggregate(Order, [Order], new FakeEntityReader()))).toEqual([]);
  });

  it('include one level of a self-association', () => {
    const reader = new FakeEntityReader().describe(Category, {
      collections: [toMany('children', Category, 'parentId'), toMany('posts', Post, 'categoryId')],
    });

    expect(paths(aggregate(Category, [Category, Post], reader))).toEqual(['children', 'posts']);
  });

  it("include one level of a child's self-association", () => {
    const reader = new FakeEntityReader()
      .describe(Post, { collections: [toMany('comments', Comment, 'postId')] })
      .describe(Comment, { collections: [toMany('replies', Comment, 'repliesToId')] });

    expect(paths(aggregate(Post, [Post, Comment], reader))).toEqual(['comments', 'comments.replies']);
  });

  it('reach a class once by each side of a diamond', () => {
    const reader = new FakeEntityReader()
      .describe(Order, {
        collections: [toMany('orderItems', OrderItem, 'orderId'), toMany('shipments', Shipment, 'orderId')],
      })
      .describe(OrderItem, { collections: [toMany('parcels', Parcel, 'orderItemId')] })
      .describe(Shipment, { collections: [toMany('parcels', Parcel, 'shipmentId')] });

    expect(paths(aggregate(Order, [Order, OrderItem, Shipment, Parcel], reader))).toEqual([
      'orderItems',
      'shipments',
      'orderItems.parcels',
      'shipments.parcels',
    ]);
  });

  it('do not return over a many-to-many that both sides declare', () => {
    const reader = new FakeEntityReader()
      .describe(Post, { collections: [toMany('tags', Tag)] })
      .describe(Tag, { collections: [toMany('posts', Post), toMany('comments', Comment, 'tagId')] });

    expect(paths(aggregate(Post, [Post, Tag, Comment], reader))).toEqual(['tags', 'tags.comments']);
    expect(paths(aggregate(Tag, [Post, Tag, Comment], reader))).toEqual(['posts', 'comments']);
  });

  it('do not enter a class twice by another property of a child', () => {
    const reader = new FakeEntityReader()
      .describe(Post, { collections: [toMany('comments', Comment, 'postId'), toMany('pinned', Comment, 'pinnedOnId')] })
      .describe(Comment, { collections: [toMany('tags', Tag)] })
      .describe(Tag, { collections: [toMany('mentions', Comment, 'tagId')] });

    expect(paths(aggregate(Post, [Post, Comment, Tag], reader))).toEqual([
      'comments',
      'pinned',
      'comments.tags',
      'pinned.tags',
    ]);
  });
});

function aggregate(root: DomainClass, types: DomainClass[], reader: FakeEntityReader): AggregateMetadata {
  const registry = new MetadataRegistry();
  registry.declareAggregate(root, {});
  registry.seal(types, reader);
  return registry.aggregate(root);
}

function paths(metadata: AggregateMetadata): string[] {
  return metadata.paths.map((path) => path.map(({ property }) => property).join('.'));
}
