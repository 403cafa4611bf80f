import { replyToParent } from './reply-to-parent';
import { startVariedShop } from './varied-shop';

void startVariedShop(process.argv[2]!, process.argv[3]).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
