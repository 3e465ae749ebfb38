import { Checkbox, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { createPictureValidator, DayField, PictureInput } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { bannerFields, type ConsoleBanner } from '#contract/catalog/banners/banner-api.ts'
import { bannerTones } from '#contract/catalog/banners/banner-shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { bannerApi, invalidatedByBanner } from './banners-api.ts'
import { LinkField } from './link-field.tsx'

interface Fields extends RowVersionFormValues {
  title: string
  note?: string
  target?: string
  tone: ConsoleBanner['tone']
  dateFrom: string
  dateTo?: string
  shown: boolean
  position: number
  picture?: File
}

const fresh = (today: string): Partial<Fields> => ({ tone: 'pine', dateFrom: today, shown: true, position: 10, rowVersion: 0 })

function fieldsOf({ title, note, target, tone, dateFrom, dateTo, shown, position, rowVersion }: ConsoleBanner): Fields {
  return { title, note, target, tone, dateFrom, ...(dateTo === null ? {} : { dateTo }), shown, position, rowVersion }
}

/** What `save` has written of a drawer whose picture was refused. The next try writes the same banner. */
type Saved = Pick<ConsoleBanner, 'id' | 'rowVersion'>

/** The texts, the link, the days and the picture of a banner. */
export function CreateOrEditBannerDrawer({ banner, open, close }: { banner: ConsoleBanner | undefined; open: boolean; close: () => void }) {
  const today = toShanghaiDay(useNow())
  const [saved, setSaved] = useState<Saved>()
  const send = async ({ note = '', target = '', dateTo, picture, ...rest }: Fields) => {
    const seen = saved ?? (banner && { id: banner.id, rowVersion: rest.rowVersion })
    const { id } = await bannerApi.save({ ...rest, ...seen, note, target: target.trim(), dateTo: dateTo || null })
    const written = { id, rowVersion: seen ? seen.rowVersion + 1 : 0 }
    if (!picture) return
    setSaved(written)
    await bannerApi.setPicture(written, { file: picture })
  }
  const save = useApiMutation(send, { invalidates: invalidatedByBanner, successMessage: '已保存', close })
  return (
    <FormDrawer<Fields>
      title={banner ? '修改横幅' : '新增横幅'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={(values) => save.mutate(values)}
      initial={banner ? fieldsOf(banner) : fresh(today)}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="title" label="标题" required rules={[toFormRule(bannerFields.title)]}>
        <Input autoComplete="off" maxLength={30} />
      </Form.Item>
      <Form.Item name="note" label="说明" rules={[toFormRule(bannerFields.note)]}>
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
      <Form.Item name="target" label="链接" validateTrigger="onBlur" rules={[toFormRule(bannerFields.target)]}>
        <LinkField />
      </Form.Item>
      <Form.Item
        name="picture"
        label={banner?.pictureId ? '更换图片（选填）' : '图片（选填）'}
        rules={[{ validator: createPictureValidator() }]}
      >
        <PictureInput />
      </Form.Item>
      {saved && <p className="drawer-note">文字已保存，图片没有传上。换一张图片再保存，或关闭后在列表里配图。</p>}
      <Form.Item name="tone" label="底色">
        <Radio.Group options={keysOf(bannerTones).map((value) => ({ value, label: bannerTones[value].label }))} />
      </Form.Item>
      <div className="field-pair">
        <DayField name="dateFrom" label="开始日期" />
        <DayField name="dateTo" label="结束日期（不填为长期）" optional notBefore="dateFrom" />
      </div>
      <Form.Item name="position" label="排序（小的在前）" required rules={[toFormRule(bannerFields.position)]}>
        <NumberInput className="num" />
      </Form.Item>
      <Form.Item name="shown" valuePropName="checked">
        <Checkbox>启用</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
