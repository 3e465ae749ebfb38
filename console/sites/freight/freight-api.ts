import { send } from '#console/platform/sessions/session.ts'
import { connect } from '#contract/platform/core/client.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { consoleFreight } from '#contract/sites/freight/freight-api.ts'

export const freightApi = connect(consoleFreight, send)

type Listed = OutputOf<typeof consoleFreight.list>
export type ShopFreight = Listed['shops'][number]
export type FreightProvince = Listed['provinces'][number]
