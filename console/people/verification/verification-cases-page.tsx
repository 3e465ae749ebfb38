import { Link } from '@tanstack/react-router'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { ReviewDueDayText } from '#console/platform/components/reviews/review-head.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleVerificationEndpoints, type VerificationReviewRow, verificationSteps } from '#contract/people/verification/api.ts'
import { verificationApi } from './verification-api.ts'
import { verificationFilters, verificationQueue } from './verification-queue.ts'
import { toVerificationReviewStatus } from './verification-view.ts'
import './verification.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const columns: Column<VerificationReviewRow>[] = [
  customColumn({ title: '企业', value: ({ company, enterpriseId }) => <Company company={company} enterpriseId={enterpriseId} /> }),
  customColumn({ title: '步骤', width: 112, value: ({ step }) => verificationSteps[step] }),
  instantColumn({ title: '提交时间', value: ({ submittedAt }) => submittedAt }),
  customColumn({
    title: '应完成日',
    width: 128,
    value: ({ state, expectedDay }) => <ReviewDueDayText day={expectedDay} waiting={state === 'WAIT'} />,
  }),
  customColumn({ title: '进度', width: 160, value: (row) => <StatusCell row={row} /> }),
  customColumn({ title: '操作', width: 96, value: (row) => <Open row={row} /> }),
]

const Company = ({ company, enterpriseId }: { company: string; enterpriseId: string }) => (
  <Link to="/enterprise" search={{ enterpriseId }}>
    {company}
  </Link>
)

function StatusCell({ row }: { row: VerificationReviewRow }) {
  const { label, tone } = toVerificationReviewStatus(row, useNow())
  return <Tag tone={tone}>{label}</Tag>
}

function Open({ row }: { row: VerificationReviewRow }) {
  const { allowed } = usePermission(consoleVerificationEndpoints.claim)
  const claims = allowed && row.state === 'WAIT'
  const verb = claims ? '领取审核' : '查看资料'
  return (
    <CaseLink queue={verificationQueue} row={row} claims={claims} label={`${verb} ${row.company}`}>
      {verb}
    </CaseLink>
  )
}

/** 认证审核: the submissions of enterprises, the oldest first. */
export function Page() {
  return (
    <ListPage
      title="认证审核"
      note="领取后 30 分钟内他人不能处理；打开明文资料和证件图片会逐次记入审计。"
      queryKey={['review', 'list']}
      fields={verificationFilters}
      list={(input, options) => verificationApi.list(input, options)}
      exportRows={(input) => exportApi.verifications(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={820}
      empty="还没有企业提交认证"
      next="企业提交认证资料后在这里领取审核"
    />
  )
}
