import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { consoleDeliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'

export const deliveryTimeApi = createApiClient(consoleDeliveryTimeEndpoints, sendConsoleRequest)
export type DeliveryTimes = OutputOf<typeof consoleDeliveryTimeEndpoints.detail>
