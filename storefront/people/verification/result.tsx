import { CircleCheck, CircleX, Clock3 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type VerificationStep, type VerificationSubmission, verificationSteps } from '#contract/people/verification/api.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { formatMonthDay, formatShanghaiTimeToMinute } from '#ui/format.ts'
import {
  filterVerificationFactsToShow,
  findLatestSubmission,
  formPathsByStep,
  getCurrentStep,
  listFieldsUnderReview,
  toVerificationStepPageState,
} from './verification-view.ts'

interface ResultContent {
  icon: ReactNode
  title: string
  text: string
  /** The submitted data, masked, and the time. */
  facts?: VerificationSubmission['facts']
  children?: ReactNode
}

/** The state of a submitted step: the masked data, and the possible actions. */
function Result({ dialog = false, ...content }: ResultContent & { dialog?: boolean }) {
  const id = useId()
  const [open, setOpen] = useState(dialog)
  return (
    <section className="panel px-4 py-8 md:px-8" aria-labelledby={id}>
      <div className="mx-auto flex max-w-[520px] flex-col items-center gap-3 text-center">
        {content.icon}
        <h2 id={id} className="text-lg font-semibold">
          {content.title}
        </h2>
        <Words {...content} />
      </div>
      {/* In the specification this is a dialog. The same text stays on the page after it is closed. */}
      <Modal open={open} onClose={() => setOpen(false)} title={content.title}>
        <div className="flex flex-col items-center gap-3 text-center">
          {content.icon}
          <Words {...content} />
        </div>
      </Modal>
    </section>
  )
}

function Words({ text, facts = [], children }: Omit<ResultContent, 'icon' | 'title'>) {
  return (
    <>
      <p className="text-mute">{text}</p>
      {facts.length > 0 && (
        <dl className="mt-2 grid w-full grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-control bg-paper p-4 text-left">
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      )}
      {children}
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt className="text-sm text-mute">{label}</dt>
    <dd className="num text-right break-all">{value}</dd>
  </>
)

/** The submitted data and the result of a reviewed step. */
const reviewed = (submission: VerificationSubmission | undefined): VerificationSubmission['facts'] =>
  submission === undefined
    ? []
    : [
        ...filterVerificationFactsToShow(submission),
        { label: '提交时间', value: formatShanghaiTimeToMinute(submission.submittedAt) },
        ...(submission.reviewedAt ? [{ label: '审核时间', value: formatShanghaiTimeToMinute(submission.reviewedAt) }] : []),
      ]

const ICON = 'size-14'

/** 审核中: until which day the review takes, and the contact for questions. */
export function StepUnderReview({
  step,
  latest,
  dialog = true,
}: {
  step: VerificationStep
  latest: readonly VerificationSubmission[]
  dialog?: boolean
}) {
  const submission = findLatestSubmission(step, latest)
  const until = submission ? `，预计 ${formatMonthDay(submission.expectedDay)} 前完成` : ''
  return (
    <Result
      icon={<Clock3 className={`${ICON} text-jade`} strokeWidth={1.3} aria-hidden />}
      title={`${verificationSteps[step]}审核中`}
      text={`审核需要 1-5 个工作日${until}，结果会以消息通知您。`}
      facts={listFieldsUnderReview(step, latest)}
      dialog={dialog}
    >
      <p className="text-sm text-mute">如需更高的赊销额度，请联系客服。</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
        <ButtonLink to="/user_center">返回个人中心</ButtonLink>
      </div>
    </Result>
  )
}

const FAILED: Record<VerificationStep, { title: string; text: string; again: string }> = {
  agent: { title: '身份认证未通过', text: '请核对以下信息后重新填写。', again: '重新填写' },
  enterprise: { title: '很抱歉，您的赊销额度审核未通过', text: '请按以下原因修改后重新申请。', again: '重新申请' },
  senior: { title: '很抱歉，您的赊销额度审核未通过', text: '请按以下原因补充资料后重新申请。', again: '重新申请' },
}

interface FailedProps {
  step: VerificationStep
  submission: VerificationSubmission | undefined
  onAgain: () => void
  dialog?: boolean
}

/** 审核未通过: the reason, and a link to submit again. */
export function RejectedStep({ step, submission, onAgain, dialog = true }: FailedProps) {
  const { title, text, again } = FAILED[step]
  return (
    <Result
      icon={<CircleX className={`${ICON} text-danger`} strokeWidth={1.3} aria-hidden />}
      title={title}
      text={text}
      facts={reviewed(submission)}
      dialog={dialog}
    >
      {submission && (
        <div className="w-full rounded-control border border-danger/30 bg-danger-tint p-4 text-left">
          <h3 className="mb-1 text-sm text-mute">未通过原因</h3>
          <ol className="list-inside list-decimal">
            {submission.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ol>
          {submission.opinion && <p className="mt-2 text-sm">审核意见：{submission.opinion}</p>}
        </div>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/service_contact" look="line">
          联系客服
        </ButtonLink>
        <Button onClick={onAgain}>{again}</Button>
      </div>
    </Result>
  )
}

/** 已通过, and the next step. */
export function PassedStep({
  step,
  authStatus,
  submission,
}: {
  step: VerificationStep
  authStatus: number | null
  submission: VerificationSubmission | undefined
}) {
  const next = getCurrentStep(authStatus)
  const complete = toVerificationStepPageState(next, authStatus) === 'passed'
  return (
    <Result
      icon={<CircleCheck className={`${ICON} text-jade`} strokeWidth={1.3} aria-hidden />}
      title={`${verificationSteps[step]}已通过`}
      text={complete ? '认证已全部完成，可以使用赊销支付。需要更高的赊销额度，请联系客服。' : `请继续完成${verificationSteps[next]}。`}
      facts={reviewed(submission)}
    >
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/credit_account" look="line">
          查看赊销账户
        </ButtonLink>
        {!complete && <ButtonLink to={formPathsByStep[next]}>{verificationSteps[next]}</ButtonLink>}
      </div>
    </Result>
  )
}

/** Another step must be done first. */
export function VerificationStepLocked({ authStatus }: { authStatus: number | null }) {
  const next = getCurrentStep(authStatus)
  return (
    <Result
      icon={<Clock3 className={`${ICON} text-mute`} strokeWidth={1.3} aria-hidden />}
      title={`请先完成${verificationSteps[next]}`}
      text="三步认证按经办人、企业、高级的顺序进行。"
    >
      <ButtonLink to={formPathsByStep[next]}>前往{verificationSteps[next]}</ButtonLink>
    </Result>
  )
}
