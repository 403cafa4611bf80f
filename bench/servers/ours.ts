import { Order } from '../domain/order';
import { OrderItem } from '../domain/order-item';
import { variantOf } from '../variants/variants';
import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

variantOf(process.argv[3]).declare({ Order, OrderItem });

void startShop(process.argv[2]!).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
