import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { type BatchState, consoleBatchEndpoints } from '#contract/orders/batches/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const batchApi = createApiClient(consoleBatchEndpoints, sendConsoleRequest)

export const batchQuery = (batchId: string) => ({
  queryKey: ['batch', 'detail', batchId] as const,
  queryFn: () => batchApi.detail({ batchId }),
})

export const batchTones: Record<BatchState, TagTone> = { expired: 'bad', ending: 'wait', good: 'good' }

/** How long a batch lasts yet, as people say it. */
export function formatDaysLeft(daysLeft: number): string {
  if (daysLeft < 0) return `已过 ${-daysLeft} 天`
  return daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天`
}
