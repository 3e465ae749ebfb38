import type { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { formatJournalAccount, listJournalSettingChanges } from '#contract/billing/journal/settings.ts'
import type { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import type { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findUsedJournalAccounts } from '#server/billing/journal/public.ts'
import { lockSettingGroup, readJournalSettings } from '#server/content/content/public.ts'
import { readInterestRateAndAutopay, readPlatformDailyInterestRate } from '#server/money/statements/public.ts'
import {
  type LevelBenefitTerms,
  listLevelBenefitDifferences,
  lockLevelBenefits,
  readBenefitTermsOfAllLevels,
  requireBenefitTemplatesAndGoodsExist,
  saveLevelBenefits,
} from '#server/orders/levels/public.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import { type IdentityProofConfig, requireIdentityProof } from '#server/people/staff/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { notifyStaffOfFirstSettingValue, requireSettingUnchangedSinceRead } from './first-setting.ts'
import { requestSensitiveChange, SENSITIVE_CHANGE_APPLIED_AT_ONCE } from './request-change.ts'
import { requireTaxSettingsNotUsedInJournal } from './tax-days.ts'

/** The daily rate of one enterprise. A lower rate reduces interest without a waiver, so it needs an administrator or a day. */
export const enterpriseDailyInterestRateHandlers: Handlers<Pick<typeof consoleStatementEndpoints, 'setDailyRate'>> = {
  setDailyRate: ({ enterpriseId, dailyRateBp, reason }, { caller: { staffId }, moment, origin, write }) =>
    write(async (tx) => {
      const company = (await lockEnterprise(tx, enterpriseId)) ?? refuse('ENTERPRISE_NOT_FOUND')
      const { dailyRate } = await readInterestRateAndAutopay(tx, enterpriseId)
      if (dailyRate === dailyRateBp) return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      const platform = await readPlatformDailyInterestRate(tx)
      const format = (bp: number | null) => (bp === null ? `平台利率（万分之 ${platform}）` : `万分之 ${bp}`)
      const changes = [{ name: 'dailyRateBp', label: '逾期日利率', from: format(dailyRate), to: format(dailyRateBp) }]
      const payload = { kind: 'companyRate' as const, enterpriseId, dailyRateBp }
      const change = { payload, subjectId: enterpriseId, subject: company.name ?? '未命名企业', changes, reason }
      return requestSensitiveChange(tx, moment, { change, staffId, origin })
    }),
}

/** The chart of accounts and the rules of the journal. They always need a second person or a day. */
export const journalRuleHandlers: Handlers<Pick<typeof consoleJournalEndpoints, 'setRules'>> = {
  setRules: ({ rowVersion, ...values }, { caller: { staffId }, moment, origin, write }) =>
    write(async (tx) => {
      await requireSettingUnchangedSinceRead(tx, rowVersion, await lockSettingGroup(tx, 'journal'))
      const before = await readJournalSettings(tx)
      const changes = listJournalSettingChanges(before, values)
      if (changes.length === 0) return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      const kept = new Set(values.accounts.map(({ code }) => code))
      const gone = before.accounts.filter(({ code }) => !kept.has(code))
      const used = new Set([
        ...(await findUsedJournalAccounts(
          tx,
          gone.map(({ code }) => code),
        )),
        ...Object.values(before.rules).flatMap(({ debit, credit }) => [debit, credit]),
      ])
      const needed = gone.find(({ code }) => used.has(code))
      if (needed) refuse('JOURNAL_ACCOUNT_USED', { msg: `科目“${formatJournalAccount(needed)}”已有凭证或仍在记账规则中，不能删除` })
      await requireTaxSettingsNotUsedInJournal(tx, before.tax, values.tax)
      const payload = { kind: 'settingJournal' as const, values }
      const change = { payload, subjectId: 'journal', subject: settingGroupTitles.journal, changes }
      return requestSensitiveChange(tx, moment, { change, staffId, origin })
    }),
}

/** The benefits of a level: limits, coupons and goods. */
export const createLevelBenefitHandlers = (
  dependencies: IdentityProofConfig,
): Handlers<Pick<typeof consoleLevelEndpoints, 'setBenefits'>> => ({
  setBenefits: async ({ rowVersion, pwd, code, ...typed }, { db, caller, moment, origin, visitor, write }) => {
    const { level, tempPercent, tempDays, templateIds, giftTemplateId, giftSkuId, giftUnits } = typed
    const benefits: LevelBenefitTerms = {
      level,
      temp: tempPercent !== null && tempDays !== null ? { percent: tempPercent, days: tempDays } : null,
      templateIds: [...new Set(templateIds)],
      giftTemplateId,
      giftGoods: giftSkuId !== null && giftUnits !== null ? { skuId: giftSkuId, units: giftUnits } : null,
    }
    await requireBenefitTemplatesAndGoodsExist(db, benefits)
    const isFirst = rowVersion === 0 && (await readBenefitTermsOfAllLevels(db)).find((one) => one.level === level)?.rowVersion === 0
    if (isFirst) await requireIdentityProof({ db, moment, origin, visitor, ...dependencies }, caller, { pwd, code })
    const { staffId } = caller
    return write(async (tx) => {
      const stored = await lockLevelBenefits(tx, level)
      await requireSettingUnchangedSinceRead(tx, rowVersion, stored)
      const changes = await listLevelBenefitDifferences(tx, stored, benefits)
      const subject = `${formatLevelName(level)}权益`
      if (isFirst) {
        await saveLevelBenefits(tx, moment, benefits, staffId)
        return notifyStaffOfFirstSettingValue(tx, moment, { subject, changes, staffId, origin })
      }
      if (changes.length === 0) return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      const payload = { kind: 'levelBenefits' as const, benefits }
      return requestSensitiveChange(tx, moment, { change: { payload, subjectId: String(level), subject, changes }, staffId, origin })
    })
  },
})
