import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { creditLimitApi, invalidatedByCreditLimit } from '#console/people/enterprises/enterprises-api.ts'
import { useLimitChangeNotice } from '#console/people/enterprises/limit-notice.ts'
import { AmountField, DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'

interface Props {
  enterprise: ConsoleEnterprise
  open: boolean
  close: () => void
}

/** The default number of days of a temporary limit, including today. */
const TEMP_DAYS = 30

/** Opens the credit account, or changes the base limit. */
export function OpenCreditOrSetBaseLimitDrawer({ enterprise, open, close }: Props) {
  const { enterpriseId, credit, limitsVersion: rowVersion } = enterprise
  const done = useLimitChangeNotice(credit ? '固定额度已调整' : '赊销账户已开通', close)
  const set = useApiMutation(creditLimitApi.setBaseLimit, { invalidates: invalidatedByCreditLimit, onSuccess: done })
  return (
    <FormDrawer<{ limit: string; reason: string } & RowVersionFormValues>
      title={credit ? '调整固定额度' : '开通赊销'}
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ rowVersion, ...(credit ? { limit: formatYuan(credit.creditBaseAmount) } : {}) }}
      submit={({ limit, ...typed }) => set.mutate({ ...typed, enterpriseId, baseLimit: parseAmountOrThrow(limit) })}
      submitText="确定"
    >
      <p className="drawer-lead">
        {formatEnterpriseName(enterprise)}
        {credit && ` · 已用 ${formatMoney(credit.usedAmount)}。低于已用时，还到额度以内才能再赊销。`}
      </p>
      <RowVersionFormItem error={set.error} />
      <AmountField name="limit" label="固定额度" rule={consoleCreditLimitEndpoints.setBaseLimit.input.shape.baseLimit} focus />
      <ReasonField />
    </FormDrawer>
  )
}

/** Sets a temporary limit until a day. It replaces the earlier one. */
export function GrantTempLimitDrawer({ enterprise, open, close }: Props) {
  const { enterpriseId, credit, limitsVersion: rowVersion } = enterprise
  const done = useLimitChangeNotice('临时额度已生效', close)
  const grant = useApiMutation(creditLimitApi.grantTempLimit, { invalidates: invalidatedByCreditLimit, onSuccess: done })
  const today = toShanghaiDay(useNow())
  return (
    <FormDrawer<{ limit: string; endDay: string; reason: string } & RowVersionFormValues>
      title="授予临时额度"
      open={open}
      close={close}
      busy={grant.isPending}
      initial={{ rowVersion, endDay: addDays(today, TEMP_DAYS - 1) }}
      submit={({ limit, endDay, ...typed }) =>
        grant.mutate({ ...typed, enterpriseId, tempLimit: parseAmountOrThrow(limit), creditTempEndDate: endDay })
      }
      submitText="授予"
    >
      <p className="drawer-lead">
        {formatEnterpriseName(enterprise)}
        {credit?.creditTempEndDate && ` · 现有 ${formatMoney(credit.creditTempAmount)}，${credit.creditTempEndDate} 到期，将被取代。`}
      </p>
      <RowVersionFormItem error={grant.error} />
      <AmountField name="limit" label="临时额度" rule={consoleCreditLimitEndpoints.grantTempLimit.input.shape.tempLimit} focus />
      <DayField name="endDay" label="到期日（当天 23:59:59 失效）" min={today} />
      <ReasonField />
    </FormDrawer>
  )
}
