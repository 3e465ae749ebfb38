import { useLocation, useRouter } from '@tanstack/react-router'
import type { VerificationStep } from '#contract/people/verification/api.ts'
import { Failed, Passed, StepLocked, UnderReview } from './result.tsx'
import { VerificationFrame } from './verification-frame.tsx'
import { formOf, latestOf, rejectionOf, stepViewOf } from './verification-view.ts'

const names: Record<VerificationStep, string> = { agent: '经办人认证', enterprise: '企业认证', senior: '高级认证' }

/** The page of a rejected step: the reason, and a link to submit again. If the step is no longer rejected, it shows the current state. */
export function Page() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const step = (Object.keys(rejectionOf) as VerificationStep[]).find((one) => rejectionOf[one] === pathname) ?? 'agent'
  return (
    <VerificationFrame
      title={(known) => (!known || stepViewOf(step, known.authStatus) === 'failed' ? `${names[step]}未通过` : names[step])}
    >
      {({ authStatus, latest }) => {
        const [showing, submission] = [stepViewOf(step, authStatus), latestOf(step, latest)]
        if (showing === 'failed') {
          return (
            <Failed
              step={step}
              submission={submission}
              onAgain={() => void router.navigate({ to: formOf[step], search: { again: '1' } })}
            />
          )
        }
        if (showing === 'waiting') return <UnderReview step={step} latest={latest} />
        if (showing === 'passed') return <Passed step={step} authStatus={authStatus} submission={submission} />
        return <StepLocked authStatus={authStatus} />
      }}
    </VerificationFrame>
  )
}
