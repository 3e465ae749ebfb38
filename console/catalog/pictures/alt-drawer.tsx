import { Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { GoodsLibraryPicture } from '#contract/catalog/pictures/picture-api.ts'
import { PICTURE_ALT_LENGTH_MAX } from '#contract/catalog/pictures/picture-urls.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { pictureApi } from './pictures-api.ts'

interface Fields extends RowVersionFormValues {
  alt: string
}

/** The description of a picture in the library. It is the default in goods that use the picture later. */
export function UpdatePictureDescriptionDrawer({
  picture,
  open,
  close,
}: {
  picture: GoodsLibraryPicture
  open: boolean
  close: () => void
}) {
  const { id, alt, rowVersion } = picture
  const save = useApiMutation(pictureApi.saveAlt, { invalidates: [['goods-picture']], successMessage: '已保存', close })
  return (
    <FormDrawer<Fields>
      title="图片说明"
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={(values) => save.mutate({ id, ...values })}
      initial={{ alt, rowVersion }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="alt" label="图上是什么" rules={[toFormRule(Text(PICTURE_ALT_LENGTH_MAX))]} extra="看不到图片的人会听到这句话">
        <Input.TextArea rows={3} showCount maxLength={PICTURE_ALT_LENGTH_MAX} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}
