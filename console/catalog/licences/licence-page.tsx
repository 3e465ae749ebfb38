import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { fileApi } from '#console/people/verification/verification-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useCaseClaim } from '#console/platform/components/next-case/case-claim.ts'
import { ClaimOpenedCaseButton, OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { type CaseRun, useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { PictureViewer } from '#console/platform/components/picture-viewer.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { ReviewHead } from '#console/platform/components/reviews/review-head.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { EnterpriseLicence } from '#contract/catalog/licences/api.ts'
import { consoleLicenceEndpoints, type LicenceReviewCase } from '#contract/catalog/licences/console-api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import {
  claimAndOpenLicenceQuery,
  invalidatedByLicenceDecision,
  type LicenceRef,
  licenceApi,
  viewLicenceWithoutClaimQuery,
} from './licence-api.ts'
import { licenceQueue } from './licence-queue.ts'
import { toLicenceStatus } from './licence-view.ts'
import { RejectLicenceDrawer } from './reject-drawer.tsx'
import './licences.css'

const TITLE = '许可证'

function Case(ref: LicenceRef) {
  const { allowed } = usePermission(consoleLicenceEndpoints.claim)
  const [pressed, claim] = useCaseClaim(ref.id)
  const takes = allowed && pressed
  const found = useQuery(takes ? claimAndOpenLicenceQuery(ref) : viewLicenceWithoutClaimQuery(ref))
  const run = useCaseRun(licenceQueue, { id: ref.id, waiting: 'pending' })
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <QueryPage title={TITLE} from={found}>
        {(opened) => (
          <>
            <Head opened={opened} takes={takes} run={run} claim={allowed ? claim : undefined} />
            <div className="beside">
              <div>
                <Panel title="提交资料">
                  <FactList
                    facts={[
                      [
                        '企业',
                        <OpenInNewTabLink key="company" to="/enterprise" search={{ enterpriseId: ref.enterpriseId }}>
                          {opened.company}
                        </OpenInNewTabLink>,
                      ],
                      ['种类', opened.kindName],
                      [
                        '证号',
                        <span key="number" className="num">
                          {opened.plainNumber}
                        </span>,
                      ],
                      ['有效期至', <ValidUntil key="day" day={opened.validUntil} />],
                    ]}
                  />
                </Panel>
                <History rows={opened.history.filter(({ id }) => id !== ref.id)} />
              </div>
              <PictureViewer
                title="许可证图片"
                pictures={[{ fileId: opened.fileId, label: opened.kindName }]}
                none="没有图片"
                load={(fileId, options) =>
                  fileApi.view({ enterpriseId: ref.enterpriseId, fileId, purpose: takes ? 'review' : 'audit' }, options)
                }
              />
            </div>
          </>
        )}
      </QueryPage>
    </>
  )
}

/** The last day, which may have passed while the licence waited. */
function ValidUntil({ day }: { day: string }) {
  const today = toShanghaiDay(useNow())
  const over = day < today
  return (
    <>
      <span className="num">{day}</span>
      {over && <span className="review-late">，已过期，不能通过</span>}
    </>
  )
}

interface HeadProps {
  opened: LicenceReviewCase
  takes: boolean
  run: CaseRun
  /** Undefined: the viewer decides nothing. */
  claim: (() => void) | undefined
}

function Head({ opened, takes, run, claim }: HeadProps) {
  return (
    <ReviewHead
      review={takes ? opened : { ...opened, claimedUntil: null }}
      status={toLicenceStatus(opened, useNow())}
      subject={opened.kindName}
      actions={
        takes ? <Decision opened={opened} run={run} /> : opened.state === 'pending' && claim && <ClaimOpenedCaseButton claim={claim} />
      }
    />
  )
}

function Decision({ opened, run }: { opened: LicenceReviewCase; run: CaseRun }) {
  const confirm = useConfirm()
  const rejecting = useDrawer<LicenceReviewCase>()
  const { enterpriseId, id, company, kindName, validUntil } = opened
  const invalidates = invalidatedByLicenceDecision
  const release = useApiMutation(licenceApi.release, { invalidates, afterSuccess: run.released, successMessage: '已放回队列' })
  const approve = useApiMutation(licenceApi.approve, { invalidates, afterSuccess: run.decided, successMessage: '已通过，企业会收到通知' })
  return (
    <>
      <Button aria-keyshortcuts="B" loading={release.isPending} onClick={() => release.mutate({ enterpriseId, id })}>
        放回队列
      </Button>
      <Button danger aria-keyshortcuts="R" onClick={() => rejecting.show(opened)}>
        驳回
      </Button>
      <Button
        type="primary"
        aria-keyshortcuts="A"
        onClick={() =>
          confirm({
            title: `通过 ${company} 的《${kindName}》？`,
            content: `请确认证号、有效期（至 ${validUntil}）和持证单位与图片一致。通过后立即可以购买要求它的商品。`,
            okText: '通过',
            run: () => approve.mutateAsync({ enterpriseId, id }),
          })
        }
      >
        通过
      </Button>
      {rejecting.subject && (
        <RejectLicenceDrawer opened={rejecting.subject} open={rejecting.open} close={rejecting.close} done={run.decided} />
      )}
    </>
  )
}

const History = ({ rows }: { rows: readonly EnterpriseLicence[] }) => (
  <Panel title="以前的提交">
    {rows.length === 0 ? (
      <p className="mute">这是该企业第一次提交这种许可证</p>
    ) : (
      <ol className="licence-history">
        {rows.map(({ id, state, submittedAt, validUntil, reasons, opinion }) => (
          <li key={id}>
            <span className="num">{formatShanghaiTimeToMinute(submittedAt)}</span> {licenceLifecycle.states[state].label} · 至{' '}
            <span className="num">{validUntil}</span>
            {reasons.length > 0 && <small>{[...reasons, opinion].filter(Boolean).join('；')}</small>}
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

/** One licence: its fields next to its picture, the company's earlier licences of the kind, and the decision. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '许可证',
    choose: <Link to="/licences">到审核列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="许可证审核" queue={licenceQueue} filters={filters} />,
  },
  Case,
)
