import { join } from 'node:path';
import { OrdersApplication } from '../../orders/src/orders-application';
import { userOfTheOffice } from './user-of-the-office';

/** Exported so that the koaggregate command finds it. */
export const orders = new OrdersApplication({
  projectRoot: join(__dirname, '../../..'),
  moduleRoot: join(__dirname, '../../orders/src'),
  authenticators: [userOfTheOffice],
});
