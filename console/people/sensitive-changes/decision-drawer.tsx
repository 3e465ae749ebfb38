import {
  ReauthenticationFields,
  type ReauthenticationValues,
} from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { SensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { formatSensitiveChangeTitle, SensitiveChangeFieldDiffs } from './change-parts.tsx'
import { invalidatedBySensitiveChange, sensitiveChangeApi } from './sensitive-changes-api.ts'

/** The decision that the person is about to make. */
export interface SensitiveChangeDecision {
  change: SensitiveChange
  act: 'approve' | 'reject'
}

const words = {
  approve: {
    act: '同意',
    submitText: '同意并立即生效',
    note: '请先向提出人核实。同意后立即生效，您的姓名记入审计，管理员和财务都会收到通知。',
  },
  reject: { act: '阻止', submitText: '阻止', note: '阻止后不会生效，管理员和财务都会收到通知。' },
}

/**
 * 同意 needs one's own password; 阻止 needs a reason, which everybody can read. The drawer belongs to the page, because the row disappears with
 * the change while a person may still be typing.
 */
export function SensitiveChangeDecisionDrawer({
  decision,
  open,
  close,
  onDecided,
}: {
  decision: SensitiveChangeDecision
  open: boolean
  close: () => void
  onDecided?: (id: string) => void
}) {
  const { change, act } = decision
  const done = () => {
    close()
    onDecided?.(change.id)
  }
  const approve = useApiMutation(sensitiveChangeApi.approve, {
    invalidates: invalidatedBySensitiveChange,
    successMessage: '已同意，变更已生效',
    onSuccess: done,
  })
  const reject = useApiMutation(sensitiveChangeApi.reject, {
    invalidates: invalidatedBySensitiveChange,
    successMessage: '已阻止',
    onSuccess: done,
  })
  const texts = words[act]
  return (
    <FormDrawer<ReauthenticationValues & { reason: string }>
      title={`${texts.act}：${change.kindLabel}`}
      open={open}
      close={close}
      busy={approve.isPending || reject.isPending}
      initial={{}}
      submit={({ reason, ...proof }) =>
        act === 'approve' ? approve.mutate({ id: change.id, ...proof }) : reject.mutate({ id: change.id, reason })
      }
      submitText={texts.submitText}
      grave
    >
      <p className="drawer-lead">
        {change.askedBy} 提出：{formatSensitiveChangeTitle(change)}
      </p>
      <SensitiveChangeFieldDiffs changes={change.changes} />
      {act === 'approve' ? <ReauthenticationFields focus /> : <ReasonField max={200} focus />}
      <p className="drawer-note">{texts.note}</p>
    </FormDrawer>
  )
}
