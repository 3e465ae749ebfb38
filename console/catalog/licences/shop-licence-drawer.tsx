import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { shopNamesQuery } from '#console/catalog/shops/shops-api.ts'
import { createPictureValidator, DayField, PictureInput } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { ShopLicence } from '#contract/catalog/licences/console-api.ts'
import { licenceFields } from '#contract/catalog/licences/shapes.ts'
import { invalidatedByLicence, licenceApi, licenceKindsQuery } from './licence-api.ts'
import './licences.css'

interface Fields extends RowVersionFormValues {
  shopId: string
  kindId: string
  licenceNo: string
  validUntil: string
  file: File
}

interface Props {
  /** The licence to replace; undefined: any shop and kind can be selected. */
  former: ShopLicence | undefined
  open: boolean
  close: () => void
}

/** Enters the licence of a shop with its picture. It replaces the former one of its kind. */
export function RecordShopLicenceDrawer({ former, open, close }: Props) {
  const [kinds, shops] = [useQuery({ ...licenceKindsQuery, enabled: open }), useQuery({ ...shopNamesQuery, enabled: open })]
  const save = useApiMutation(({ file, ...facts }: Fields) => licenceApi.saveOfShop(facts, { file }), {
    invalidates: invalidatedByLicence,
    successMessage: '已登记',
    close,
  })
  const ofShop = (kinds.data ?? []).filter((kind) => kind.ofShop)
  return (
    <FormDrawer<Fields>
      title={former ? `更换${former.shopName}的许可证` : '登记店铺许可证'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="登记"
      submit={(values) => save.mutate(values)}
      initial={former ? { shopId: former.shopId, kindId: former.kindId, rowVersion: former.rowVersion } : { rowVersion: 0 }}
    >
      <p className="drawer-lead">同一店铺、同一种类的旧证由新证替换。图片加密保存，每次查看都记入审计。</p>
      <RowVersionFormItem error={save.error} />
      <Form.Item name="shopId" label="店铺" required rules={[{ required: true, message: '请选择店铺' }]}>
        <Select options={shops.data ?? []} loading={shops.isFetching} getPopupContainer={getParentOverlayContainer} />
      </Form.Item>
      <Form.Item name="kindId" label="许可证种类" required rules={[toFormRule(licenceFields.kindId)]}>
        <Select
          options={ofShop.map(({ kindId, name }) => ({ value: kindId, label: name }))}
          loading={kinds.isFetching}
          notFoundContent="没有由店铺持有的种类"
          getPopupContainer={getParentOverlayContainer}
        />
      </Form.Item>
      <Form.Item name="licenceNo" label="证号" required rules={[toFormRule(licenceFields.licenceNo)]}>
        <Input className="num" autoComplete="off" maxLength={60} />
      </Form.Item>
      <DayField name="validUntil" label="有效期至" />
      <Form.Item name="file" label="图片" required rules={[{ validator: createPictureValidator('请选择许可证图片') }]}>
        <PictureInput />
      </Form.Item>
    </FormDrawer>
  )
}
