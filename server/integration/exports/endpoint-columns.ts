import type { Endpoint, OutputOf } from '#contract/platform/core/endpoint.ts'
import { defineColumns } from '#server/adapters/spreadsheets/public.ts'

/** What a list has rows of: a page of them, or all. */
type RowIn<Answer> = Answer extends { dataList: (infer Row)[] } ? Row : Answer extends (infer Row)[] ? Row : never
export type EndpointRow<E extends Endpoint> = RowIn<OutputOf<E>>

/** The columns that a list is taken along with, told by its rows. */
export const columnsForEndpoint = <E extends Endpoint>(...given: Parameters<typeof defineColumns<EndpointRow<E>>>) =>
  defineColumns<EndpointRow<E>>(...given)
