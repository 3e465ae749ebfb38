import { Checkbox, Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type SearchWord, type SearchWordKind, searchWordFields, searchWordKinds } from '#contract/catalog/search-words/shapes.ts'
import { splitTerms, termsError } from './search-word-view.ts'
import { invalidatedBySearchWord, searchWordApi } from './search-words-api.ts'

interface Fields extends RowVersionFormValues {
  terms: string
  target?: string
  position: number
  shown: boolean
}

/** The subject of the drawer: a search word, or a new one of a kind, optionally with a first term. */
export interface SearchWordSubject {
  kind: SearchWordKind
  known?: SearchWord
  term?: string
}

const labels = {
  synonyms: '同义词（用顿号分开，至少两个，目录里的写法放最前）',
  hot: '热词',
  redirect: '词语（用顿号分开）',
} as const satisfies Record<SearchWordKind, string>

interface Props {
  subject: SearchWordSubject
  open: boolean
  close: () => void
}

/** A set of synonyms, a hot word, or words that lead to an address. */
export function CreateOrEditSearchWordDrawer({ subject: { kind, known, term = '' }, open, close }: Props) {
  const save = useApiMutation(searchWordApi.save, { invalidates: invalidatedBySearchWord, successMessage: '已保存', close })
  const { label } = searchWordKinds[kind]
  const submit = ({ terms, target = '', ...rest }: Fields) =>
    save.mutate({ ...(known ? { id: known.id } : {}), kind, terms: splitTerms(terms), target, ...rest })
  const check = async (_: unknown, text = '') => {
    const fault = termsError(kind, text)
    if (fault !== undefined) throw new Error(fault)
  }
  const initial = known
    ? { ...known, terms: known.terms.join('、') }
    : { terms: term, target: '', position: 10, shown: true, rowVersion: 0 }
  return (
    <FormDrawer<Fields>
      title={known ? `修改${label}` : `新增${label}`}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={submit}
      initial={initial}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="terms" label={labels[kind]} required rules={[{ validator: check }]}>
        {kind === 'hot' ? (
          <Input autoComplete="off" maxLength={20} />
        ) : (
          <Input.TextArea rows={3} maxLength={440} placeholder={kind === 'synonyms' ? '截齿、镐齿、截煤齿' : '柴油、0 号柴油'} />
        )}
      </Form.Item>
      {kind === 'redirect' && (
        <Form.Item name="target" label="跳转到（本站地址）" required rules={[toFormRule(searchWordFields.target)]}>
          <Input className="num" autoComplete="off" maxLength={300} placeholder="/categories?categoryId=1" />
        </Form.Item>
      )}
      {kind === 'hot' ? (
        <Form.Item name="position" label="排序（小的在前）" required rules={[toFormRule(searchWordFields.position)]}>
          <NumberInput className="num" />
        </Form.Item>
      ) : (
        <Form.Item name="position" hidden noStyle>
          <NumberInput />
        </Form.Item>
      )}
      <Form.Item name="shown" valuePropName="checked">
        <Checkbox>启用</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
