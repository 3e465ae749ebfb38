import type { ReactNode } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { TaxClassFields, type TaxClassFormValues, toTaxClass } from './tax-class-fields.tsx'

interface Props {
  title: string
  lead: ReactNode
  own: TaxClass | null
  rowVersion: number
  /** Why the last attempt was refused. */
  error: Error | null
  /** The label of the other choice: 沿用分类, 不设置. */
  without: string
  busy: boolean
  open: boolean
  close: () => void
  save: (given: { taxClass: TaxClass | null } & RowVersionFormValues) => void
}

/** The tax class of goods or of a category: its own, or none, so that the one of the upper category applies. */
export function AssignTaxClassDrawer({ title, lead, own, rowVersion, error, without, busy, open, close, save }: Props) {
  return (
    <FormDrawer<TaxClassFormValues & RowVersionFormValues>
      title={title}
      open={open}
      close={close}
      busy={busy}
      initial={{ has: 'own', taxCode: own?.taxCode ?? '', taxName: own?.taxName ?? '', rowVersion }}
      submit={({ rowVersion: seen, ...chosen }) => save({ taxClass: toTaxClass(chosen), rowVersion: seen })}
      submitText="保存"
    >
      <p className="drawer-lead">{lead}</p>
      <RowVersionFormItem error={error} />
      <TaxClassFields label="编码" without={without} autoFocus />
      <p className="drawer-note">
        编码和简称以国家税务总局《商品和服务税收分类编码表》为准，由财务核对；系统只检查格式。已申请的发票不随之改变。每次修改都记入审计。
      </p>
    </FormDrawer>
  )
}
