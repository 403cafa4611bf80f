import type { ResourceBuilder } from '../../core';
import { nearestName } from '../../naming';
import { ownMethod } from './generated';
import type { GeneratedNames } from './generated-names';

/** A method that overrides nothing, and the nearest generated name. */
export interface MisspeltMethod {
  readonly method: string;
  readonly nearest: string;
}

/** The methods of an override class that belong to no route, but look as if they should. */
export interface MisnamedMethods {
  readonly misspelt: readonly MisspeltMethod[];
  /** Methods that begin like a generated one, but are not near any. */
  readonly similar: readonly string[];
}

/** @param resource with all of its hand-written routes: a method that one of them uses may have any name */
export function misnamedMethods({ instance, routes }: ResourceBuilder, names: GeneratedNames): MisnamedMethods {
  const used = new Set(routes.map(({ name }) => name));
  const unused = methodsOf(instance).filter((method) => !used.has(method) && !names.all.has(method));
  const misspelt = unused.flatMap((method) => {
    const nearest = nearestName(method, names.all);
    return nearest === undefined ? [] : [{ method, nearest }];
  });
  const isMisspelt = (method: string) => misspelt.some((known) => known.method === method);
  const similar = unused.filter((method) => names.hasGeneratedPrefix(method) && !isMisspelt(method));
  return { misspelt, similar };
}

/** The methods of the class, its superclasses and the instance, without inherited generated ones. */
function methodsOf(instance: object): readonly string[] {
  const methods = new Set<string>();
  let holder: object | null = instance;
  while (holder && holder !== Object.prototype) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (typeof value === 'function' && name !== 'constructor' && ownMethod(instance, name)) methods.add(name);
    }
    holder = Object.getPrototypeOf(holder);
  }
  return [...methods];
}
