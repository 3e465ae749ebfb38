import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useCaseClaim } from '#console/platform/components/next-case/case-claim.ts'
import { ClaimOpenedCaseButton } from '#console/platform/components/next-case/case-link.tsx'
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
import { consoleVerificationEndpoints, type VerificationReviewCase, verificationSteps } from '#contract/people/verification/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { ApproveVerificationDrawer, RejectVerificationDrawer } from './decision-drawers.tsx'
import { DifferencesOfSubmission, Readings } from './readings.tsx'
import {
  claimAndOpenVerificationCaseQuery,
  fileApi,
  invalidatedByVerificationDecision,
  type VerificationCaseRef,
  verificationApi,
  viewVerificationCaseWithoutClaimQuery,
} from './verification-api.ts'
import { verificationQueue } from './verification-queue.ts'
import { toVerificationReviewStatus, verificationReviewStates } from './verification-view.ts'
import './verification.css'

const TITLE = '审核案件'

function Case(at: VerificationCaseRef) {
  const { allowed } = usePermission(consoleVerificationEndpoints.claim)
  const [pressed, claim] = useCaseClaim(at.id)
  const takes = allowed && pressed
  const found = useQuery(takes ? claimAndOpenVerificationCaseQuery(at) : viewVerificationCaseWithoutClaimQuery(at))
  const run = useCaseRun(verificationQueue, { id: at.id, waiting: 'WAIT' })
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
                  <FactList facts={opened.facts.map(({ label, value }) => [label, value] as const)} />
                </Panel>
                {opened.step !== 'senior' && <Readings readings={opened.readings} />}
                <Checks opened={opened} />
                <History rows={opened.history} />
              </div>
              <PictureViewer
                title="证件图片"
                pictures={opened.pictures.map(({ label, fileId }) => ({ fileId, label: label.replace('法定代表人', '') }))}
                none="这一步没有图片"
                load={(fileId, options) =>
                  fileApi.view({ enterpriseId: at.enterpriseId, fileId, purpose: takes ? 'review' : 'audit' }, options)
                }
              />
            </div>
          </>
        )}
      </QueryPage>
    </>
  )
}

interface HeadProps {
  opened: VerificationReviewCase
  takes: boolean
  run: CaseRun
  /** Undefined: the viewer decides nothing. */
  claim: (() => void) | undefined
}

function Head({ opened, takes, run, claim }: HeadProps) {
  return (
    <ReviewHead
      review={takes ? opened : { ...opened, claimedUntil: null }}
      status={toVerificationReviewStatus(opened, useNow())}
      subject={verificationSteps[opened.step]}
      after={opened.proposedLimit !== null && <> · 第一人拟核定 {formatMoney(opened.proposedLimit)}</>}
      actions={takes ? <Decision opened={opened} run={run} /> : opened.state === 'WAIT' && claim && <ClaimOpenedCaseButton claim={claim} />}
    />
  )
}

function Decision({ opened, run }: { opened: VerificationReviewCase; run: CaseRun }) {
  const [approving, rejecting] = [useDrawer<VerificationReviewCase>(), useDrawer<VerificationReviewCase>()]
  const release = useApiMutation(verificationApi.release, {
    invalidates: invalidatedByVerificationDecision,
    successMessage: '已放回队列',
    afterSuccess: run.released,
  })
  const { enterpriseId, id } = opened
  return (
    <>
      <Button aria-keyshortcuts="B" loading={release.isPending} onClick={() => release.mutate({ enterpriseId, id })}>
        放回队列
      </Button>
      <Button danger aria-keyshortcuts="R" onClick={() => rejecting.show(opened)}>
        驳回
      </Button>
      <Button type="primary" aria-keyshortcuts="A" onClick={() => approving.show(opened)}>
        通过
      </Button>
      {approving.subject && (
        <ApproveVerificationDrawer opened={approving.subject} open={approving.open} close={approving.close} done={run.decided} />
      )}
      {rejecting.subject && (
        <RejectVerificationDrawer opened={rejecting.subject} open={rejecting.open} close={rejecting.close} done={run.decided} />
      )}
    </>
  )
}

const Checks = ({ opened: { checks } }: { opened: VerificationReviewCase }) => (
  <Panel title="自动检查">
    <ul className="review-checks">
      {checks.map(({ name, passed, note }) => (
        <li key={name}>
          {passed ? (
            <CircleCheck size={16} className="good" aria-label="通过" />
          ) : (
            <CircleX size={16} className="bad" aria-label="未通过" />
          )}
          <span>{name}</span>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  </Panel>
)

const History = ({ rows }: { rows: VerificationReviewCase['history'] }) => (
  <Panel title="提交历史">
    {rows.length === 0 ? (
      <p className="review-none">第一次提交</p>
    ) : (
      <ol className="review-history">
        {rows.map(({ id, step, state, submittedAt, reasons, opinion, readings }) => (
          <li key={id}>
            <span className="num">{formatShanghaiTimeToMinute(submittedAt)}</span> {verificationSteps[step]} ·{' '}
            {verificationReviewStates[state].label}
            {reasons.length > 0 && <small>{[...reasons, opinion].filter(Boolean).join('；')}</small>}
            <DifferencesOfSubmission readings={readings} />
          </li>
        ))}
      </ol>
    )}
  </Panel>
)

/** One case: the data next to the identity documents, the automatic checks, earlier submissions, and the decision. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '案件',
    choose: <Link to="/reviews">到审核列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="认证审核" queue={verificationQueue} filters={filters} />,
  },
  Case,
)
