import type { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { ContractClients } from './test-user.ts'

type StaffUser = { api: Pick<ContractClients, 'consoleCredit' | 'consoleEnterprise'> }
type Typed<Call extends keyof typeof consoleCreditLimitEndpoints> = Omit<InputOf<(typeof consoleCreditLimitEndpoints)[Call]>, 'rowVersion'>

const versionOf = async ({ api }: StaffUser, enterpriseId: string): Promise<number> =>
  (await api.consoleEnterprise.detail({ enterpriseId })).limitsVersion

/** Sets a base limit as the screen does, with the row version that was just read. */
export const setBaseLimitAsStaff = async (person: StaffUser, typed: Typed<'setBaseLimit'>) =>
  person.api.consoleCredit.setBaseLimit({ ...typed, rowVersion: await versionOf(person, typed.enterpriseId) })

/** Grants a temporary limit in the same way. */
export const grantTempLimitAsStaff = async (person: StaffUser, typed: Typed<'grantTempLimit'>) =>
  person.api.consoleCredit.grantTempLimit({ ...typed, rowVersion: await versionOf(person, typed.enterpriseId) })
