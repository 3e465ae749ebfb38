import { useState } from 'react'
import { formatUserDisplayName, type UserDetail } from '#contract/people/identity/shapes.ts'
import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { SUB_ACCOUNTS_PER_ENTERPRISE_MAX } from '#contract/people/organisation/api.ts'
import { isGroupBuyerWaiting } from '#contract/people/organisation/group-buyers.ts'
import { accountTypes, memberLevels, verificationLevels } from '#contract/people/verification/verification-status.ts'
import { SwitchMembershipButton } from '#storefront/people/identity/memberships/switch-account.tsx'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useLoggedIn, useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { useSubUsers } from './organisation-api.ts'
import { CreateOrEditSubUserForm } from './sub-user-form.tsx'
import { SubUserRow } from './sub-user-row.tsx'
import { splitSubAccountsAndGroupBuyers } from './sub-user-view.ts'

/** /account 账号管理: the current membership, the enterprises to switch to, and for the main account its sub-accounts. */
export function Page() {
  const [loggedIn, user] = [useLoggedIn(), useUserQuery()]
  const { allowed: isMain } = usePermission('main')
  return (
    <UserCenterLayout title="账号管理">
      {loggedIn ? (
        <QueryContent from={user} skeleton={<Waiting />}>
          {(own) => (
            <div className="flex flex-col gap-3 md:gap-4">
              <Own user={own} />
              {isMain ? <SubUsers /> : <NotMain />}
            </div>
          )}
        </QueryContent>
      ) : (
        // A guest sends the request too, and is led to the login.
        <SubUsers />
      )}
    </UserCenterLayout>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-36 rounded-panel md:h-24" />
    <Skeleton className="h-40 rounded-panel" />
  </div>
)

function Own({ user }: { user: UserDetail }) {
  return (
    <section className="panel flex flex-wrap items-center justify-between gap-3 p-4 md:p-6" aria-label="账号信息">
      <div className="min-w-0">
        <p className="text-md font-semibold break-words">{formatUserDisplayName(user)}</p>
        <p className="mt-1 text-sm text-mute">
          {user.parent ? `集团采购（${user.parent.name}）` : accountTypes[user.accountType]} · {verificationLevels[user.authLevel]} ·{' '}
          {memberLevels[user.memberLevel]} · <span className="num">{user.mobile}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/approval" look="line">
          采购审批
        </ButtonLink>
        {user.canSwitchAccount && (
          <SwitchMembershipButton className="h-10 rounded-control border border-line bg-white px-5 font-medium hover:border-jade hover:text-jade">
            切换企业
          </SwitchMembershipButton>
        )}
      </div>
    </section>
  )
}

const NotMain = () => (
  <section className="panel p-6 text-mute" aria-label="子账号">
    子账号由企业主账号管理。需要更多权限或调整采购限额，请联系主账号。
  </section>
)

function SubUsers() {
  const subUsers = useSubUsers()
  const [editing, setEditing] = useState<EnterpriseSubAccount | 'new'>()
  const { own, groupBuyers } = splitSubAccountsAndGroupBuyers(subUsers.data ?? [])
  const taken = subUsers.data?.filter((row) => !isGroupBuyerWaiting(row)).length
  const full = (taken ?? 0) >= SUB_ACCOUNTS_PER_ENTERPRISE_MAX
  return (
    <>
      {groupBuyers.length > 0 && <GroupBuyers rows={groupBuyers} onEdit={setEditing} />}
      <section className="panel" aria-labelledby="sub-users">
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-3 md:px-6">
          <h2 id="sub-users" className="text-md font-semibold">
            子账号{' '}
            <span className="num text-sm font-normal text-mute">
              {taken ?? '–'}/{SUB_ACCOUNTS_PER_ENTERPRISE_MAX}
            </span>
          </h2>
          <div className="flex flex-wrap gap-2">
            <ExportButtons ask={(format) => buyerListExportApi.subUsers({ format })} total={subUsers.data?.length} />
            <Button
              size="sm"
              blocked={full ? `最多 ${SUB_ACCOUNTS_PER_ENTERPRISE_MAX} 个子账号` : undefined}
              onClick={() => setEditing('new')}
            >
              新增子账号
            </Button>
          </div>
        </header>
        <QueryContent from={subUsers} skeleton={<Skeleton className="m-4 h-24" />}>
          {() =>
            own.length === 0 ? (
              <EmptyState
                title="还没有子账号"
                hint="为采购、仓库、财务的同事各开一个，权限和限额分开管理。"
                action={<Button onClick={() => setEditing('new')}>新增子账号</Button>}
              />
            ) : (
              <ul>
                {own.map((row) => (
                  <SubUserRow key={row.id} row={row} onEdit={() => setEditing(row)} />
                ))}
              </ul>
            )
          }
        </QueryContent>
        {editing !== undefined && (
          <CreateOrEditSubUserForm known={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        )}
      </section>
    </>
  )
}

/** 集团采购员: the people of the parent who buy for this company, or are proposed for it. */
function GroupBuyers({ rows, onEdit }: { rows: readonly EnterpriseSubAccount[]; onEdit: (row: EnterpriseSubAccount) => void }) {
  return (
    <section className="panel" aria-labelledby="group-buyers">
      <header className="border-b border-line-soft px-4 py-3 md:px-6">
        <h2 id="group-buyers" className="text-md font-semibold">
          集团采购员
        </h2>
        <p className="mt-1 text-sm text-mute">
          由母公司委派、经您授权后以本企业名义采购：价格、额度、地址和审批都按本企业，订单注明由谁下单。母公司撤回或本企业退出集团时立即失效。
        </p>
      </header>
      <ul>
        {rows.map((row) => (
          <SubUserRow key={row.id} row={row} onEdit={() => onEdit(row)} />
        ))}
      </ul>
    </section>
  )
}
