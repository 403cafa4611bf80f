import type { ResourceBuilder } from '../../core';
import { nearestName } from '../../naming';
import { ownMethod } from './generated';
import type { GeneratedNames } from './generated-names';

/** A method that overrides nothing, and the generated name that was probably meant. */
export interface MisspeltMethod {
  readonly method: string;
  readonly nearest: string;
}

/** The methods of an override class that are no route, though their names look as if they were meant to be one. */
export interface MisnamedMethods {
  readonly misspelt: readonly MisspeltMethod[];
  /** Not near any generated name, but they begin like one. */
  readonly alike: readonly string[];
}

/** @param resource  with all of its manual routes: a method that one of them uses may have any name */
export function misnamedMethods({ instance, routes }: ResourceBuilder, names: GeneratedNames): MisnamedMethods {
  const used = new Set(routes.map(({ name }) => name));
  const idle = methodsOf(instance).filter((method) => !used.has(method) && !names.all.has(method));
  const misspelt = idle.flatMap((method) => {
    const nearest = nearestName(method, names.all);
    return nearest === undefined ? [] : [{ method, nearest }];
  });
  const alike = idle.filter((method) => names.beginsLikeOne(method) && misspelt.every((one) => one.method !== method));
  return { misspelt, alike };
}

/** Those of the class, of its superclasses and of the instance, without the generated ones that it inherits. */
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
