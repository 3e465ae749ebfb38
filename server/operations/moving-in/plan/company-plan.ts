import type { MovingInFault, MovingInTotals } from '#contract/operations/moving-in/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { PriceRowInput } from '#server/catalog/price-lists/public.ts'
import type { AddressInput } from '#server/sites/address/public.ts'

export interface PlannedMember {
  userId: string
  mobile: string
  name: string
  /** null: the main account. */
  permCode: string | null
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
}

export interface PlannedStatement {
  month: string
  amountFen: Fen
  dueDay: string
  interestFen: Fen
}

export interface PlannedDrawdown {
  row: number
  number: string
  day: string
  amountFen: Fen
  note: string
}

export interface PlannedPriceList {
  /** null: the day of the move. */
  fromDay: string | null
  untilDay: string | null
  prices: (Omit<PriceRowInput, 'code' | 'salePriceFen' | 'creditPriceFen'> & {
    skuId: string
    salePriceFen: Fen
    creditPriceFen: Fen | null
  })[]
}

/** The data of a company in the mall after the move. */
export interface PlannedCompanyContent {
  name: string
  creditCode: string
  step: 'enterprise' | 'senior'
  reason: string
  members: PlannedMember[]
  /** null: it has no credit account. */
  limits: { baseFen: Fen; tempFen: Fen | null; tempEndDay: string | null } | null
  statements: PlannedStatement[]
  drawdowns: PlannedDrawdown[]
  walletFen: Fen
  priceLists: PlannedPriceList[]
  addresses: AddressInput[]
}

/** The trial result of a company: its content with a hash and its sums, or its problems. */
export interface MovingInCompanyPlan {
  no: number
  companyId: string
  code: string
  name: string
  faults: MovingInFault[]
  /** undefined: there are problems. */
  content: PlannedCompanyContent | undefined
  sums: Omit<MovingInTotals, 'companies'>
  seen: Buffer
}
