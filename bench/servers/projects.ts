import { Booking } from '../domain/booking';
import { Member } from '../domain/member';
import { Membership } from '../domain/membership';
import { Project } from '../domain/project';
import { Reserve } from '../domain/reserve';
import { Task } from '../domain/task';
import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

const domain = [Project, Task, Booking, Reserve, Member, Membership];

/** Like "ours", but with an aggregate that has invariants. */
void startShop(process.argv[2]!, { domain }).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});
