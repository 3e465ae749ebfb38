import { Link } from '@tanstack/react-router'
import { Alert, Checkbox, Form, Input, Radio, Select } from 'antd'
import { EnterpriseSelect } from '#console/people/enterprises/company-select.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { PriceListRow } from '#contract/catalog/pricing/console-shapes.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { invalidatedByPrice, priceApi } from './prices-api.ts'

interface Fields extends RowVersionFormValues {
  name: string
  holder: 'company' | 'level'
  enterpriseId?: string
  level?: MemberLevel
  fromDay: string
  untilDay?: string
  enabled: boolean
}

interface Props {
  /** The list to change; undefined: a new one. */
  list: PriceListRow | undefined
  open: boolean
  close: () => void
}

/** The form of a price list: its name, its owner and its days. The owner cannot be changed later. */
export function CreateOrEditPriceListDrawer({ list, open, close }: Props) {
  const options = { invalidates: invalidatedByPrice, successMessage: '已保存，立即生效', close }
  const add = useApiMutation(priceApi.add, options)
  const modify = useApiMutation(priceApi.modify, { ...options, confirmRefusal: isOfOtherShops })
  const save = ({ name, holder, enterpriseId, level, fromDay, untilDay, enabled, rowVersion }: Fields) => {
    const dated = { name, fromDay, untilDay: untilDay || null }
    if (list) return modify.mutate({ listId: list.listId, ...dated, enabled, rowVersion })
    add.mutate(holder === 'level' ? { ...dated, level: level ?? 1 } : { ...dated, ...(enterpriseId === undefined ? {} : { enterpriseId }) })
  }
  const initial: Partial<Fields> = list
    ? { name: list.name, fromDay: list.fromDay, untilDay: list.untilDay ?? '', enabled: list.enabled, rowVersion: list.rowVersion }
    : { holder: 'company', enabled: true, rowVersion: 0 }
  return (
    <FormDrawer<Fields>
      title={list ? '修改价目表' : '新建价目表'}
      open={open}
      close={close}
      busy={add.isPending || modify.isPending}
      initial={initial}
      submit={save}
      submitText="保存"
    >
      <RowVersionFormItem error={modify.error} />
      {list && isOfOtherShops(modify.error) && <SharedListNote listId={list.listId} why={modify.error?.message} />}
      <Form.Item name="name" label="名称" required rules={[toFormRule(RequiredText(40, '请填写价目表名称'))]}>
        <Input autoComplete="off" placeholder="如 2026 年度框架协议" autoFocus />
      </Form.Item>
      {!list && <HolderFields />}
      <div className="field-pair">
        <DayField name="fromDay" label="开始日期" />
        <DayField name="untilDay" label="结束日期（含，可不填）" optional notBefore="fromDay" />
      </div>
      {list && (
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>启用</Checkbox>
        </Form.Item>
      )}
      <p className="drawer-note">协议价只对该企业生效，优先于阶梯价和会员价；会员价对该等级及以上生效，与全站价取低。</p>
    </FormDrawer>
  )
}

/** The list has prices of shops that the person does not keep. The form explains what he can do, so no message is shown. */
const isOfOtherShops = (error: Error | null): boolean => error instanceof Refusal && error.reason === 'PRICE_LIST_SHARED'

const SharedListNote = ({ listId, why }: { listId: string; why: string | undefined }) => (
  <Alert
    type="warning"
    showIcon
    role="alert"
    className="notice"
    title={why}
    description={
      <>
        名称、起止日期和启用对表里所有店铺的价格生效。本人店铺的价格可以在
        <Link to="/price_list" search={{ listId }}>
          价目表价格
        </Link>
        里修改。
      </>
    }
  />
)

function HolderFields() {
  const form = Form.useFormInstance<Fields>()
  const holder = Form.useWatch('holder', form) ?? 'company'
  return (
    <>
      <Form.Item name="holder" label="适用于">
        <Radio.Group
          options={[
            { value: 'company', label: '一家企业（协议价）' },
            { value: 'level', label: '会员等级' },
          ]}
        />
      </Form.Item>
      {holder === 'company' ? (
        <Form.Item name="enterpriseId" label="企业" required rules={[{ required: true, message: '请选择企业' }]}>
          <EnterpriseSelect />
        </Form.Item>
      ) : (
        <Form.Item name="level" label="会员等级（及以上）" required rules={[{ required: true, message: '请选择会员等级' }]}>
          <Select options={([1, 2, 3, 4] as const).map((value) => ({ value, label: memberLevels[value] }))} />
        </Form.Item>
      )}
    </>
  )
}
