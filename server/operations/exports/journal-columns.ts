// Columns of the exported lists of the journal and of revenue.
import type { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { journalAccountTypes } from '#contract/billing/journal/standards.ts'
import { revenueRecognitionPoints } from '#contract/billing/journal/tax-settings.ts'
import type { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import { revenueLineGroups } from '#contract/billing/revenue/line-kinds.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { createEnterpriseColumn, formatEnterpriseCell } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export { journalLineExportColumns } from '#server/billing/journal/public.ts'

export const journalBalanceColumns = defineColumnsForEndpoint<typeof consoleJournalEndpoints.balances>(({ text, money }) => [
  text('科目编码', 14, ({ account }) => account),
  text('科目名称', 24, ({ accountName }) => accountName),
  text('类别', 14, ({ type }) => (type === null ? null : journalAccountTypes[type].label)),
  money('期初借方', ({ openingDebit }) => openingDebit),
  money('期初贷方', ({ openingCredit }) => openingCredit),
  money('本期借方', ({ debit }) => debit),
  money('本期贷方', ({ credit }) => credit),
  money('期末借方', ({ closingDebit }) => closingDebit),
  money('期末贷方', ({ closingCredit }) => closingCredit),
])

export const journalMonthColumns = defineColumnsForEndpoint<typeof consoleJournalEndpoints.months>(({ text, money }) => [
  text('月份', 10, ({ month }) => month),
  money('借方', ({ debit }) => debit),
  money('贷方', ({ credit }) => credit),
  money('余额（借方为正）', ({ balance }) => balance),
])

export const journalEnterpriseBalanceColumns = defineColumnsForEndpoint<typeof consoleJournalEndpoints.enterprises>(({ money }) => [
  createEnterpriseColumn(),
  money('期初借方', ({ openingDebit }) => openingDebit),
  money('期初贷方', ({ openingCredit }) => openingCredit),
  money('本期借方', ({ debit }) => debit),
  money('本期贷方', ({ credit }) => credit),
  money('期末借方', ({ closingDebit }) => closingDebit),
  money('期末贷方', ({ closingCredit }) => closingCredit),
])

export const bankJournalColumns = defineColumnsForEndpoint<typeof consoleJournalEndpoints.bankJournal>(({ text, money, instant, day }) => [
  instant('记账时间', ({ at }) => at),
  day('到账日', ({ valueDay }) => valueDay),
  text('收款账户', 28, ({ account }) => account),
  text('摘要', 24, ({ title }) => title),
  text('付款人', 34, ({ payerName }) => payerName),
  text('流水号', 30, ({ reference }) => reference),
  text('认领企业', 40, ({ enterprises }) => enterprises.map(formatEnterpriseCell).join('、')),
  money('借方', ({ debit }) => debit),
  money('贷方', ({ credit }) => credit),
  money('余额', ({ balance }) => balance),
])

export const revenueLineColumns = defineColumnsForEndpoint<typeof consoleRevenueEndpoints.lines>(({ text, money, count, day }) => [
  day('日期', ({ day: of }) => of),
  text('收入类型', 12, ({ group }) => revenueLineGroups[group].label),
  text('摘要', 16, ({ title }) => title),
  createEnterpriseColumn(),
  text('订单号', 22, ({ orderNo }) => orderNo),
  count('包裹', ({ parcelNo }) => parcelNo),
  text('售后单号', 22, ({ afterSaleNo }) => afterSaleNo),
  day('计息日', ({ interestDay }) => interestDay),
  text('店铺', 20, ({ shopName }) => shopName),
  text('商品', 34, ({ goodsName }) => goodsName),
  text('商品编码', 22, ({ skuCode }) => skuCode),
  text('商品规格', 28, ({ skuProps }) => skuProps && formatSkuProps(skuProps)),
  text('税收分类编码', 24, ({ taxCode }) => taxCode),
  text('税率', 8, ({ rateBp }) => (rateBp === null ? '不分税' : formatTaxRate(rateBp))),
  money('不含税收入', ({ net }) => net),
  money('销项税额', ({ tax }) => tax),
  money('价税合计', ({ gross }) => gross),
  text('确认时点', 10, ({ point }) => point && revenueRecognitionPoints[point].label),
])
