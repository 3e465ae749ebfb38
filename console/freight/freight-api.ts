import { connect } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { consoleFreight } from '../../contract/pricing/freight-api.ts'
import { send } from '../session/session.ts'

export const freightApi = connect(consoleFreight, send)

type Listed = OutputOf<typeof consoleFreight.list>
export type ShopFreight = Listed['shops'][number]
export type Province = Listed['provinces'][number]
