import { consoleJournalEndpoints } from '#contract/billing/journal/console-api.ts'
import { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import type { SettingGroup, Settings } from '#contract/operations/settings/console-api.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import type { SensitiveChangeKind, sensitiveChangeScreenAreas } from '#contract/people/staff/sensitive-change-api.ts'
import type { StaffAccessRule } from '#contract/platform/core/permissions.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { lockSettingGroup, readJournalSettings, saveSettingGroup } from '#server/content/content/public.ts'
import { lockAndBringDebtsUpToDate, updateInterestRateAndAutopay } from '#server/money/statements/public.ts'
import { requireBenefitTemplatesAndGoodsExist, saveLevelBenefits } from '#server/orders/levels/public.ts'
import { removeMailAddress } from '#server/people/channels/public.ts'
import { requireEnterprise } from '#server/people/organisation/public.ts'
import {
  enableOrDisableStaffAccount,
  removeStaffTotp,
  setInitialStaffPasswordAndUnlock,
  updateCustomRole,
} from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { completeEarlierOwnAccounts } from './own-accounts.ts'
import type { SensitiveChangePayloadOf } from './payloads.ts'
import type { SensitiveChangeRecord } from './sensitive-change-store.ts'
import { createRequestedStaff, updateRequestedStaffAccount } from './staff/give-roles.ts'
import { requireTaxSettingsNotUsedInJournal } from './tax-days.ts'

export interface SensitiveChangeContext {
  tx: Tx
  moment: Moment
  keys: Keys
}

interface Effect<K extends SensitiveChangeKind> {
  area: keyof typeof sensitiveChangeScreenAreas
  /** Who may request the change. The requester must still be permitted to when it takes effect. */
  askerNeeds: StaffAccessRule
  /** Runs before, outside of the transaction. */
  before?: (db: Db, moment: Moment) => Promise<unknown>
  /** Applies the change on behalf of its requester. Refuses a change that is not possible any more. */
  apply: (context: SensitiveChangeContext, change: SensitiveChangeRecord & { payload: SensitiveChangePayloadOf<K> }) => Promise<void>
}

const manager = { staff: 'staffManage' } as const

interface SettingChange<G extends SettingGroup> extends Pick<SensitiveChangeRecord, 'askedBy' | 'changes'> {
  payload: { values: Settings[G] }
}

/** Defines the change of a group of settings. */
const setting = <G extends SettingGroup>(group: G, before?: (db: Db, moment: Moment) => Promise<unknown>) => ({
  area: 'setting' as const,
  askerNeeds: { staff: 'setting' } as const,
  ...(before && { before }),
  apply: ({ tx, moment }: SensitiveChangeContext, { payload: { values }, askedBy, changes }: SettingChange<G>) =>
    saveSettingGroup(tx, moment, { group, values, staffId: askedBy, changes }),
})

const effects: { [K in SensitiveChangeKind]: Effect<K> } = {
  staffAdd: {
    area: 'staff',
    askerNeeds: manager,
    apply: ({ tx, moment }, { payload, askedBy: byId }) => {
      const { staffId, email, name, roles, customRoleIds = [], passwordHash: hash, initialUntil } = payload
      const initial = { hash, initialUntil: new Date(initialUntil) }
      return createRequestedStaff({ tx, moment }, { staffId, email, name, roles, customRoleIds, byId, initial }, payload)
    },
  },
  staffRoles: {
    area: 'staff',
    askerNeeds: manager,
    apply: ({ tx, moment }, { payload, askedBy: byId }) => {
      const { staffId, name, roles, customRoleIds } = payload
      return updateRequestedStaffAccount({ tx, moment, byId }, { staffId, name, roles, customRoleIds }, payload)
    },
  },
  staffStatus: {
    area: 'staff',
    askerNeeds: manager,
    apply: ({ tx, moment }, { payload, askedBy }) => enableOrDisableStaffAccount({ tx, moment, byId: askedBy }, payload),
  },
  staffPassword: {
    area: 'staff',
    askerNeeds: manager,
    // The mail address goes as well: whoever had the account can have confirmed one of his own.
    apply: async ({ tx, moment, keys }, { payload: { staffId, passwordHash: hash, initialUntil }, askedBy }) => {
      const initial = { hash, initialUntil: new Date(initialUntil) }
      await setInitialStaffPasswordAndUnlock({ tx, moment, byId: askedBy }, { keys, staffId, initial })
      await removeMailAddress(tx, moment, { staffId })
    },
  },
  staffTotp: {
    area: 'staff',
    askerNeeds: manager,
    apply: async ({ tx, moment }, { payload: { staffId }, askedBy }) => {
      await removeStaffTotp({ tx, moment, byId: askedBy }, staffId)
      await removeMailAddress(tx, moment, { staffId })
    },
  },
  customRole: {
    area: 'staff',
    askerNeeds: manager,
    apply: ({ tx, moment }, { payload: { roleId, name, description, codes }, askedBy }) =>
      updateCustomRole({ tx, moment, byId: askedBy }, roleId, { name, description, codes }),
  },
  // Interest until now is charged first, so that past days keep the old rate.
  settingCredit: setting('credit', closeMonthsAndChargeInterest),
  settingProvision: setting('provision'),
  settingAcceptance: setting('acceptance'),
  settingPurchaseMatch: setting('purchaseMatch'),
  settingParty: setting('party'),
  settingBank: {
    area: 'setting',
    askerNeeds: { staff: 'setting' },
    apply: async (context, { payload, ...change }) => {
      // Whoever imports a statement holds the accounts, so that none gets its first line while it is removed.
      const { values: stored } = await lockSettingGroup(context.tx, 'bank')
      const values = await completeEarlierOwnAccounts(context.tx, stored, payload.values)
      return setting('bank').apply(context, { ...change, payload: { ...payload, values } })
    },
  },
  settingCollection: setting('collection'),
  settingLevels: setting('levels'),
  settingJournal: {
    area: 'setting',
    askerNeeds: consoleJournalEndpoints.setRules.needs,
    apply: async (context, { payload, ...change }) => {
      const { tax } = await readJournalSettings(context.tx)
      // A change that was proposed before an upgrade lacks the fields that the upgrade has added. They stay as they are.
      const values = { ...payload.values, tax: { ...tax, ...payload.values.tax } }
      await requireTaxSettingsNotUsedInJournal(context.tx, tax, values.tax)
      return setting('journal').apply(context, { ...change, payload: { ...payload, values } })
    },
  },
  levelBenefits: {
    area: 'terms',
    askerNeeds: consoleLevelEndpoints.setBenefits.needs,
    apply: async ({ tx, moment }, { payload: { benefits }, askedBy }) => {
      await requireBenefitTemplatesAndGoodsExist(tx, benefits)
      await saveLevelBenefits(tx, moment, benefits, askedBy)
    },
  },
  companyRate: {
    area: 'terms',
    askerNeeds: consoleStatementEndpoints.setDailyRate.needs,
    apply: async ({ tx, moment }, { payload: { enterpriseId, dailyRateBp } }) => {
      await requireEnterprise(tx, enterpriseId)
      // Interest until now is charged first, so that past days keep the old rate.
      await lockAndBringDebtsUpToDate(tx, moment, [enterpriseId])
      await updateInterestRateAndAutopay(tx, moment, enterpriseId, { dailyRate: dailyRateBp })
    },
  },
}

/**
 * Returns the effect for a kind of change. The type of the payload follows from the kind, but TypeScript cannot derive it from the table.
 */
export const getSensitiveChangeEffect = ({ kind }: Pick<SensitiveChangeRecord, 'kind'>): Effect<SensitiveChangeKind> =>
  effects[kind] as unknown as Effect<SensitiveChangeKind>

/** Lists the kinds of changes that a screen shows. */
export const getSensitiveChangeKindsOfArea = (area: keyof typeof sensitiveChangeScreenAreas): SensitiveChangeKind[] =>
  (Object.keys(effects) as SensitiveChangeKind[]).filter((kind) => effects[kind].area === area)
