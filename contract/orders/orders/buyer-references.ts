import * as z from 'zod/mini'
import { Id, Text } from '#contract/platform/core/fields.ts'

/** The longest 采购单号 and 成本中心, which come from other programs. */
export const BUYER_REFERENCE_LENGTH_MAX = 40
export const BuyerReference = Text(BUYER_REFERENCE_LENGTH_MAX)

/** The cost allocation of an order: a project for the whole order, and the equipment for its SKUs. */
export const costAllocationFields = {
  projectId: z.optional(Id),
  bookings: z._default(z.array(z.strictObject({ skuId: Id, equipmentId: Id })).check(z.maxLength(200, '一次最多 200 种商品')), []),
}

/** The buyer's own references for an order; '' if there is none. */
interface OwnNumbers {
  poNumber: string
  costCentre: string
  /** 项目: the project that the order is allocated to, if the caller knows it. */
  projectName?: string | null
}

/** Formats 项目, 采购单号 and 成本中心 as one line, without those that are empty; '' if all are. */
export const formatBuyerReferences = ({ poNumber, costCentre, projectName = null }: OwnNumbers): string =>
  [
    projectName === null ? '' : `项目 ${projectName}`,
    poNumber === '' ? '' : `采购单号 ${poNumber}`,
    costCentre === '' ? '' : `成本中心 ${costCentre}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Formats 物料编码, the enterprise's own number of a SKU, as one line; '' if there is none. */
export const formatMaterialCode = ({ materialCode }: { materialCode: string | null }): string =>
  materialCode === null ? '' : `物料编码 ${materialCode}`
