import * as z from 'zod/mini'
import { Id, Text } from '#contract/platform/core/fields.ts'

/** 采购单号, 成本中心: as long as the numbers of other programs are. */
export const BUYER_REFERENCE_MAX = 40
export const BuyerReference = Text(BUYER_REFERENCE_MAX)

/** What submit may book an order to: a project for all of it, and the equipment that SKUs are for. */
export const costAllocationFields = {
  projectId: z.optional(Id),
  bookings: z._default(z.array(z.strictObject({ skuId: Id, equipmentId: Id })).check(z.maxLength(200, '一次最多 200 种商品')), []),
}

/** What the buyer's own books call an order; '' where they do not. */
interface OwnNumbers {
  poNumber: string
  costCentre: string
  /** 项目: what it is booked to, where that is known. */
  projectName?: string | null
}

/** 项目, 采购单号 and 成本中心 as a line of text, those that there are; '' where there is none. */
export const formatBuyerReferences = ({ poNumber, costCentre, projectName = null }: OwnNumbers): string =>
  [
    projectName === null ? '' : `项目 ${projectName}`,
    poNumber === '' ? '' : `采购单号 ${poNumber}`,
    costCentre === '' ? '' : `成本中心 ${costCentre}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** 物料编码, what the company itself calls a SKU, as a line of text; '' where it calls it nothing. */
export const formatMaterialCode = ({ materialCode }: { materialCode: string | null }): string =>
  materialCode === null ? '' : `物料编码 ${materialCode}`
