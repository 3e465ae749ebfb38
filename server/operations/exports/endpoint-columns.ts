import type { Endpoint, OutputOf } from '#contract/platform/core/endpoint.ts'
import { defineColumns } from '#server/adapters/spreadsheets/public.ts'

/** The row type of a list, paged or not. */
type RowIn<Answer> = Answer extends { dataList: (infer Row)[] } ? Row : Answer extends (infer Row)[] ? Row : never
export type EndpointListRow<E extends Endpoint> = RowIn<OutputOf<E>>

/** Defines the columns of an exported list, typed by the rows of its endpoint. */
export const defineColumnsForEndpoint = <E extends Endpoint>(...definition: Parameters<typeof defineColumns<EndpointListRow<E>>>) =>
  defineColumns<EndpointListRow<E>>(...definition)
