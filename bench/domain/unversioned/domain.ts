import type { DomainClass } from 'koaggregate';
import { Order } from './order';
import { OrderItem } from './order-item';
import { Shipment } from './shipment';

export const UNVERSIONED_DOMAIN: readonly DomainClass[] = [Order, OrderItem, Shipment];
