/** The own members of a class or its prototype, which can be restored. */
export class MemberSnapshot {
  readonly #members: PropertyDescriptorMap;

  constructor(private readonly object: object) {
    this.#members = Object.getOwnPropertyDescriptors(object);
  }

  /** Removes the members that were added, and restores those that were changed or removed. */
  restore(): void {
    for (const name of Reflect.ownKeys(this.object)) {
      const isChangeable = Object.getOwnPropertyDescriptor(this.object, name)!.configurable;
      if (isChangeable && !Object.hasOwn(this.#members, name)) Reflect.deleteProperty(this.object, name);
    }
    for (const name of Reflect.ownKeys(this.#members)) {
      const member = this.#members[name as string]!;
      if (member.configurable) Object.defineProperty(this.object, name, member);
    }
  }
}
