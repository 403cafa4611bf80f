import {
  type Annotations,
  type CollectionMetadata,
  everyField,
  type MetadataRegistry,
  type ModelMistakes,
} from '../../metadata';
import { PUBLIC, type PublicEntry, SecurityError } from '../../security';

interface Marked {
  readonly annotations: Annotations;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Notes PUBLIC_WITHOUT_EFFECT for each `@Public` that makes no route public. */
export function verifyPublicMarks({ entities, aggregates }: MetadataRegistry, mistakes: ModelMistakes): void {
  const requireMethods = (marked: Marked, methods: readonly string[]) =>
    mistakes.note(() => verifyMethods(marked, methods));
  for (const entity of entities) {
    requireMethods(entity, entity.isRoot ? METHODS : []);
    for (const collection of entity.collections.values()) requireMethods(collection, methodsOf(collection));
    for (const field of everyField(entity)) requireMethods(field, []);
  }
  for (const action of aggregates.flatMap(({ actions }) => actions)) requireMethods(action, ['PUT']);
}

/** A single child has no POST. */
function methodsOf({ kind }: CollectionMetadata): readonly string[] {
  return kind === 'oneToOne' ? METHODS.filter((method) => method !== 'POST') : METHODS;
}

/** @param methods the methods of the element's routes */
function verifyMethods({ annotations }: Marked, methods: readonly string[]): void {
  const entries = (annotations.get(PUBLIC) ?? []) as readonly PublicEntry[];
  const isIdle = ({ method }: PublicEntry) =>
    methods.length === 0 || (method !== undefined && !methods.includes(method));
  const idle = entries.find(isIdle);
  if (idle) throw new SecurityError('PUBLIC_WITHOUT_EFFECT', idle.at, remedyOf(methods));
}

function remedyOf(methods: readonly string[]): string {
  if (methods.length === 0) return 'put it on an aggregate root, a collection or the method of an action';
  return `write ${methods.join(', ')}, or no method for all`;
}
