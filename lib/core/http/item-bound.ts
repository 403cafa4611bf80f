import type { HttpException } from './http-exception';
import type { ItemShape } from './item-shape';
import type { Request } from './request';

/** The limit of the items in the bodies of a route. */
export interface ItemBound {
  readonly most: number;
  readonly shape: ItemShape;
  tooMany(count: number, request: Request): HttpException;
}
