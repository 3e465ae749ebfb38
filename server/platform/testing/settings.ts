import type { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import type { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Mall, TEST_USER_PASSWORD } from './mall.ts'
import type { ContractClients } from './test-user.ts'

type Group = Exclude<
  keyof Settings,
  'site' | 'prices' | 'receipt' | 'orderProposal' | 'batches' | 'weighing' | 'reading' | 'setup' | 'stage' | 'journal'
>
type Sent<G extends Group> = Settings[G] & { rowVersion: number; pwd: string }

const sending = ({
  consoleSetting,
}: Pick<ContractClients, 'consoleSetting'>): { [G in Group]: (sent: Sent<G>) => Promise<SensitiveChangeResult> } => ({
  credit: (sent) => consoleSetting.setCredit(sent),
  provision: (sent) => consoleSetting.setProvision(sent),
  acceptance: (sent) => consoleSetting.setAcceptance(sent),
  purchaseMatch: (sent) => consoleSetting.setPurchaseMatch(sent),
  party: (sent) => consoleSetting.setParty(sent),
  bank: (sent) => consoleSetting.setBank(sent),
  collection: (sent) => consoleSetting.setCollection(sent),
  levels: (sent) => consoleSetting.setLevels(sent),
})
type Benefits = Omit<InputOf<typeof consoleLevelEndpoints.setBenefits>, 'rowVersion' | 'pwd' | 'code'>
type Rate = InputOf<typeof consoleStatementEndpoints.setDailyRate>

/**
 * Changes settings that need two administrators: one has just read the value and gives his password for a first value, the other confirms
 * later ones at once. For stories about something else.
 */
export const createSettingsHelpers = (mall: Pick<Mall, 'staff'>) => {
  const agrees = async ({ changeId }: SensitiveChangeResult): Promise<void> => {
    const second = await mall.staff('admin', 'support')
    if (changeId !== null) await second.api.consoleSensitiveChange.approve({ id: changeId, pwd: TEST_USER_PASSWORD })
  }
  return {
    agrees,
    async sets<G extends Group>(group: G, values: Settings[G]): Promise<void> {
      const admin = await mall.staff('admin')
      const { rowVersion } = (await admin.api.consoleSetting.read({}))[group]
      await agrees(await sending(admin.api)[group]({ ...values, rowVersion, pwd: TEST_USER_PASSWORD }))
    },
    async setsBenefits(benefits: Partial<Benefits> & Pick<Benefits, 'level'>): Promise<void> {
      const admin = await mall.staff('admin')
      const level = (await admin.api.consoleLevel.list({})).find((one) => one.level === benefits.level)
      await agrees(await admin.api.consoleLevel.setBenefits({ ...benefits, rowVersion: level?.rowVersion ?? 0, pwd: TEST_USER_PASSWORD }))
    },
    setsRate: async (rate: Rate): Promise<void> => agrees(await (await mall.staff('finance')).api.consoleStatement.setDailyRate(rate)),
  }
}
