import {
  BANK_STATEMENT_COLUMNS_MAX,
  BANK_STATEMENT_COLUMNS_MIN,
  BANK_STATEMENT_HEADING_MAX,
  type BankStatementFormatColumns,
  bankStatementFormatFields,
  type UnknownBankStatementColumns,
} from '#contract/billing/bank/format-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'
import { excerptCellText, type TextRows } from '#server/adapters/spreadsheets/public.ts'

/**
 * The names that banks use for each column. The first one is ours and is shown on the page; the others follow by reliability. They are
 * written as `normaliseHeading` normalises them: without spaces and punctuation, 帐 as 账.
 */
const headings = {
  day: ['交易日期', '交易日', '记账日期', '记账日', '入账日期', '日期', '入账时间', '交易时间'],
  /** The time of day, or day and time together. */
  time: ['交易时间', '入账时间', '时间', '交易时间戳'],
  reference: [
    ...['流水号', '交易流水号', '银行流水号', '银行交易流水号', '核心流水号', '核心唯一流水号', '交易流水', '账户明细编号交易流水号'],
    ...['业务流水号', '日志号', '回单编号', '凭证号码', '凭证号'],
  ],
  credit: [
    ...['收入金额', '贷方金额', '贷方发生额', '收入', '贷方', '贷', '转入金额', '存入金额', '入账金额', '收款金额'],
    '贷方发生额收入',
  ],
  debit: ['支出金额', '借方金额', '借方发生额', '支出', '借方', '借', '转出金额', '支取金额', '付款金额', '借方发生额支取'],
  amount: ['交易金额', '发生额', '金额'],
  direction: ['借贷标志', '收支标志', '借贷', '借/贷', '收支', '收/支', '借贷方向', '收支方向', '收付标志', '交易方向', '交易类型'],
  payerName: [
    ...['对方户名', '对方名称', '对方账户名称', '对方账号名称', '对方单位名称', '对方单位', '收(付)方名称', '收/付方名称', '收付方名称'],
    ...['收(付)方户名', '收付款人名称', '付款人名称', '付款方户名', '付款人', '付款方名称', '对手户名'],
  ],
  payerAccount: [
    ...['对方账号', '对方账户', '收(付)方账号', '收/付方账号', '收付方账号', '收付款人账号', '付款人账号', '付款方账号', '对手账号'],
  ],
  /** The account of the statement. */
  ownAccount: ['本方账号', '账号', '查询账号', '账户'],
  remark: ['摘要', '附言', '用途', '备注', '交易附言', '交易摘要', '业务摘要', '其它摘要', '扩展摘要', '客户附言', '交易用途', '备注信息'],
} as const satisfies Record<string, readonly string[]>

export type BankStatementColumnName = keyof typeof headings

/** Other usual columns that are not needed. They are not reported as unknown. */
const UNNEEDED = new Set([
  ...[
    '序号',
    '余额',
    '账户余额',
    '本次余额',
    '交易后余额',
    '联机余额',
    '币种',
    '交易货币',
    '账户名称',
    '户名',
    '本方户名',
    '起息日',
    '起息日期',
    '汇率',
  ],
  ...[
    '对方行号',
    '对方开户行',
    '对方行名',
    '对方开户机构',
    '对方账号开户行',
    '对方省市',
    '对方开户行名',
    '交易行名',
    '交易网点',
    '凭证种类',
    '凭证类型',
  ],
  ...[
    '收(付)方分行名',
    '收(付)方开户行行号',
    '收(付)方开户行名',
    '收(付)方开户行地址',
    '付款人开户行号',
    '付款人开户行名',
    '收款人开户行行号',
  ],
  ...['收款人开户行名', '收款人账号', '收款人名称', '业务类型', '业务名称', '交易渠道', '企业流水号', '交易介质编号'],
])

export interface BankStatementColumnPlaces {
  places: Partial<Record<BankStatementColumnName, number>>
  /** All columns that describe the purpose of a payment. */
  remarks: readonly number[]
  /** Headings that are not known, as the file writes them. Their columns are not imported. */
  unknown: readonly string[]
}

const headingIn = (cell: string): string => normaliseHeading(cell).replaceAll('帐', '账')

/** Finds a column: an exact match first, in the order of its names, and then a match without the text in brackets. */
function placeOf(names: readonly string[], written: readonly string[], bare: readonly string[]): number | undefined {
  for (const heads of [written, bare]) {
    const place = names.map((name) => heads.indexOf(name)).find((found) => found >= 0)
    if (place !== undefined) return place
  }
  return undefined
}

function columnsIn(row: readonly string[]): BankStatementColumnPlaces {
  const written = row.map(headingIn)
  const bare = written.map(removeHeadingBrackets)
  const found = (Object.keys(headings) as BankStatementColumnName[]).map(
    (column) => [column, placeOf(headings[column], written, bare)] as const,
  )
  const remarks = bare.flatMap((name, at) => ((headings.remark as readonly string[]).includes(name) ? [at] : []))
  const used = new Set([...found.map(([, place]) => place), ...remarks])
  const isKnown = (at: number) => used.has(at) || written[at] === '' || UNNEEDED.has(written[at] ?? '') || UNNEEDED.has(bare[at] ?? '')
  return {
    places: Object.fromEntries(found.filter(([, place]) => place !== undefined)),
    remarks,
    unknown: row.filter((_, at) => !isKnown(at)),
  }
}

