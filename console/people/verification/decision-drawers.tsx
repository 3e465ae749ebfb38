import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { RejectSubmissionDrawer } from '#console/platform/components/reviews/reject-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN } from '#contract/money/credit/limits.ts'
import { consoleVerificationEndpoints, type VerificationReviewCase, verificationSteps } from '#contract/people/verification/api.ts'
import { formatMoney, formatYuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { invalidatedByVerificationDecision, verificationApi } from './verification-api.ts'
import { isStepWithCreditLimit, listRejectReasonsOfStep } from './verification-view.ts'

interface Props {
  opened: VerificationReviewCase
  open: boolean
  close: () => void
  /** Called after the decision, to leave the case. */
  done: () => void
}

const LIMIT = YuanUpTo(99_999_999.99)

/** 通过, with the base limit; a large one needs a second person. */
export function ApproveVerificationDrawer({ opened, open, close, done }: Props) {
  const { enterpriseId, id, step, proposedLimit, group } = opened
  const approve = useApiMutation(verificationApi.approve, {
    invalidates: invalidatedByVerificationDecision,
    close,
    afterSuccess: done,
  })
  const withLimit = isStepWithCreditLimit(step) && group === null
  return (
    <FormDrawer<{ limit: string }>
      title={`通过${verificationSteps[step]}`}
      open={open}
      close={close}
      busy={approve.isPending}
      initial={proposedLimit === null ? {} : { limit: formatYuan(proposedLimit) }}
      submit={({ limit }) => approve.mutate({ enterpriseId, id, ...(withLimit ? { baseLimit: parseAmountOrThrow(limit) } : {}) })}
      submitText="通过"
    >
      <p className="drawer-lead">请确认资料与证件图片一致，且自动检查的结果没有疑问。</p>
      {group !== null && (
        <p className="drawer-lead">
          属于集团「{group.name}」，份额 <span className="num">{formatMoney(group.share)}</span>
          ，就是它的固定额度；需要调整时在集团页面办理。
        </p>
      )}
      {withLimit && (
        <AmountField
          name="limit"
          label="核定固定额度"
          rule={LIMIT}
          focus
          help={`0 表示通过但暂不开通赊销；超过 ${formatMoney(CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN)} 需另一人复核`}
        />
      )}
    </FormDrawer>
  )
}

/** 驳回: the reason, from the list, typed, or both. */
export function RejectVerificationDrawer({ opened: { enterpriseId, id, step }, open, close, done }: Props) {
  const reject = useApiMutation(verificationApi.reject, {
    invalidates: invalidatedByVerificationDecision,
    successMessage: '已驳回，企业会收到原因',
    close,
    afterSuccess: done,
  })
  return (
    <RejectSubmissionDrawer
      title={`驳回${verificationSteps[step]}`}
      open={open}
      close={close}
      busy={reject.isPending}
      choices={listRejectReasonsOfStep(step)}
      rule={consoleVerificationEndpoints.reject.input.shape.reasons}
      submit={(rejection) => reject.mutate({ enterpriseId, id, ...rejection })}
    />
  )
}
