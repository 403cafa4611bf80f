import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Access } from '../access/access';
import { type ChangesDraft, newDraft, type Position, type WriteContext } from './changes-draft';
import type { ContentReader } from './content-reader';
import { identifiesExisting, isKeyChosen } from './identifies-existing';
import { linkMembersOf } from './link-members';
import { knownNames, namesInOrder, type PayloadMember, payloadMembers } from './payload-members';
import type { PayloadRules } from './payload-rules';
import { readElement, readElements, rejectRepeatedKeys } from './read-elements';
import { readField } from './read-field';
import { readLinkField, requireLinkFields } from './read-link';
import { readNewIfPermitted } from './read-new-entity';
import { readReference } from './read-reference';
import { readNestedSingle, readSingle } from './read-single';
import { readValue } from './read-value';

/** Reads a payload and its nested elements. Violations are collected in `rules`; the caller throws them. */
export class ChangesReader implements ContentReader {
  constructor(
    readonly context: WriteContext,
    readonly rules: PayloadRules,
  ) {}

  withAccess(access: Access, rules = this.rules): ChangesReader {
    return new ChangesReader({ ...this.context, access }, rules);
  }

  readAt(path: Position['path'], entity: EntityMetadata, content: unknown): Changes {
    const { kind, collections } = this.context;
    const position: Position = { path, kind, collections };
    const collectionKind = collections.at(-1)?.kind;
    if (kind === 'update' && collectionKind === 'oneToOne') return readSingle(this, position, content);
    // The payload decides whether a POST creates an entity or links an existing one, and which rights that needs.
    if (kind === 'create' && collectionKind === 'manyToMany') return readElement(this, position, content);
    return this.read(entity, content, position);
  }

  readAll(entity: EntityMetadata, contents: readonly unknown[]): Changes[] {
    const changes = contents.map((content, index) => this.readAt([index], entity, content));
    if (changes.length > 1) rejectRepeatedKeys(this, [], entity, changes);
    return changes;
  }

  /** Reads an array that replaces a collection, as changes of the parent. */
  readReplacement(collection: CollectionMetadata, content: unknown): Changes {
    const { collections } = this.context;
    const position: Position = { path: [], kind: 'update', collections: collections.slice(0, -1) };
    const draft = newDraft(collection.owner, position, false);
    readElements(this, draft, collection, content);
    return draft;
  }

  read(entity: EntityMetadata, content: unknown, position: Position): Changes {
    const isNamed = identifiesExisting(entity, content, position, this.context.isUnsaved);
    const draft = this.readDraft(entity, content, position, isNamed);
    // If clients choose keys, the entity may not exist yet: the payload is also read as that of a create.
    if (isNamed && isKeyChosen(entity, position)) draft.asNew = readNewIfPermitted(this, entity, content, position);
    return draft;
  }

  readDraft(entity: EntityMetadata, content: unknown, position: Position, isNamed: boolean): ChangesDraft {
    const violationsBefore = this.rules.violations.length;
    const draft = newDraft(entity, position, isNamed);
    if (!isPlainObject(content)) {
      this.rules.reject(draft.path, 'must be an object', content);
      return draft;
    }
    const members = payloadMembers(entity, draft.kind);
    const { isOpen } = this.context.access;
    const collection = draft.collections.at(-1);
    const linkMembers = collection && collection.joinFields.size > 0 ? linkMembersOf(collection) : undefined;
    for (const wireName of namesInOrder(members, content)) {
      const json = content[wireName];
      const linkMember = linkMembers?.get(wireName);
      if (linkMember) {
        readLinkField(this, draft, linkMember, json);
        continue;
      }
      const member = members.byWireName.get(wireName);
      // The common case: the value needs neither a permission nor a comparison with the stored one.
      const isPlain = isOpen && member?.kind === 'field' && member.isWritable && !(isNamed && member.isKey);
      if (isPlain) readValue(this, draft, member, json);
      else if (member) this.#readMember(draft, member, json);
      else this.rules.rejectUnknown(draft.path, wireName, [...knownNames(entity), ...(linkMembers?.keys() ?? [])]);
    }
    const isCreate = draft.kind === 'create';
    const isNew = isCreate && !isNamed;
    const isOnlyLinked = isCreate && isNamed;
    if (isNew) this.rules.checkAbsentFields(draft, content, members.absentFields);
    if (linkMembers) requireLinkFields(this, draft, linkMembers, isNew);
    if (isOnlyLinked) this.#rejectChildren(draft);
    this.rules.checkEntity(draft, isNew);
    if (members.hasValidators) {
      const isValid = this.rules.violations.length === violationsBefore;
      this.rules.deferModelCheck(draft, isNew && isValid);
    }
    return draft;
  }

  #readMember(draft: ChangesDraft, member: PayloadMember, json: unknown): void {
    if (member.kind === 'field') readField(this, draft, member, json);
    else if (member.kind === 'collection') this.#readCollection(draft, member.collection, json);
    else readReference(this, draft, member.reference, json);
  }

  #readCollection(draft: ChangesDraft, collection: CollectionMetadata, json: unknown): void {
    if (!collection.nested) {
      const path = [...draft.path, collection.property];
      return this.rules.reject(path, 'cannot be written with its parent: use the routes of the collection');
    }
    if (collection.kind === 'oneToOne') return readNestedSingle(this, draft, collection, json);
    readElements(this, draft, collection, json);
  }

  #rejectChildren({ path, children }: ChangesDraft): void {
    for (const { property } of children.keys()) {
      this.rules.reject(
        [...path, property],
        'cannot be written with an entity that is only linked: use the routes of that entity',
      );
    }
  }
}
