import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { CompanyGroupMemberRow, CompanyGroupShares } from '#contract/billing/company-groups/shapes.ts'
import { formatMoney, formatYuan, parseYuan } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { useFormWithPaymentPassword } from '#storefront/platform/components/use-form-with-pay-password.ts'
import { companyGroupApi, invalidatedByCompanyGroup } from './group-api.ts'

interface Props {
  member: CompanyGroupMemberRow
  shares: CompanyGroupShares
  close: () => void
}

/** Sets the share of a member, with the payment password. */
export function GroupShareForm({ member: { enterpriseId: memberId, name, share, used, highestShare: most }, shares, close }: Props) {
  const { rowVersion } = shares
  const queries = useQueryClient()
  const [changed, setChanged] = useState(false)
  /** After a refusal the shares are fetched again, because somebody else may have changed them. The amount that was typed stays. */
  const fetchSharesAgain = (error: unknown): never => {
    setChanged(error instanceof Refusal && error.reason === 'ROW_CHANGED')
    void queries.invalidateQueries({ queryKey: ['credit', 'group'] })
    throw error
  }
  const { draft, set, fault, next, password } = useFormWithPaymentPassword({
    name: `group share ${memberId}`,
    begin: () => ({ share: formatYuan(share) }),
    toInput: (typed) => ({ share: parseYuan(typed.share) }),
    rules: {
      share: z.number('请输入金额，最多两位小数').check(z.minimum(0, '份额不能小于 0'), z.maximum(most, `最多可分 ${formatMoney(most)}`)),
    },
    invalidates: invalidatedByCompanyGroup,
    send: ({ share: amount, payPwd }) =>
      companyGroupApi.setShare({ memberId, share: amount ?? share, payPwd, rowVersion }).catch(fetchSharesAgain),
    onSuccess: () => {
      showNotice('份额已调整')
      close()
    },
  })
  if (password) return <PaymentPasswordInput verb="确认调整" {...password} />
  return (
    <form noValidate onSubmit={next}>
      {changed && (
        <p role="alert" className="mb-3 text-sm text-danger">
          份额刚有变动，请核对
        </p>
      )}
      <p className="mb-3 rounded-control bg-paper px-3.5 py-2.5 text-sm">
        {name} · 已用 <b className="num">{formatMoney(used)}</b>，最多可分 <b className="num">{formatMoney(most)}</b>
      </p>
      <TextField
        label="份额（元）"
        required
        inputMode="decimal"
        autoComplete="off"
        className="num"
        value={draft.share}
        error={fault?.message}
        hint="低于已用时，对方还到份额以内才能再赊销"
        onChange={({ target }) => set({ share: target.value })}
      />
      <FormButtons submit="下一步" busy={false} onCancel={close} />
    </form>
  )
}
