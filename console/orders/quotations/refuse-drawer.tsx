import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleQuotation, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { invalidatedByQuotation, quotationApi } from './quotations-api.ts'

interface Props {
  opened: ConsoleQuotation
  open: boolean
  close: () => void
  decided: () => unknown
}

/** 不予报价, with the reason that the buyer reads. */
export function RefuseQuotationDrawer({ opened: { enterpriseId, id, rowVersion }, open, close, decided }: Props) {
  const refuse = useApiMutation(quotationApi.refuse, {
    invalidates: invalidatedByQuotation,
    successMessage: '已不予报价，买家会收到原因',
    close,
    afterSuccess: decided,
  })
  return (
    <FormDrawer<{ reason: string } & RowVersionFormValues>
      title="不予报价"
      open={open}
      close={close}
      busy={refuse.isPending}
      initial={{ rowVersion }}
      submit={(values) => refuse.mutate({ enterpriseId, id, ...values })}
      submitText="不予报价"
      grave
    >
      <RowVersionFormItem error={refuse.error} />
      <ReasonField max={QUOTATION_TEXT_LENGTH_MAX} focus label="原因（买家会看到）" />
    </FormDrawer>
  )
}
