import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { invalidatedByCreditLimit } from '#console/people/enterprises/enterprises-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleCompanyGroup, consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import type { CompanyGroupMemberRow, InvitedCompany } from '#contract/billing/company-groups/shapes.ts'
import { formatMoney, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { InviteCompanyDrawer, SetGroupLimitDrawer, SetGroupShareDrawer } from './group-drawers.tsx'
import { CompanyGroupStatementPanel } from './group-statement-panel.tsx'
import { companyGroupApi, companyGroupQuery } from './groups-api.ts'

const TITLE = '集团详情'

function One({ enterpriseId }: { enterpriseId: string }) {
  const found = useQuery(companyGroupQuery(enterpriseId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(group) => (
        <>
          <Head group={group} />
          <Sums group={group} />
          <Members group={group} />
          <CompanyGroupStatementPanel enterpriseId={group.enterpriseId} />
          {group.invited.length > 0 && <Invited group={group} />}
        </>
      )}
    </QueryPage>
  )
}

function Head({ group }: { group: ConsoleCompanyGroup }) {
  const { enterpriseId, enterpriseName, name, createdAt, members, invited } = group
  const [inviting, limiting] = [useDrawer<null>(), useDrawer<null>()]
  const { allowed } = usePermission(consoleCompanyGroupEndpoints.invite)
  return (
    <>
      <PageHead
        title={name}
        note={
          <>
            母公司 <EnterpriseLink row={{ enterpriseId, enterpriseName }} /> · 建立于{' '}
            <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
          </>
        }
        actions={
          allowed && (
            <>
              <Button onClick={() => inviting.show(null)}>邀请企业</Button>
              <DissolveButton group={group} why={members.length + invited.length > 1 ? '还有其他成员或邀请' : undefined} />
              <Button type="primary" onClick={() => limiting.show(null)}>
                调整集团额度
              </Button>
            </>
          )
        }
      />
      <InviteCompanyDrawer group={group} open={inviting.open} close={inviting.close} />
      <SetGroupLimitDrawer group={group} open={limiting.open} close={limiting.close} />
    </>
  )
}

function DissolveButton({ group: { enterpriseId, name }, why }: { group: ConsoleCompanyGroup; why: string | undefined }) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const dissolve = useApiMutation(companyGroupApi.dissolve, { invalidates: [['finance', 'groups']], successMessage: '集团已解散' })
  const ask = () =>
    confirm({
      title: `解散集团「${name}」？`,
      content: '母公司的份额仍是它的固定额度，集团额度不再有效。',
      okText: '解散',
      stay: '返回',
      grave: true,
      run: async () => {
        await dissolve.mutateAsync({ enterpriseId })
        await navigate({ to: '/credit_groups' })
      },
    })
  return (
    <Button danger {...toDisabledProps(why)} onClick={ask}>
      解散集团
    </Button>
  )
}

const Sums = ({ group: { limit, unshared, members } }: { group: ConsoleCompanyGroup }) => (
  <Panel title="集团额度">
    <FactList
      facts={[
        ['集团额度', <Amount key="limit" text={formatMoney(limit)} />],
        ['已占用', <Amount key="shared" text={formatMoney(subtractFen(limit, unshared))} />],
        ['未分配', <Amount key="unshared" text={formatMoney(unshared)} />],
        ['已用合计', <Amount key="used" text={formatMoney(sum(members.map(({ used }) => used)))} />],
      ]}
    />
  </Panel>
)

const Amount = ({ text }: { text: string }) => <span className="num">{text}</span>

/** Why a member cannot be taken out yet; undefined: it can. */
function getRemovalObstacle({ share, used }: CompanyGroupMemberRow): string | undefined {
  if (share > ZERO_FEN) return '份额收回后才能移出'
  return used > ZERO_FEN ? '还清已用额度后才能移出' : undefined
}

