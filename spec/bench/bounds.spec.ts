import bounds from '../../bench/bounds.json';
import { VARIANTS } from '../../bench/variants/variants';
import { workloadsOf } from '../../bench/workloads';

describe('bench/bounds.json', () => {
  it('limits every workload of every variant, and nothing else', () => {
    const workloads = workloadsOf([1], { scale: 1, only: [] }).map(({ name }) => name);

    expect(Object.keys(bounds).sort()).toEqual(VARIANTS.map(({ name }) => name).sort());
    for (const limits of Object.values(bounds)) expect(Object.keys(limits)).toEqual(workloads);
  });
});
