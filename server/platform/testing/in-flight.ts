import { expect, vi } from 'vitest'
import type { App } from '#server/app.ts'

interface Served {
  app: Pick<App, 'metrics'>
}

/** Reads the server's metrics of the slots and bytes in use. */
export async function fetchInFlightCounts({ app }: Served): Promise<Record<string, number>> {
  const { values = [] } = (await app.metrics.getSingleMetric('mall_in_flight')?.get()) ?? {}
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.part), value]))
}

/** Expects that no attempt still holds a slot. It runs at the end of every story that attacks, and when a mall is closed. */
export async function expectNothingInFlight(mall: Served): Promise<void> {
  const held = async () => Object.fromEntries(Object.entries(await fetchInFlightCounts(mall)).filter(([, count]) => count !== 0))
  await vi.waitFor(async () => expect(await held()).toEqual({}), { timeout: 20_000, interval: 20 })
}
