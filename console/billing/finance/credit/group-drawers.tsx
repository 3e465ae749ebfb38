import { EnterpriseField } from '#console/people/enterprises/enterprise-field.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { creditLimitApi, invalidatedByCreditLimit } from '#console/people/enterprises/enterprises-api.ts'
import { useLimitChangeNotice } from '#console/people/enterprises/limit-notice.ts'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleCompanyGroup, consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import type { CompanyGroupMemberRow } from '#contract/billing/company-groups/shapes.ts'
import { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import { formatMoney, formatYuan, subtractFen } from '#contract/platform/core/money.ts'
import { companyGroupApi } from './groups-api.ts'

interface Props {
  group: ConsoleCompanyGroup
  open: boolean
  close: () => void
}

interface AmountValues extends RowVersionFormValues {
  amount: string
  reason: string
}

/** Changes the limit of a group. Above what one person may grant it waits for a second one, among the limits to confirm. */
export function SetGroupLimitDrawer({ group: { enterpriseId, name, limit, unshared, limitsVersion: rowVersion }, open, close }: Props) {
  const done = useLimitChangeNotice('集团额度已调整', close)
  const set = useApiMutation(creditLimitApi.setGroupLimit, { invalidates: invalidatedByCreditLimit, onSuccess: done })
  return (
    <FormDrawer<AmountValues>
      title="调整集团额度"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ rowVersion, amount: formatYuan(limit) }}
      submit={({ amount, ...typed }) => set.mutate({ ...typed, enterpriseId, groupLimit: parseAmountOrThrow(amount) })}
      submitText="确定"
    >
      <p className="drawer-lead">
        {name} · 成员已占用 {formatMoney(subtractFen(limit, unshared))}（份额，以及超出份额的已用额度），集团额度不能低于此数。
      </p>
      <RowVersionFormItem error={set.error} />
      <AmountField name="amount" label="集团额度" rule={consoleCreditLimitEndpoints.setGroupLimit.input.shape.groupLimit} focus />
      <ReasonField />
    </FormDrawer>
  )
}

/** Changes the share of a member within the limit of the group. */
export function SetGroupShareDrawer({ group, member, open, close }: Props & { member: CompanyGroupMemberRow }) {
  const { enterpriseId, rowVersion } = group
  const set = useApiMutation(companyGroupApi.setShare, {
    invalidates: invalidatedByCreditLimit,
    successMessage: '份额已调整',
    close,
  })
  return (
    <FormDrawer<AmountValues>
      key={member.enterpriseId}
      title="调整份额"
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ rowVersion, amount: formatYuan(member.share) }}
      submit={({ amount, ...typed }) =>
        set.mutate({ ...typed, enterpriseId, memberId: member.enterpriseId, share: parseAmountOrThrow(amount) })
      }
      submitText="确定"
    >
      <p className="drawer-lead">
        {formatEnterpriseName(member)} · 已用 {formatMoney(member.used)}，最多可分 {formatMoney(member.highestShare)}
        。低于已用时，还到份额（连同有效的临时额度）以内才能再赊销。
      </p>
      <RowVersionFormItem error={set.error} />
      <AmountField name="amount" label="份额" rule={consoleCompanyGroupEndpoints.setShare.input.shape.share} focus />
      <ReasonField />
    </FormDrawer>
  )
}

/** Invites a company, whose main account decides. */
export function InviteCompanyDrawer({ group: { enterpriseId, name }, open, close }: Props) {
  const invite = useApiMutation(companyGroupApi.invite, {
    invalidates: invalidatedByCreditLimit,
    successMessage: '已发送邀请，等对方主账号确认',
    close,
  })
  return (
    <FormDrawer<{ memberId: string }>
      title="邀请企业加入集团"
      open={open}
      close={close}
      busy={invite.isPending}
      initial={{}}
      submit={({ memberId }) => invite.mutate({ enterpriseId, memberId })}
      submitText="发送邀请"
    >
      <p className="drawer-lead">{name} · 对方主账号确认后加入，它的固定额度成为集团额度的份额，母公司可以看到它各月账单和采购的合计。</p>
      <EnterpriseField name="memberId" label="企业" missing="请选择企业" />
    </FormDrawer>
  )
}