/** The headings of a row without empty cells at its end, normalised. */
export function normaliseStatementHeadings(row: readonly string[]): string[] {
  const written = row.map((cell) => headingIn(cell).slice(0, BANK_STATEMENT_HEADING_MAX).toWellFormed())
  return written.slice(0, Math.min(written.findLastIndex((text) => text !== '') + 1, BANK_STATEMENT_COLUMNS_MAX))
}

export const HEAD_ROWS_MAX = 40

/** Finds the heading row and its columns. If there is none, returns the missing columns of the best candidate. */
export function detectBankStatementColumns(rows: TextRows): { head: number; columns: BankStatementColumnPlaces } | { missing: string[] } {
  let missing: string[] = ['交易日期', '流水号', '收入金额']
  for (const [head, row] of rows.slice(0, HEAD_ROWS_MAX).entries()) {
    const columns = columnsIn(row)
    const has = (...names: BankStatementColumnName[]) => names.every((name) => columns.places[name] !== undefined)
    const lacks = [
      ...(has('day') ? [] : ['交易日期']),
      ...(has('reference') ? [] : ['流水号']),
      ...(has('credit') || has('amount', 'direction') ? [] : ['收入金额（或交易金额和借贷标志）']),
    ]
    if (lacks.length === 0) return { head, columns }
    if (lacks.length < missing.length) missing = lacks
  }
  return { missing }
}

const EXAMPLES = 3
/** Days, amounts and numbers: a cell with one is no heading. */
const VALUE = /\d\d/

/** Rates a row as headings. Values count against it, and known columns for it, so that facts above the headings (起始日期, 开户行) are not taken for them. */
function rateHeadings(row: readonly string[]): number {
  const filled = row.filter((cell) => cell !== '')
  const values = filled.filter((cell) => VALUE.test(cell)).length
  return filled.length - 3 * values + 2 * Object.keys(columnsIn(row).places).length
}

/** Describes the row that looks most like headings, so that a person can say what its columns are; undefined: no row can be headings. */
export function describeUnknownBankStatementColumns(rows: TextRows, missing: string[]): UnknownBankStatementColumns | undefined {
  const rates = rows.slice(0, HEAD_ROWS_MAX).map(rateHeadings)
  const head = rates.indexOf(Math.max(...rates))
  const row = rows[head] ?? []
  const headings = normaliseStatementHeadings(row)
  if (headings.filter((text) => text !== '').length < BANK_STATEMENT_COLUMNS_MIN) return undefined
  const below = rows.slice(head + 1, head + 1 + HEAD_ROWS_MAX)
  const examples = headings.map((_, at) =>
    [...new Set(below.map((cells) => excerptCellText(cells[at] ?? '')))].filter((text) => text !== ''),
  )
  const { places, remarks } = columnsIn(row.slice(0, headings.length))
  return { missing, headings, examples: examples.map((texts) => texts.slice(0, EXAMPLES)), known: toFormatColumns(places, remarks) }
}

/** What is known of the columns, each of them once. */
function toFormatColumns(places: BankStatementColumnPlaces['places'], remarks: readonly number[]): Partial<BankStatementFormatColumns> {
  const single = keysOf(bankStatementFormatFields).flatMap((field) => {
    const place = places[field]
    return place === undefined ? [] : [[field, place] as const]
  })
  const once = single.filter(([, place], at) => single.findIndex(([, other]) => other === place) === at)
  return { ...Object.fromEntries(once), remarks: remarks.filter((place) => !once.some(([, other]) => other === place)) }
}

const digitsIn = (text: string): string => text.replace(/ /g, '')

/** Returns the account in the lines above the heading, if there is one. */
function accountAbove(rows: TextRows, head: number): string | undefined {
  for (const texts of rows.slice(0, head)) {
    for (const [at, text] of texts.entries()) {
      if (!/^(?:本方|查询|银行|对公)?(?:账号|账户|帐号)/.test(text.replace(/[\s:：]/g, ''))) continue
      const digits = /\d[\d ]{6,}\d/.exec(text.replace(/^[^\d]*/, ''))?.[0] ?? /^[\d ]{8,}$/.exec(texts[at + 1] ?? '')?.[0]
      if (digits) return digitsIn(digits)
    }
  }
  return undefined
}

/** Lists the accounts that a statement names as its own, each once: above the headings, and beside each row. */
export function listAccountsInBankStatement(
  rows: TextRows,
  { head, columns }: { head: number; columns: BankStatementColumnPlaces },
): string[] {
  const place = columns.places.ownAccount
  const beside = place === undefined ? [] : rows.slice(head + 1).map((row) => digitsIn(row[place] ?? ''))
  const named = [accountAbove(rows, head) ?? '', ...beside.filter((digits) => /^\d{8,}$/.test(digits))]
  return [...new Set(named)].filter((digits) => digits !== '')
}

/** Returns the name of a bank in the lines above the heading; undefined if they name none. */
export function findBankNameInBankStatement(rows: TextRows, { head }: { head: number }): string | undefined {
  for (const text of rows.slice(0, head).flat()) {
    const name = /^(?:(?:开户|本方)?(?:银行|行|网点)(?:名称)?[:：])?([\u4e00-\u9fa5]{2,12}银行)/.exec(text.replace(/\s/g, ''))?.[1]
    if (name !== undefined) return name
  }
  return undefined
}
