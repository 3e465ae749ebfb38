import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { PurchaseOrder } from '#contract/catalog/purchase-orders/shapes.ts'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from './purchase-orders-api.ts'

interface Values extends RowVersionFormValues {
  expectedDay?: string
}

interface Props {
  order: PurchaseOrder
  /** Called after it, to go on to the next order of the queue. */
  decided: () => unknown
  open: boolean
  close: () => void
}

/** Changes the day that the supplier has promised for what is still to come of a placed order. Buyers read it where there is too little. */
export function ExpectedDayDrawer({ order: { id, orderNo, expectedDay, rowVersion }, decided, open, close }: Props) {
  const change = useApiMutation(purchaseOrderApi.setExpectedDay, {
    invalidates: invalidatedByPurchaseOrder,
    successMessage: '到货日已更改',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<Values>
      title={`改到货日 ${orderNo}`}
      open={open}
      close={close}
      busy={change.isPending}
      initial={{ rowVersion, ...(expectedDay && { expectedDay }) }}
      submit={(values) => change.mutate({ id, expectedDay: values.expectedDay || null, rowVersion: values.rowVersion })}
      submitText="保存"
    >
      <RowVersionFormItem error={change.error} />
      <DayField
        name="expectedDay"
        label="供应商承诺到货日"
        optional
        help="缺货时买家看到“预计 MM-DD 到货”（不在今年的，显示完整日期），请只填供应商已承诺的日期；留空则不显示"
      />
    </FormDrawer>
  )
}
