import { RESEMBLED } from '../extras';
import type { Measured } from '../measure';
import { times } from './server-tables';
import { medianText, spreadOf, spreadText } from './spread';
import type { Table } from './table';

/** The requests beside the workloads, each with the workload that it resembles. */
export function extrasTable(runs: readonly Measured[]): Table {
  const cpuUs = (name: string) => runs.map((measured) => measured[name]!.extras!.cpuUs);
  const statements = (name: string) => medianText(runs.map((measured) => measured[name]!.extras!.statements));
  const rows = Object.entries(RESEMBLED).map(([name, resembled]) => {
    const plain = cpuUs(resembled);
    const ratios = cpuUs(name).map((us, run) => us / plain[run]!);
    const texts = [cpuUs(name), plain].map((values) => spreadText(spreadOf(values)));
    const multiple = spreadText(spreadOf(ratios), times);
    return [name, texts[0]!, statements(name), resembled, texts[1]!, statements(resembled), multiple];
  });
  const header = ['', 'µs', 'statements', 'resembles', 'µs', 'statements', 'times'];
  return { title: 'Requests beside the workloads, on ours', header, rows };
}