/** Asks before a company is taken out, or an invitation back. */
function RemoveButton({ group, row }: { group: ConsoleCompanyGroup; row: CompanyGroupMemberRow | InvitedCompany }) {
  const confirm = useConfirm()
  const isMember = 'share' in row
  const remove = useApiMutation(companyGroupApi.remove, {
    invalidates: invalidatedByCreditLimit,
    successMessage: isMember ? '已移出集团' : '邀请已撤回',
  })
  const verb = isMember ? '移出' : '撤回邀请'
  const ask = () =>
    confirm({
      title: isMember ? `将 ${formatEnterpriseName(row)} 移出集团？` : `撤回对 ${formatEnterpriseName(row)} 的邀请？`,
      content: isMember ? '移出后母公司不再看到它的账单，它需要额度时由商城另行授予。' : '对方将不能再接受这次邀请。',
      okText: verb,
      stay: '返回',
      grave: true,
      run: () => remove.mutateAsync({ enterpriseId: group.enterpriseId, memberId: row.enterpriseId }),
    })
  return (
    <Button
      size="small"
      danger
      aria-label={`${verb} ${formatEnterpriseName(row)}`}
      {...toDisabledProps(isMember ? getRemovalObstacle(row) : undefined)}
      onClick={ask}
    >
      {verb}
    </Button>
  )
}

const memberColumns: Column<CompanyGroupMemberRow>[] = [
  customColumn({
    title: '企业',
    value: ({ enterpriseId, name, isParent }) => (
      <>
        <EnterpriseLink row={{ enterpriseId, enterpriseName: name }} /> {isParent && <Tag tone="over">母公司</Tag>}
      </>
    ),
  }),
  moneyColumn({ title: '份额', value: ({ share }) => share }),
  moneyColumn({ title: '已用', value: ({ used }) => used }),
  moneyColumn({ title: '可用', value: ({ available }) => available }),
  instantColumn({ title: '加入时间', value: ({ joinedAt }) => joinedAt }),
]

function Members({ group }: { group: ConsoleCompanyGroup }) {
  // Only the id is kept, so the drawer follows what is fetched while it is open, and its input stays.
  const drawer = useDrawer<string>()
  const edited = group.members.find(({ enterpriseId }) => enterpriseId === drawer.subject)
  const { allowed } = usePermission(consoleCompanyGroupEndpoints.setShare)
  const act: Column<CompanyGroupMemberRow> = customColumn({
    title: '操作',
    width: 168,
    value: (row) => (
      <span className="panel-actions">
        <Button size="small" aria-label={`调整份额：${formatEnterpriseName(row)}`} onClick={() => drawer.show(row.enterpriseId)}>
          调整份额
        </Button>
        {!row.isParent && <RemoveButton group={group} row={row} />}
      </span>
    ),
  })
  return (
    <Panel title="成员" flush>
      <DataTable
        columns={allowed ? [...memberColumns, act] : memberColumns}
        rows={group.members}
        rowKey={({ enterpriseId }) => enterpriseId}
        width={960}
      />
      {edited && <SetGroupShareDrawer group={group} member={edited} open={drawer.open} close={drawer.close} />}
    </Panel>
  )
}

function Invited({ group }: { group: ConsoleCompanyGroup }) {
  const { allowed } = usePermission(consoleCompanyGroupEndpoints.remove)
  const columns: Column<InvitedCompany>[] = [
    customColumn({ title: '企业', value: ({ enterpriseId, name }) => <EnterpriseLink row={{ enterpriseId, enterpriseName: name }} /> }),
    instantColumn({ title: '邀请时间', value: ({ invitedAt }) => invitedAt }),
  ]
  const act: Column<InvitedCompany> = customColumn({ title: '操作', width: 120, value: (row) => <RemoveButton group={group} row={row} /> })
  return (
    <Panel title="待对方确认的邀请" flush>
      <DataTable
        columns={allowed ? [...columns, act] : columns}
        rows={group.invited}
        rowKey={({ enterpriseId }) => enterpriseId}
        width={640}
      />
    </Panel>
  )
}

/** One group: its limit, the shares of its members, and who is invited. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId'], what: '集团', choose: <Link to="/credit_groups">到集团列表选择</Link> },
  One,
)
