import { Form, Input, Select } from 'antd'
import { OwnAccountField } from '#console/billing/own-accounts/own-account-field.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import {
  BANK_STATEMENT_FORMAT_NAME_MAX,
  BANK_STATEMENT_REMARKS_MAX,
  type BankStatementFormatColumns,
  type BankStatementFormatField,
  bankStatementFormatFields,
  consoleBankFormatEndpoints,
  formatBankStatementHeading,
  getBankStatementFormatError,
  REMARKS_LABEL,
  type UnknownBankStatementColumns,
} from '#contract/billing/bank/format-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { bankFormatApi, invalidatedByBankFormat } from './formats-api.ts'

interface Values {
  name: string
  accountNo?: string
  columns: BankStatementFormatColumns
}

interface Props {
  found: UnknownBankStatementColumns
  open: boolean
  close: () => void
  /** Imports the file again. */
  importAgain: () => void
}

/** 对应列: says what the columns of a file are, saves this as a format, and imports the file. */
export function BankStatementFormatDrawer({ found, open, close, importAgain }: Props) {
  const save = useApiMutation(bankFormatApi.save, {
    invalidates: invalidatedByBankFormat,
    successMessage: '格式已保存，正在导入',
    close,
    afterSuccess: importAgain,
  })
  return (
    <FormDrawer<Values>
      title="对应列"
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ columns: found.known as BankStatementFormatColumns }}
      submit={({ name, accountNo, columns }) => save.mutate({ name, accountNo, columns, headings: found.headings })}
      submitText="保存格式并导入"
      wide
    >
      <p className="drawer-lead">
        没有识别出{found.missing.join('、')}
        。请为每一项选择文件中的一列，选项下方是该列的内容。保存后，表头相同的文件自动按此导入。没有列出的（支出、余额等）不需要选择。
      </p>
      <Form.Item name="name" label="格式名称" required rules={[toFormRule(consoleBankFormatEndpoints.save.input.shape.name)]}>
        <Input maxLength={BANK_STATEMENT_FORMAT_NAME_MAX} autoComplete="off" placeholder="如 某某银行 网银导出" />
      </Form.Item>
      <OwnAccountField label="收款账户（文件没有账号，且都是这个账户的，才选）" none="导入时识别或选择" past />
      <div className="format-fields">
        <ColumnFields found={found} />
      </div>
    </FormDrawer>
  )
}

const placeOf = (field: BankStatementFormatField) => ['columns', field]

/** A select for each field. A column that is chosen for one of them cannot be chosen for another. */
function ColumnFields({ found: { headings, examples } }: Pick<Props, 'found'>) {
  const form = Form.useFormInstance<Values>()
  const columns = Form.useWatch<BankStatementFormatColumns | undefined>('columns')
  const { remarks = [], ...single } = columns ?? {}
  const used = new Set<number | undefined>([...Object.values(single), ...remarks])
  const optionsFor = (own: readonly (number | undefined)[]) =>
    headings.map((_, value) => ({
      value,
      label: formatBankStatementHeading(headings, value),
      examples: (examples[value] ?? []).join('、'),
      disabled: used.has(value) && !own.includes(value),
    }))
  const checkAll = async () => {
    const fault = getBankStatementFormatError(form.getFieldValue('columns'), headings)
    if (fault !== undefined) throw new Error(fault)
  }
  const render = (option: { label?: unknown; data: { examples: string } }) => (
    <span className="two-lines">
      <span>{String(option.label)}</span>
      <small>{option.data.examples || '没有内容'}</small>
    </span>
  )
  const below = (places: readonly (number | undefined)[]) => {
    const texts = places.flatMap((at) => (at === undefined ? [] : (examples[at] ?? [])))
    return texts.length === 0 ? undefined : <span className="format-examples">{texts.join('、')}</span>
  }
  return (
    <>
      {keysOf(bankStatementFormatFields).map((field) => {
        const { label, required } = bankStatementFormatFields[field]
        return (
          <Form.Item
            key={field}
            name={placeOf(field)}
            label={label}
            {...(required && { required, rules: [{ required, message: `请选择${label}` }] })}
            {...(field === 'credit' && { dependencies: [placeOf('amount'), placeOf('direction')], rules: [{ validator: checkAll }] })}
            extra={below([columns?.[field]])}
          >
            <Select allowClear={!required} options={optionsFor([columns?.[field]])} optionRender={render} placeholder="不在文件中" />
          </Form.Item>
        )
      })}
      <Form.Item name={['columns', 'remarks']} label={`${REMARKS_LABEL}（可选多列）`} extra={below(remarks)}>
        <Select
          mode="multiple"
          maxCount={BANK_STATEMENT_REMARKS_MAX}
          options={optionsFor(remarks)}
          optionRender={render}
          placeholder="不在文件中"
        />
      </Form.Item>
    </>
  )
}
