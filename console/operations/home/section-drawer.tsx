import { Checkbox, Form, Input, Radio } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import {
  type ConsoleHomeSection,
  DEFAULT_HOME_SECTION_GOODS_COUNT,
  type HomeSectionGoodsRule,
  type HomeSectionKind,
  homeSectionFields,
  homeSectionGoodsRules,
  homeSectionKinds,
  homeSectionMemberLevels,
} from '#contract/operations/home/sections.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { HomeSectionGoodsField } from './goods-field.tsx'
import { homeSectionApi, invalidatedByHomeSection } from './home-api.ts'

/** The subject of the drawer: a section, or a new one of a kind. */
export interface HomeSectionSubject {
  kind: HomeSectionKind
  known?: ConsoleHomeSection
}

type Viewer = 'guest' | ConsoleHomeSection['levels'][number]

interface Fields extends RowVersionFormValues {
  title?: string
  text?: string
  target?: string
  goodsRule?: HomeSectionGoodsRule
  goodsIds?: string[]
  goodsCount?: number
  dateFrom?: string
  dateTo?: string
  viewers: Viewer[]
  shown: boolean
}

const viewerOptions: { value: Viewer; label: string }[] = [
  { value: 'guest', label: '游客' },
  ...homeSectionMemberLevels.map((level) => ({ value: level, label: memberLevels[level] })),
]

function initialOf({ kind, known }: HomeSectionSubject): Fields {
  const goodsRule = known ? known.goodsRule : homeSectionKinds[kind].goods ? ('sales' as const) : null
  return {
    title: known?.title ?? '',
    text: known?.text ?? '',
    target: known?.target ?? '',
    ...(goodsRule === null ? {} : { goodsRule }),
    goodsIds: known?.goodsIds ?? [],
    goodsCount: known?.goodsCount ?? DEFAULT_HOME_SECTION_GOODS_COUNT,
    ...(known?.dateFrom ? { dateFrom: known.dateFrom } : {}),
    ...(known?.dateTo ? { dateTo: known.dateTo } : {}),
    viewers: [...((known?.guests ?? true) ? ['guest' as const] : []), ...(known?.levels ?? homeSectionMemberLevels)],
    shown: known?.shown ?? true,
    rowVersion: known?.rowVersion ?? 0,
  }
}

/** A section of the home page: its title and content, its days, and its viewers. Its position is changed in the list. */
export function CreateOrEditHomeSectionDrawer({ subject, open, close }: { subject: HomeSectionSubject; open: boolean; close: () => void }) {
  const { kind, known } = subject
  const save = useApiMutation(homeSectionApi.save, { invalidates: invalidatedByHomeSection, successMessage: '已保存', close })
  const { label, titled, goods } = homeSectionKinds[kind]
  const submit = ({ viewers, goodsRule, goodsIds = [], dateFrom, dateTo, ...rest }: Fields) =>
    save.mutate({
      ...(known ? { id: known.id } : {}),
      kind,
      ...rest,
      goodsRule: goodsRule ?? null,
      goodsIds: goodsRule === 'hand' ? goodsIds : [],
      dateFrom: dateFrom || null,
      dateTo: dateTo || null,
      guests: viewers.includes('guest'),
      levels: viewers.filter((viewer) => viewer !== 'guest'),
    })
  const titleRule = kind === 'picked' || kind === 'announcement' ? RequiredText(30, '请填写标题') : homeSectionFields.title
  return (
    <FormDrawer<Fields>
      title={known ? `修改${label}` : `新增${label}`}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={initialOf(subject)}
    >
      <RowVersionFormItem error={save.error} />
      {titled && (
        <Form.Item
          name="title"
          label={titleRule === homeSectionFields.title ? `标题（不填为“${label}”）` : '标题'}
          required={titleRule !== homeSectionFields.title}
          rules={[toFormRule(titleRule)]}
        >
          <Input autoComplete="off" maxLength={30} />
        </Form.Item>
      )}
      {kind === 'announcement' && (
        <>
          <Form.Item name="text" label="文字" rules={[toFormRule(homeSectionFields.text)]}>
            <Input.TextArea rows={4} showCount maxLength={300} />
          </Form.Item>
          <Form.Item name="target" label="链接" rules={[toFormRule(homeSectionFields.target)]}>
            <Input className="num" autoComplete="off" maxLength={300} placeholder="/shop?inStock=1 或 https://…" />
          </Form.Item>
        </>
      )}
      {goods && <Goods kind={kind} />}
      <div className="field-pair">
        <DayField name="dateFrom" label="开始日期（不填为即日）" optional />
        <DayField name="dateTo" label="结束日期（不填为长期）" optional notBefore="dateFrom" />
      </div>
      <Form.Item name="viewers" label="谁能看到" required rules={[{ required: true, type: 'array', min: 1, message: '请选择谁能看到' }]}>
        <Checkbox.Group<Viewer> options={viewerOptions} />
      </Form.Item>
      <Form.Item name="shown" valuePropName="checked">
        <Checkbox>启用</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

/** The goods of a section: selected by hand, or the first by a rule. */
function Goods({ kind }: { kind: HomeSectionKind }) {
  const form = Form.useFormInstance<Fields>()
  const rule: HomeSectionGoodsRule | undefined = Form.useWatch('goodsRule', form) ?? form.getFieldValue('goodsRule')
  const options = keysOf(homeSectionGoodsRules).filter((value) => kind !== 'stock' || value !== 'hand')
  return (
    <>
      <Form.Item name="goodsRule" label={kind === 'stock' ? '有货的商品，按' : '商品'}>
        <Radio.Group options={options.map((value) => ({ value, label: homeSectionGoodsRules[value].label }))} />
      </Form.Item>
      {rule === 'hand' ? (
        <HomeSectionGoodsField />
      ) : (
        <Form.Item name="goodsCount" label="显示几个" required rules={[toFormRule(homeSectionFields.goodsCount)]}>
          <NumberInput className="num" />
        </Form.Item>
      )}
    </>
  )
}
