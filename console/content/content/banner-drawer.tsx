import { Checkbox, Form, Input, InputNumber, Radio } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { bannerFields, type ConsoleBanner } from '#contract/catalog/banners/banner-api.ts'
import { bannerTones } from '#contract/catalog/banners/banner-shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { bannerApi } from './content-api.ts'

interface Fields extends RowVersionFormValues {
  title: string
  note?: string
  target?: string
  tone: ConsoleBanner['tone']
  dateFrom: string
  dateTo?: string
  shown: boolean
  position: number
}

const fresh = (today: string): Partial<Fields> => ({ tone: 'pine', dateFrom: today, shown: true, position: 10, rowVersion: 0 })

function fieldsOf({ title, note, target, tone, dateFrom, dateTo, shown, position, rowVersion }: ConsoleBanner): Fields {
  return { title, note, target, tone, dateFrom, ...(dateTo === null ? {} : { dateTo }), shown, position, rowVersion }
}

/** The texts, the link and the days of a banner. Its picture is uploaded in the list. */
export function CreateOrEditBannerDrawer({ banner, open, close }: { banner: ConsoleBanner | undefined; open: boolean; close: () => void }) {
  const today = toShanghaiDay(useNow())
  const save = useApiMutation(bannerApi.save, { invalidates: [['banner']], successMessage: '已保存', onSuccess: close })
  const submit = ({ note = '', target = '', dateTo, ...rest }: Fields) =>
    save.mutate({ ...(banner ? { id: banner.id } : {}), ...rest, note, target, dateTo: dateTo || null })
  return (
    <FormDrawer<Fields>
      title={banner ? '修改横幅' : '新增横幅'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={banner ? fieldsOf(banner) : fresh(today)}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="title" label="标题" required rules={[toFormRule(bannerFields.title)]}>
        <Input autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item name="note" label="说明" rules={[toFormRule(bannerFields.note)]}>
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
      <Form.Item name="target" label="链接" rules={[toFormRule(bannerFields.target)]}>
        <Input autoComplete="off" placeholder="/shop?keyword=U47 或 https://…" />
      </Form.Item>
      <Form.Item name="tone" label="底色">
        <Radio.Group options={keysOf(bannerTones).map((value) => ({ value, label: bannerTones[value].label }))} />
      </Form.Item>
      <div className="field-pair">
        <DayField name="dateFrom" label="开始日期" />
        <DayField name="dateTo" label="结束日期（不填为长期）" optional notBefore="dateFrom" />
      </div>
      <Form.Item name="position" label="排序（小的在前）" required rules={[toFormRule(bannerFields.position)]}>
        <InputNumber className="num" min={0} max={9999} precision={0} />
      </Form.Item>
      <Form.Item name="shown" valuePropName="checked">
        <Checkbox>启用</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
