import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { formatYuan, fen } from '#contract/platform/core/money.ts'
import { makeJournalDays } from '#server/billing/journal/public.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, PASSWORD, PAY_PASSWORD, yuan } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

/**
 * A month that was computed by hand. Steel has 13 %, grain 9 % (code 101…), freight 9 % (its own code, as the settings say), interest 6 %.
 */
const mall = await openMall({ now: new Date('2026-10-05T02:00:00Z') })
const { dawns, jobs } = createDebtHelpers(mall)
const [finance, admin, warehouse, support] = [await mall.staff('finance'), await mall.staff('admin'), await mall.staff('warehouse'), await mall.staff('support')]
const journal = finance.api.consoleJournal
const owner = new pg.Client({ connectionString: mall.ownerUrl })
let lin: Buyer
let [steel, grain] = ['', '']

beforeAll(() => owner.connect())
afterAll(() => owner.end())
