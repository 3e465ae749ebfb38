import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { consoleFreightEndpoints } from '#contract/sites/freight/freight-api.ts'

export const freightApi = createApiClient(consoleFreightEndpoints, sendConsoleRequest)

type Listed = OutputOf<typeof consoleFreightEndpoints.list>
export type ShopFreight = Listed['shops'][number]
export type FreightProvince = Listed['provinces'][number]
