import { answerParent } from './answer-parent';
import { startShop } from './shop';

void startShop(process.argv[2]!).then((container) => {
  answerParent(container.addresses[0]!, () => container.stop());
});
