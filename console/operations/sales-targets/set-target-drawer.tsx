import { Form } from 'antd'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleSalesTargetEndpoints, type SalesTargetRow } from '#contract/operations/sales-targets/api.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'
import { SALES_TARGET_QUERY_KEY, salesTargetApi } from './sales-target-api.ts'

interface Typed extends RowVersionFormValues {
  sales: string
  newCompanies: number
}

const { sales, newCompanies } = consoleSalesTargetEndpoints.set.input.shape

/** Sets what an account manager is to reach in a month. */
export function SetSalesTargetDrawer({ row, open, close }: { row: SalesTargetRow; open: boolean; close: () => void }) {
  const { staffId, month, name, rowVersion, salesTarget, newCompaniesTarget } = row
  const set = useApiMutation(salesTargetApi.set, {
    invalidates: [SALES_TARGET_QUERY_KEY],
    successMessage: '目标已设置',
    close,
  })
  return (
    <FormDrawer<Typed>
      title={`设置目标 · ${name}`}
      open={open}
      close={close}
      busy={set.isPending}
      initial={{ rowVersion, sales: formatYuan(salesTarget), newCompanies: newCompaniesTarget }}
      submit={(typed) => set.mutate({ ...typed, staffId, month, sales: parseAmountOrThrow(typed.sales) })}
      submitText="设置"
    >
      <p className="drawer-lead">{formatFullMonth(month)}，按他当日名下的企业统计；填 0 为不设。</p>
      <RowVersionFormItem error={set.error} />
      <AmountField name="sales" label="销售额目标" rule={sales} focus />
      <Form.Item name="newCompanies" label="新客户目标" required rules={[toFormRule(newCompanies)]}>
        <NumberInput className="num" suffix="家" />
      </Form.Item>
    </FormDrawer>
  )
}
