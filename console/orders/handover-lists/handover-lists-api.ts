import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const handoverListApi = createApiClient(consoleHandoverListEndpoints, sendConsoleRequest)

/** The carriers of a day; without a day those of today. */
export const handoverCarriersQuery = (day: string | undefined) => ({
  queryKey: ['handover-list', 'carriers', day ?? ''] as const,
  queryFn: () => handoverListApi.carriers(day === undefined ? {} : { day }),
})
