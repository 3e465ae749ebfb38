import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/api.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import type { Endpoint, EndpointGroup } from './endpoint.ts'

/** Every day, month or instant that staff can enter with a change, and the reason why it is unlimited, or what limits it. */
const DAYS: Record<string, string> = {
  'consoleBank.record.day': 'value day: 3 days back by one person',
  'consoleAcceptance.proposeHonour.valueDay': 'value day: 90 days back by two, not before maturity',
  'consoleAcceptance.proposeRecourse.valueDay': 'value day: 90 days back by two, not before the bank had paid',
  'consoleValueDay.propose.day': 'value day: 90 days back by two',
  'consoleCollection.promise.day': 'today to 90 days ahead: another day is no promise',
  'consoleCollection.handOver.day': 'up to a year back, never ahead',
  'consoleVoucher.approve.line.day': 'value day: the same line, typed with the approval',
  'consoleCredit.grantTempLimit.creditTempEndDate': 'not in the past; how long a limit lasts, which two people grant above the bound',
  'consoleStatement.decideDispute.month': 'names a statement',
  'consoleFinanceRequest.proposeWriteOff.month': 'names a statement',
  'consoleReconciliation.rerun.day': 'names a day that is over; nothing moves',
  'consoleSigning.startLetter.day': 'names a day that is over; the letter states its balances, and nothing moves',
  'consoleJournalMonth.close.month': 'names a month of the journal; its entries follow transfers, none moves',
  'consoleJournalMonth.ask.month': 'the same',
  'consoleJournal.setRules.tax.from':
    'from when the journal splits revenue; it is after the last day with entries, and moves nothing in the ledger',
  'consoleJournal.setRules.tax.rates[].from': 'from when a rate counts in entries and invoices to come; two people agree',
  'consoleJournal.setRules.tax.recogniseFrom':
    'from when parcels are revenue at another point; it moves nothing in the ledger, and two people agree',
  'consoleJournal.setRules.tax.interestFrom':
    'from when interest has another tax class; it is after the last day with entries, moves nothing in the ledger, and two people agree',
  'consoleJournalMonth.decide.month': 'the same',
  'consoleJournalMonth.remake.month': 'the same',
  'consolePrice.add.fromDay': 'when prices hold; orders that were submitted keep theirs',
  'consolePrice.add.untilDay': 'the same',
  'consolePrice.modify.fromDay': 'the same',
  'consolePrice.modify.untilDay': 'the same',
  'consoleCoupon.add.fromDay': 'when coupons hold; what was used stays used',
  'consoleCoupon.add.untilDay': 'the same',
  'consoleCoupon.modify.fromDay': 'the same',
  'consoleCoupon.modify.untilDay': 'the same',
  'consoleFollowUp.add.nextDay': 'when somebody talks to a company again: today to a year ahead; no money moves by it',
  'consoleFollowUp.postpone.nextDay': 'the same',
  'consoleFollowUp.postpone.seenDay': 'what the screen showed',
  'consolePhoneCall.record.nextDay': 'the same',
  'consolePhoneCall.record.at': 'when a call was, up to 30 days back; nothing moves',
  'consoleSalesTarget.set.month': 'this month to a year ahead; no money moves by it',
  'consoleInvoice.enter.issuedDay': 'what stands on a tax invoice, not later than today; no money moves by it',
  'consoleInvoice.enterRed.issuedDay': 'the same',
  'consoleFulfilment.addTrack.at': 'where a parcel was; drawdowns are dated by the server',
  'consoleSupplierInvoice.create.invoicedOn': 'what stands on the invoice of a supplier, not later than today; no money moves by it',
  'consoleSupplierInvoice.correct.invoicedOn': 'the same',
  'consolePurchaseOrder.save.expectedDay': 'when goods should come; nothing moves',
  'consolePurchaseOrder.setExpectedDay.expectedDay': 'the same',
  'consoleSupplier.addPrice.validFrom': 'from when a price of a supplier holds; orders keep theirs',
  'consolePurchaseOrder.receive.lines[].bestBefore': 'what stands on the goods; nothing moves by it',
  'consolePurchaseOrder.receive.lines[].madeOn': 'the same',
  'consoleStockReceipt.create.lines[].bestBefore': 'the same',
  'consoleStockReceipt.create.lines[].madeOn': 'the same',
  'consoleBatch.setDays.bestBefore': 'the same',
  'consoleBatch.setDays.madeOn': 'the same',
  'consoleWave.create.waitsSince': 'which waiting orders come into a wave; nothing moves',
  'consoleHoliday.set.day': 'working days of the review; statements fall due by the calendar',
  'consoleHoliday.set.dayTo': 'the same',
  'consoleHoliday.remove.day': 'the same',
  'consoleBanner.save.dateFrom': 'when something is shown',
  'consoleBanner.save.dateTo': 'the same',
  'consoleHomeSection.save.dateFrom': 'the same',
  'consoleHomeSection.save.dateTo': 'the same',
  'consoleAnnouncement.save.dateFrom': 'the same',
  'consoleAnnouncement.save.dateTo': 'the same',
  'consolePlatformKey.add.expiresOn': 'when a key of a program ends; nothing moves',
  'consoleGoods.publish.publishAt': 'when goods go on sale; orders that were submitted keep their prices',
  'goodsDocument.upload.validUntil': 'what stands on a certificate of goods',
  'consoleLicence.saveOfShop.validUntil': 'what stands on a licence, not in the past; no money moves by it',
}

interface Schema {
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

const MONTH_OR_DAY = /^date/
function daysIn(schema: Schema, place: string): string[] {
  const own = MONTH_OR_DAY.test(schema.format ?? '') || schema.pattern?.startsWith('^20\\d') ? [place] : []
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => daysIn(part, `${place}.${name}`))
  const inner = schema.items ? daysIn(schema.items, `${place}[]`) : []
  return [...own, ...parts, ...inner, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => daysIn(part, place))]
}

const isStaffWrite = ({ kind, needs }: Endpoint) => (kind === 'write' || kind === 'upload') && isStaffAccess(needs)

test('every day in an input of staff has bounds if it affects money, else a stated reason for having none', () => {
  const given = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
    Object.entries(api)
      .filter(([, endpoint]) => isStaffWrite(endpoint))
      .flatMap(([name, { input }]) => daysIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, `${group}.${name}`)),
  )
  expect([...new Set(given)].sort()).toEqual(Object.keys(DAYS).sort())
})
