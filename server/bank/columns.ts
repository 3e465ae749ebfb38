import { type Cell, headingIn, type Rows, textIn } from '../spreadsheet/public.ts'

/** What a line is told by. A statement without the first three cannot be read. */
export type Column = 'day' | 'reference' | 'credit' | 'debit' | 'amount' | 'direction' | 'payerName' | 'payerAccount' | 'remark'

/** What usual banks call each, the surest first. */
const headings: Record<Column, readonly string[]> = {
  day: ['交易日期', '记账日期', '入账日期', '交易时间', '交易日', '记账日', '日期', '入账时间'],
  reference: [
    '交易流水号',
    '银行流水号',
    '流水号',
    '核心流水号',
    '交易流水',
    '账户明细编号-交易流水号',
    '业务流水号',
    '回单编号',
    '凭证号码',
    '凭证号',
  ],
  credit: ['收入金额', '贷方金额', '贷方发生额', '收入', '贷方', '转入金额', '存入金额', '入账金额', '贷方发生额收入'],
  debit: ['支出金额', '借方金额', '借方发生额', '支出', '借方', '转出金额', '支取金额', '借方发生额支取'],
  amount: ['交易金额', '发生额', '金额'],
  direction: ['借贷标志', '收支标志', '借贷', '收支', '借贷方向', '收付标志', '交易方向', '收/支'],
  payerName: [
    '对方户名',
    '对方名称',
    '对方账户名称',
    '对方单位名称',
    '对方单位',
    '付款人名称',
    '付款方户名',
    '付款人',
    '付款方名称',
    '对手户名',
  ],
  payerAccount: ['对方账号', '对方账户', '付款人账号', '付款方账号', '对手账号'],
  remark: ['附言', '摘要', '用途', '备注', '交易附言', '交易摘要', '客户附言'],
}

export type Columns = Partial<Record<Column, number>> & { remarks: readonly number[] }

function columnsIn(row: readonly Cell[]): Columns {
  const names = row.map(headingIn)
  const place = (column: Column): number | undefined => {
    const at = headings[column].map((heading) => names.indexOf(heading)).find((found) => found >= 0)
    return at
  }
  const found: Columns = { remarks: names.flatMap((name, at) => (headings.remark.includes(name) ? [at] : [])) }
  for (const column of Object.keys(headings) as Column[]) {
    const at = place(column)
    if (at !== undefined) found[column] = at
  }
  return found
}

const has = (columns: Columns, ...names: Column[]) => names.every((name) => columns[name] !== undefined)
const HEAD_ROWS = 40

/** Where the heading stands and which column is which; else what is missing of the row that comes closest. */
export function findColumns(rows: Rows): { head: number; columns: Columns } | { missing: string[] } {
  let missing: string[] = ['交易日期', '流水号', '收入金额']
  for (const [head, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const columns = columnsIn(row)
    const money = has(columns, 'credit') || has(columns, 'amount', 'direction')
    const lacks = [
      ...(has(columns, 'day') ? [] : ['交易日期']),
      ...(has(columns, 'reference') ? [] : ['流水号']),
      ...(money ? [] : ['收入金额（或交易金额和借贷标志）']),
    ]
    if (lacks.length === 0) return { head, columns }
    if (lacks.length < missing.length) missing = lacks
  }
  return { missing }
}

/** The account that the lines above the heading name, if they do. */
export function accountAbove(rows: Rows, head: number): string | undefined {
  for (const row of rows.slice(0, head)) {
    const texts = row.map(textIn)
    for (const [at, text] of texts.entries()) {
      if (!/^(本方|查询|银行|对公)?(账号|账户|帐号)/.test(text.replace(/[\s:：]/g, ''))) continue
      const digits = /\d[\d ]{6,}\d/.exec(text.replace(/^[^\d]*/, ''))?.[0] ?? /^[\d ]{8,}$/.exec(texts[at + 1] ?? '')?.[0]
      if (digits) return digits.replace(/ /g, '')
    }
  }
  return undefined
}

/** A day as banks write it; undefined: none. */
export function dayIn(cell: Cell | undefined): string | undefined {
  const text = textIn(cell)
  const match = /^(20\d{2})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[\sT]|$)/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})\d*$/.exec(text)
  if (!match) return undefined
  const day = `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : undefined
}
