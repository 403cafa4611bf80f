/** Which parts of a value count as items of a request body. */
export interface ItemShape {
  /** The shape of the elements of an array, each of which is an item; without it, they do not count. */
  readonly elements?: ItemShape;
  /** The shapes of members that count, by name. */
  readonly members?: ReadonlyMap<string, ItemShape>;
  /** The shape of all other members. */
  readonly others?: ItemShape;
  /** Whether an object that is the value of a member is an item. */
  readonly isItem?: boolean;
}
