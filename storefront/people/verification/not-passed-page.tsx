import type { VerificationStep } from '#contract/people/verification/api.ts'
import { useLocation, useRouter } from '#storefront/platform/routing/routing.tsx'
import { PassedStep, RejectedStep, StepUnderReview, VerificationStepLocked } from './result.tsx'
import { VerificationPageFrame } from './verification-frame.tsx'
import { findLatestSubmission, formPathsByStep, rejectionPathsByStep, toVerificationStepPageState } from './verification-view.ts'

const names: Record<VerificationStep, string> = { agent: '经办人认证', enterprise: '企业认证', senior: '高级认证' }

/** The page of a rejected step: the reason, and a link to submit again. If the step is no longer rejected, it shows the current state. */
export function Page() {
  const pathname = useLocation().pathname
  const router = useRouter()
  const step = (Object.keys(rejectionPathsByStep) as VerificationStep[]).find((one) => rejectionPathsByStep[one] === pathname) ?? 'agent'
  return (
    <VerificationPageFrame
      title={(known) => (!known || toVerificationStepPageState(step, known.authStatus) === 'failed' ? `${names[step]}未通过` : names[step])}
    >
      {({ authStatus, latest }) => {
        const [showing, submission] = [toVerificationStepPageState(step, authStatus), findLatestSubmission(step, latest)]
        if (showing === 'failed') {
          return (
            <RejectedStep
              step={step}
              submission={submission}
              onAgain={() => void router.navigate({ to: formPathsByStep[step], search: { again: '1' } })}
            />
          )
        }
        if (showing === 'waiting') return <StepUnderReview step={step} latest={latest} />
        if (showing === 'passed') return <PassedStep step={step} authStatus={authStatus} submission={submission} />
        return <VerificationStepLocked authStatus={authStatus} />
      }}
    </VerificationPageFrame>
  )
}
