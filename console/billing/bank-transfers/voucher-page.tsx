import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { PaymentPictures } from '#console/billing/finance/components/payment-pictures.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleVoucherEndpoints, type VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { VoucherDecisionPanel } from './decision-panel.tsx'
import { VoucherFacts, VoucherHistory, VoucherWarnings } from './voucher-facts.tsx'
import { voucherQueue } from './voucher-queue.ts'
import { formatVoucherDecision, isVoucherOpen, toVoucherStateTone } from './voucher-view.ts'
import { type VoucherRef, voucherQuery } from './vouchers-api.ts'
import './vouchers.css'

const TITLE = '凭证审核'

function Case(at: VoucherRef) {
  const found = useQuery(voucherQuery(at))
  return (
    <QueryPage title={TITLE} from={found}>
      {(opened) => <Opened opened={opened} />}
    </QueryPage>
  )
}

function Opened({ opened }: { opened: VoucherReviewCase }) {
  const run = useCaseRun(voucherQueue, { id: opened.id, waiting: opened.state === 'SECOND' ? 'SECOND' : undefined })
  const { allowed } = usePermission(consoleVoucherEndpoints.approve)
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <Head opened={opened} />
      <VoucherStatus opened={opened} />
      <VoucherWarnings opened={opened} />
      <div className="beside voucher">
        <VoucherFacts opened={opened} />
        <PaymentPictures
          title="凭证图片"
          enterpriseId={opened.enterpriseId}
          pictures={opened.voucher.fileIds.map((fileId, at) => ({ fileId, label: `凭证 ${at + 1}` }))}
        />
        <div className="voucher-decide">
          {isVoucherOpen(opened.state) && <VoucherDecisionPanel opened={opened} decided={run.decided} />}
          <VoucherHistory rows={opened.history} now={opened.id} />
        </div>
      </div>
    </>
  )
}

function Head({ opened }: { opened: VoucherReviewCase }) {
  const { title, label, state, no, submittedAt, voucher } = opened
  return (
    <PageHead
      title={
        <>
          {formatEnterpriseName({ name: opened.enterpriseName })}
          <span className="tags">
            <Tag tone={toVoucherStateTone(state)}>{label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {title} · 第 <span className="num">{no}</span> 次提交 · {voucher.submittedBy}{' '}
          <span className="num">{formatShanghaiTimeToMinute(submittedAt)}</span>
        </>
      }
    />
  )
}

/** The decision. It is also shown if a colleague has decided meanwhile. */
function VoucherStatus({ opened }: { opened: VoucherReviewCase }) {
  const decided = formatVoucherDecision(opened)
  if (decided !== undefined)
    return (
      <Alert
        type={opened.state === 'ACCEPTED' ? 'success' : 'info'}
        showIcon
        className="notice"
        title={decided}
        description={opened.voucher.opinion ? `审核意见：${opened.voucher.opinion}` : undefined}
      />
    )
  if (opened.state !== 'SECOND') return null
  const title = opened.mine ? '您已完成初审，须由另一位财务人员复核' : `${opened.firstBy ?? '同事'} 已初审，请独立核对后录入到账金额复核`
  return <Alert type="info" showIcon className="notice" title={title} />
}

/** One voucher: the amount next to the picture, the warnings, and the decision. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '凭证',
    choose: <Link to="/vouchers">到凭证列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="付款凭证" queue={voucherQueue} filters={filters} />,
  },
  Case,
)
