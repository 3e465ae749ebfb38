import { contract } from '#contract/api.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import type { StaffRole } from '#contract/platform/core/permissions.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { type Mall, TEST_USER_PASSWORD } from './mall.ts'
import { createTestUser, type TestUser } from './test-user.ts'

export type TestStaffMember = TestUser & { id: string; name: string; token: string }

/** Staff of a test mall by name, with two administrators: one makes roles and gives them, the other agrees. */
export async function createColleagues(mall: Mall) {
  let hired = 0
  let made = 0
  async function works(...roles: StaffRole[]): Promise<TestStaffMember> {
    const [email, name] = [`c${++hired}@staff.test`, `同事${hired}`]
    const account = { email, name, roles, passwordHash: mall.passwordHash }
    const id = await mall.runInTransaction((tx) => insertStaff(tx, mall.moment(), account))
    const { token } = await mall.guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })
    return Object.assign(createTestUser(mall.app.http, token), { id, name, token })
  }
  const boss = await works('admin')
  const chief = await works('admin')
  const agrees = ({ changeId }: Pick<SensitiveChangeResult, 'changeId'>) =>
    chief.post(contract.consoleSensitiveChange.approve.path, { id: changeId, pwd: TEST_USER_PASSWORD })
  async function makesRole(...codes: StaffPermissionCode[]): Promise<{ roleId: string; name: string }> {
    const name = `角色${++made}`
    return { ...(await boss.api.consoleCustomRole.add({ name, description: '', codes })), name }
  }
  const versionOf = async (staffId: string) =>
    (await boss.api.consoleStaff.list({ pageSize: 100 })).dataList.find((row) => row.staffId === staffId)?.rowVersion ?? -1
  const gives = async (person: TestStaffMember, customRoleIds: string[], roles: StaffRole[] = []) =>
    boss.api.consoleStaff.modify({ staffId: person.id, name: person.name, roles, customRoleIds, rowVersion: await versionOf(person.id) })
  const roleNow = async (roleId: string) => (await boss.api.consoleCustomRole.list({})).find((role) => role.roleId === roleId)
  /** The input that changes the permissions of a role and nothing else. */
  async function changed(roleId: string, codes: StaffPermissionCode[]) {
    const { name, description, rowVersion } = (await roleNow(roleId)) ?? { name: '', description: '', rowVersion: 0 }
    return { roleId, name, description, codes, rowVersion }
  }
  const asks = async (roleId: string, codes: StaffPermissionCode[]) => boss.api.consoleCustomRole.modify(await changed(roleId, codes))
  return { works, boss, chief, agrees, makesRole, versionOf, gives, roleNow, changed, asks }
}
