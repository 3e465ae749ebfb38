import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { InternalNotesPanel } from '#console/platform/components/notes-panel.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { consoleEnterpriseNoteEndpoints, consoleEnterpriseTagEndpoints } from '#contract/people/account-managers/notes-api.ts'
import { type EnterpriseTag, TAGS_PER_ENTERPRISE_MAX } from '#contract/people/account-managers/tags.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import './account-managers.css'
import {
  accountManagerApi,
  enterpriseNoteApi,
  enterpriseTagApi,
  enterpriseTagsQuery,
  followUpApi,
  invalidatedByTags,
} from './account-manager-api.ts'
import { AssignAccountManagerDrawer } from './assign-drawers.tsx'
import { toFollowUpColumns } from './follow-up-columns.tsx'
import { RecordFollowUpDrawer } from './follow-up-drawers.tsx'
import { EnterpriseTagChips, TagsDrawer } from './tags.tsx'

interface Company {
  enterpriseId: string
  manager: { staffId: string; name: string } | null
  tags: readonly EnterpriseTag[]
}

/** The account managers before the present one, with their days. */
function Terms({ enterpriseId }: { enterpriseId: string }) {
  const { data = [] } = useQuery({
    queryKey: ['account-manager', 'history', enterpriseId],
    queryFn: () => accountManagerApi.history({ enterpriseId }),
  })
  if (data.length === 0) return '没有变更'
  return (
    <ul className="terms">
      {data.map(({ id, managerName, from, until, by }) => (
        <li key={id}>
          {managerName ?? '没有客户经理'}
          <small className="num">
            {formatShanghaiTimeToMinute(from)} 起{until !== null && `，至 ${formatShanghaiTimeToMinute(until)}`} · {by} 设置
          </small>
        </li>
      ))}
    </ul>
  )
}

function CompanyTagsDrawer({ company: { enterpriseId, tags }, open, close }: { company: Company; open: boolean; close: () => void }) {
  const set = useApiMutation(enterpriseTagApi.setOf, { invalidates: invalidatedByTags, successMessage: '标签已更新', close })
  return (
    <TagsDrawer
      tags={tags}
      query={enterpriseTagsQuery}
      max={TAGS_PER_ENTERPRISE_MAX}
      change={(change) => set.mutate({ enterpriseId, ...change })}
      busy={set.isPending}
      open={open}
      close={close}
    />
  )
}

/** Who looks after a company, who did before, and its tags. */
export function AccountManagerAndTagsPanel({ company }: { company: Company }) {
  const assigning = useDrawer<Company>()
  // The company as it was when its tags were opened: a tag that a colleague adds meanwhile is not removed.
  const tagging = useDrawer<Company>()
  const { reason: why } = usePermission(consoleAccountManagerEndpoints.assign)
  const { reason: whyTags } = usePermission(consoleEnterpriseTagEndpoints.setOf)
  return (
    <Panel
      title="客户经理"
      extra={
        <span className="row-actions">
          <Button {...toDisabledProps(whyTags)} onClick={() => tagging.show(company)}>
            编辑标签
          </Button>
          <Button {...toDisabledProps(why)} onClick={() => assigning.show(company)}>
            设置客户经理
          </Button>
        </span>
      }
    >
      <FactList
        facts={[
          ['客户经理', company.manager?.name ?? '没有客户经理'],
          ['标签', company.tags.length === 0 ? '没有标签' : <EnterpriseTagChips key="tags" tags={company.tags} />],
          ['变更记录', <Terms key="terms" enterpriseId={company.enterpriseId} />],
        ]}
      />
      {assigning.subject && <AssignAccountManagerDrawer companies={[assigning.subject]} open={assigning.open} close={assigning.close} />}
      {tagging.subject && <CompanyTagsDrawer company={tagging.subject} open={tagging.open} close={tagging.close} />}
    </Panel>
  )
}

interface OfCompany {
  enterpriseId: string
  /** Why nothing is added to a company any more; undefined: it is. */
  closedBecause: string | undefined
}

/** What staff said to a company and plan to. */
export function EnterpriseFollowUps({ enterpriseId, closedBecause }: OfCompany) {
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consoleFollowUpEndpoints.add)
  const today = toShanghaiDay(useNow())
  return (
    <>
      <PagedListPanel
        name="followUps"
        title="跟进"
        keep={({ format }) => exportApi.followUps({ enterpriseId, format })}
        extra={
          <Button {...toDisabledProps(why ?? closedBecause)} onClick={() => drawer.show(true)}>
            记录跟进
          </Button>
        }
        queryKey={['follow-up', 'of', enterpriseId]}
        load={(paging, options) => followUpApi.list({ enterpriseId, ...paging }, options)}
        columns={toFollowUpColumns({ today, withCompany: false })}
        rowKey={({ id }) => id}
        width={800}
        empty="还没有跟进记录"
      />
      {drawer.subject && <RecordFollowUpDrawer enterpriseId={enterpriseId} open={drawer.open} close={drawer.close} />}
    </>
  )
}

/** What staff have noted about a company. */
export const EnterpriseNotes = ({ enterpriseId, closedBecause }: OfCompany) => (
  <InternalNotesPanel
    queryKey={['enterprise-note', enterpriseId]}
    load={(paging, options) => enterpriseNoteApi.list({ enterpriseId, ...paging }, options)}
    add={(text) => enterpriseNoteApi.add({ enterpriseId, text })}
    call={consoleEnterpriseNoteEndpoints.add}
    closedBecause={closedBecause}
  />
)
