import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

void startShop(process.argv[2]!).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
