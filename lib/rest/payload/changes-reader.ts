import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Access } from '../access/access';
import { type ChangesDraft, newDraft, type Position, type Write } from './changes-draft';
import type { ContentReader } from './content-reader';
import { isChosen, namesEntity } from './names-entity';
import { knownNames, linkMembersOf, namesInOrder, type PayloadMember, payloadMembers } from './payload-members';
import type { PayloadRules } from './payload-rules';
import { readAsNew } from './read-as-new';
import { readElement, readElements, refuseRepeated } from './read-elements';
import { readField } from './read-field';
import { readLink, requireLink } from './read-link';
import { readReference } from './read-reference';
import { readNestedSingle, readSingle } from './read-single';
import { readValue } from './read-value';

/** Walks through one content and its nested elements; what is wrong with it, the rules gather. */
export class ChangesReader implements ContentReader {
  constructor(
    readonly write: Write,
    readonly rules: PayloadRules,
  ) {}

  deferred(access: Access, rules = this.rules): ChangesReader {
    return new ChangesReader({ ...this.write, access }, rules);
  }

  readAt(path: Position['path'], entity: EntityMetadata, content: unknown): Changes {
    const { kind, collections } = this.write;
    const position: Position = { path, kind, collections };
    if (kind === 'update' && collections.at(-1)?.kind === 'oneToOne') return readSingle(this, position, content);
    // The route has been asked for already; whether it is to create or to link, only the payload tells.
    const mayLink = kind === 'create' && collections.at(-1)?.kind === 'manyToMany';
    return mayLink ? readElement(this, position, content) : this.read(entity, content, position);
  }

  readAll(entity: EntityMetadata, contents: readonly unknown[]): Changes[] {
    const all = contents.map((content, index) => this.readAt([index], entity, content));
    refuseRepeated(this, [], entity, all);
    return all;
  }

  /** What an array says of the collection of a parent, as changes of that parent. */
  readReplacement(collection: CollectionMetadata, content: unknown): Changes {
    const { collections } = this.write;
    const position: Position = { path: [], kind: 'update', collections: collections.slice(0, -1) };
    const draft = newDraft(collection.owner, position, false);
    readElements(this, draft, collection, content);
    return draft;
  }

  read(entity: EntityMetadata, content: unknown, position: Position): Changes {
    const isNamed = namesEntity(entity, content, position, this.write.isUnsaved);
    const named = this.readDraft(entity, content, position, isNamed);
    if (!isNamed) return named;
    if (isChosen(entity, position)) named.asNew = readAsNew(this, entity, content, position);
    return named;
  }

  readDraft(entity: EntityMetadata, content: unknown, position: Position, isNamed: boolean): ChangesDraft {
    const before = this.rules.violations.length;
    const draft = newDraft(entity, position, isNamed);
    if (!isPlainObject(content)) {
      this.rules.refuse(draft.path, 'must be an object', content);
      return draft;
    }
    const members = payloadMembers(entity, draft.kind);
    const { isOpen } = this.write.access;
    const within = draft.collections.at(-1);
    const links = within && within.joinFields.size > 0 ? linkMembersOf(within) : undefined;
    for (const wireName of namesInOrder(members, content)) {
      const member = members.byName.get(wireName);
      const linkMember = links?.get(wireName);
      if (linkMember) {
        readLink(this, draft, linkMember, content[wireName]);
        continue;
      }
      const isPlain = isOpen && member?.kind === 'field' && member.isWritable && !(isNamed && member.isKey);
      if (isPlain) readValue(this, draft, member, content[wireName]);
      else if (member) this.#readMember(draft, member, content[wireName]);
      else this.rules.refuseUnknown(draft.path, wireName, [...knownNames(entity), ...(links?.keys() ?? [])]);
    }
    const isNew = draft.kind === 'create' && !draft.isNamed;
    if (isNew) this.rules.requireFields(draft, content, members.missed);
    if (links) requireLink(this, draft, links, isNew);
    if (draft.kind === 'create' && draft.isNamed) this.#refuseChildren(draft);
    this.rules.askEntity(draft, isNew);
    if (members.hasValidators) this.rules.askModelLater(draft, isNew && this.rules.violations.length === before);
    return draft;
  }

  #readMember(draft: ChangesDraft, member: PayloadMember, json: unknown): void {
    if (member.kind === 'field') readField(this, draft, member, json);
    else if (member.kind === 'collection') this.#readCollection(draft, member.collection, json);
    else readReference(this, draft, member.reference, json);
  }

  #readCollection(draft: ChangesDraft, collection: CollectionMetadata, json: unknown): void {
    const path = [...draft.path, collection.property];
    if (!collection.nested) {
      return this.rules.refuse(path, 'is not written with its parent: use the routes of the collection');
    }
    if (collection.kind === 'oneToOne') return readNestedSingle(this, draft, collection, json);
    readElements(this, draft, collection, json);
  }

  #refuseChildren({ path, children }: ChangesDraft): void {
    for (const { property } of children.keys()) {
      this.rules.refuse([...path, property], 'is not written with an entity that is only linked: use its own routes');
    }
  }
}
