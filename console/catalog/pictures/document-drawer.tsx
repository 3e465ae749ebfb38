import { Form, Input, Select } from 'antd'
import { useId } from 'react'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import {
  GOODS_DOCUMENT_BYTES_MAX,
  type GoodsLibraryDocument,
  goodsDocumentFields,
  goodsDocumentKinds,
} from '#contract/catalog/pictures/document-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsDocumentApi } from './pictures-api.ts'

interface Fields {
  file: File
  name: string
  kind: GoodsLibraryDocument['kind']
  validUntil?: string
}

/** Why a file cannot be uploaded. The server checks its content. */
const checkFile = async (_: unknown, file?: File) => {
  if (!file) throw new Error('请选择 PDF 文件')
  if (file.type !== 'application/pdf') throw new Error('仅支持 PDF 文件')
  if (file.size > GOODS_DOCUMENT_BYTES_MAX) throw new Error('文件不能超过 20 MB')
}

/** Uploads a PDF with its kind and the day until which it is valid. */
export function UploadGoodsDocumentDrawer({ open, close }: { open: boolean; close: () => void }) {
  const upload = useApiMutation(
    ({ file, validUntil, ...facts }: Fields) => goodsDocumentApi.upload({ ...facts, ...(validUntil ? { validUntil } : {}) }, { file }),
    { invalidates: [['goods-document']], successMessage: '已上传', close },
  )
  return (
    <FormDrawer<Fields>
      title="上传文件"
      open={open}
      close={close}
      busy={upload.isPending}
      submitText="上传"
      submit={(values) => upload.mutate(values)}
      initial={{}}
    >
      <Form.Item name="file" label="文件" required rules={[{ validator: checkFile }]}>
        <FileInput />
      </Form.Item>
      <Form.Item name="name" label="名称" required rules={[toFormRule(goodsDocumentFields.name)]}>
        <Input autoComplete="off" maxLength={80} placeholder="U84 采煤截齿 合格证" />
      </Form.Item>
      <Form.Item name="kind" label="类型" required rules={[toFormRule(goodsDocumentFields.kind)]}>
        <Select options={keysOf(goodsDocumentKinds).map((value) => ({ value, label: goodsDocumentKinds[value].label }))} />
      </Form.Item>
      <DayField name="validUntil" label="有效期至（不填为长期）" optional />
    </FormDrawer>
  )
}

/** The form passes its value. */
function FileInput({ value, onChange }: { value?: File; onChange?: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <label htmlFor={id} className="button-link document-choose">
      {value?.name ?? '选择 PDF，不超过 20 MB'}
      <input id={id} type="file" accept="application/pdf,.pdf" onChange={({ target }) => onChange?.(target.files?.[0])} />
    </label>
  )
}
