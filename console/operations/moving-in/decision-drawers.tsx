import { Form } from 'antd'
import {
  ReauthenticationFields,
  type ReauthenticationValues,
} from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { AmountField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmount, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { FactList } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { formatMovingInTotal, type MovingInRun, type MovingInTotalName, movingInTotals } from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { movingInApi } from './moving-in-api.ts'

interface Props {
  run: MovingInRun
  open: boolean
  close: () => void
}

const invalidates = [['movingIn']]
type Amount = Exclude<MovingInTotalName, 'companies'>
const amounts = keysOf(movingInTotals).filter((total): total is Amount => total !== 'companies')
const { shape } = consoleMovingInEndpoints.sums.input
type SumValues = RowVersionFormValues & { companies: number } & Record<Amount, string>

/** 核对总数: the totals of the older system's own reports. */
export function RecordMovingInControlSumsDrawer({ run: { id, sums, rowVersion }, open, close }: Props) {
  const save = useApiMutation(movingInApi.sums, { invalidates, successMessage: '核对总数已保存', close })
  const given = (values: SumValues) =>
    Object.fromEntries(amounts.map((total) => [total, parseAmount(values[total]) ?? 0])) as Record<Amount, NonNullable<typeof sums>[Amount]>
  return (
    <FormDrawer<SumValues>
      title="旧系统核对总数"
      open={open}
      close={close}
      busy={save.isPending}
      initial={
        sums
          ? { rowVersion, companies: sums.companies, ...Object.fromEntries(amounts.map((total) => [total, formatYuan(sums[total])])) }
          : { rowVersion }
      }
      submit={(values) => save.mutate({ id, rowVersion: values.rowVersion, companies: values.companies, ...given(values) })}
      submitText="保存"
    >
      <p className="drawer-lead">按旧系统的报表填写，不要抄试算结果：两边一致才能提交。</p>
      <RowVersionFormItem error={save.error} />
      <Form.Item name="companies" label={movingInTotals.companies.label} required rules={[toFormRule(shape.companies)]}>
        <NumberInput controls={false} className="num moving-in-sum" suffix="家" autoFocus />
      </Form.Item>
      {amounts.map((total) => (
        <AmountField key={total} name={total} label={movingInTotals[total].label} rule={shape[total]} />
      ))}
    </FormDrawer>
  )
}

/** 同意迁入, by the second person with his own password. */
export function ApproveMovingInDrawer({ run, open, close }: Props) {
  const approve = useApiMutation(movingInApi.approve, { invalidates, successMessage: '已同意，开始迁入', close })
  const { id, seen, totals, submittedBy } = run
  return (
    <FormDrawer<ReauthenticationValues>
      title="同意迁入"
      open={open}
      close={close}
      busy={approve.isPending}
      initial={{}}
      submit={(proof) => approve.mutate({ id, seen: seen ?? '', ...proof } as Parameters<typeof approve.mutate>[0])}
      submitText="同意并开始迁入"
      grave
    >
      <p className="drawer-lead">{submittedBy} 提交，与旧系统的核对总数一致：</p>
      {totals && (
        <FactList
          className="moving-in-approved"
          facts={keysOf(movingInTotals).map((total) => [
            movingInTotals[total].label,
            <span key={total} className="num">
              {formatMovingInTotal(total, totals)}
            </span>,
          ])}
        />
      )}
      <ReauthenticationFields focus />
      <p className="drawer-note">请先与旧系统的报表核对。迁入后企业可以登录、用余额付款、还账单，不能整体撤销。您的姓名记入审计。</p>
    </FormDrawer>
  )
}

/** 取消, also by a second person who does not approve. */
export function CancelMovingInDrawer({ run: { id }, open, close }: Props) {
  const cancel = useApiMutation(movingInApi.cancel, { invalidates, successMessage: '已取消', close })
  return (
    <FormDrawer<{ reason: string }>
      title="取消迁入"
      open={open}
      close={close}
      busy={cancel.isPending}
      initial={{}}
      submit={({ reason }) => cancel.mutate({ id, reason })}
      submitText="取消迁入"
      grave
    >
      <p className="drawer-lead">没有写入任何内容。修改后可以重新上传。</p>
      <ReasonField max={200} focus />
    </FormDrawer>
  )
}
