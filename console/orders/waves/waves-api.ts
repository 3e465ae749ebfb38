import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import type { WaveOrderStatus } from '#contract/orders/waves/shapes.ts'
import type { WaveState } from '#contract/orders/waves/wave-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const waveApi = createApiClient(consoleWaveEndpoints, sendConsoleRequest)

export const waveQuery = (id: string) => ({ queryKey: ['wave', 'detail', id] as const, queryFn: () => waveApi.detail({ id }) })
export const wavePickListQuery = (id: string) => ({
  queryKey: ['wave', 'pick-list', id] as const,
  queryFn: () => waveApi.pickList({ id }),
})
/** What is to be packed. It is read once: what is being packed does not change under the hands of whoever packs. */
export const wavePackingQuery = (id: string) => ({
  queryKey: ['wave', 'packing', id] as const,
  queryFn: () => waveApi.packing({ id }),
  refetchOnWindowFocus: false,
  gcTime: 0,
})
export const waveChoicesQuery = { queryKey: ['wave', 'choices'] as const, queryFn: () => waveApi.choices({}) }

/** Invalidates the queries that a change of a wave affects. */
export const invalidatedByWave = [['wave'], ['batch']] as const

export const waveTones: Record<WaveState, TagTone> = { OPEN: 'wait', PICKED: 'way', SHIPPED: 'good', CLOSED: 'over', CANCELLED: 'over' }
export const waveOrderTones: Record<WaveOrderStatus, TagTone> = { waiting: 'wait', shipped: 'good', dropped: 'bad' }
