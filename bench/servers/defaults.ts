import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

/** With the default pool, whose short wait matters while the database is ailing. */
void startShop(process.argv[2]!, { pool: {} }).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
