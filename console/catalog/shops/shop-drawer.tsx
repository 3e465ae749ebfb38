import { Form, Input, Radio } from 'antd'
import { SinglePictureField } from '#console/catalog/pictures/picture-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleShop, SHOP_NAME_MAX, shopFields } from '#contract/catalog/shops/console-api.ts'
import { invalidatedByShop, shopApi } from './shops-api.ts'

interface Fields extends RowVersionFormValues {
  name: string
  city: string
  notice?: string
  contactName?: string
  contactPhone?: string
  returnAddress?: string
  /** The seller on the invoices: the company of the settings, or another one. */
  party: 'company' | 'own'
  taxPartyName?: string
  taxPartyCode?: string
  pictureId: string | null
}

const fieldsOf = ({ name, city, notice, contactName, contactPhone, returnAddress, ...rest }: ConsoleShop): Fields => ({
  name,
  city,
  notice,
  contactName,
  contactPhone,
  returnAddress,
  party: rest.taxPartyName === null ? 'company' : 'own',
  taxPartyName: rest.taxPartyName ?? '',
  taxPartyCode: rest.taxPartyCode ?? '',
  pictureId: rest.pictureId,
  rowVersion: rest.rowVersion,
})

/** The fields of a shop. Its state is changed in the list. */
export function CreateOrEditShopDrawer({ shop, open, close }: { shop: ConsoleShop | undefined; open: boolean; close: () => void }) {
  const save = useApiMutation(shopApi.save, { invalidates: invalidatedByShop, successMessage: '已保存', close })
  const submit = ({ party, taxPartyName, taxPartyCode, notice = '', contactName = '', contactPhone = '', ...rest }: Fields) =>
    save.mutate({
      ...(shop ? { shopId: shop.shopId } : {}),
      ...rest,
      notice,
      contactName,
      contactPhone,
      returnAddress: rest.returnAddress ?? '',
      taxPartyName: party === 'own' ? (taxPartyName ?? '') : null,
      taxPartyCode: party === 'own' ? (taxPartyCode ?? '') : null,
    })
  return (
    <FormDrawer<Fields>
      title={shop ? '修改店铺' : '新增店铺'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={shop ? fieldsOf(shop) : { party: 'company', pictureId: null, rowVersion: 0 }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="店铺名称" required rules={[toFormRule(shopFields.name)]}>
        <Input autoComplete="off" maxLength={SHOP_NAME_MAX} />
      </Form.Item>
      <Form.Item name="city" label="所在城市" required rules={[toFormRule(shopFields.city)]}>
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item name="notice" label="公告" rules={[toFormRule(shopFields.notice)]}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
      <div className="field-pair">
        <Form.Item name="contactName" label="联系人" rules={[toFormRule(shopFields.contactName)]}>
          <Input autoComplete="off" maxLength={30} />
        </Form.Item>
        <Form.Item name="contactPhone" label="联系电话" rules={[toFormRule(shopFields.contactPhone)]}>
          <Input className="num" autoComplete="off" inputMode="tel" maxLength={30} />
        </Form.Item>
      </div>
      <Form.Item name="returnAddress" label="退货地址" rules={[toFormRule(shopFields.returnAddress)]}>
        <Input.TextArea rows={2} maxLength={200} />
      </Form.Item>
      <Form.Item name="pictureId" label="店铺图片">
        <SinglePictureField label="店铺图片" />
      </Form.Item>
      <Form.Item name="party" label="开票主体" extra="目前只作登记：发票仍以设置中的公司开具">
        <Radio.Group
          options={[
            { value: 'company', label: '设置中的公司' },
            { value: 'own', label: '单独登记' },
          ]}
        />
      </Form.Item>
      <TaxParty />
    </FormDrawer>
  )
}

function TaxParty() {
  const form = Form.useFormInstance<Fields>()
  const party = Form.useWatch('party', form) ?? form.getFieldValue('party')
  if (party !== 'own') return null
  return (
    <>
      <Form.Item name="taxPartyName" label="公司名称" required rules={[toFormRule(shopFields.taxPartyName)]}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item name="taxPartyCode" label="统一社会信用代码" required rules={[toFormRule(shopFields.taxPartyCode)]}>
        <Input className="num" autoComplete="off" maxLength={20} />
      </Form.Item>
    </>
  )
}
