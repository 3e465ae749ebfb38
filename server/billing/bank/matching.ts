import type { BankAllocationProposal, ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import type { VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { findVouchersWithSamePictures } from '#server/billing/bank-transfers/public.ts'
import { extractTransferCodesFromRemark, findPayment, findPaymentRefsByTransferCodes } from '#server/money/payments/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findLikelyTransfersForBankLine, listAwaitedTransfersOfPayments } from './awaited-transfers.ts'
import {
  type BankLineRecord,
  computeUnassignedFen,
  findBankLine,
  findCandidateBankLinesForTransfer,
  listUnassignedBankStatementLines,
} from './bank-line-store.ts'
import type { VoucherWithPayment } from './review-vouchers.ts'

/** Whether two company names are equal without width, brackets and spaces, which people write differently. */
const sameName = (one: string, other: string): boolean => plain(one) === plain(other) && plain(one) !== ''
const plain = (name: string) => name.normalize('NFKC').replace(/\s/g, '').toLowerCase()

/** Returns a name with each usual form of brackets. */
const spellings = (name: string): string[] => {
  const narrow = name.replaceAll('（', '(').replaceAll('）', ')')
  return [...new Set([name, narrow, narrow.replaceAll('(', '（').replaceAll(')', '）')])].filter((one) => one !== '')
}

const ranks: readonly BankAllocationProposal['reason'][] = ['remarkCode', 'amountAndPayer', 'payer', 'amount']

function reasonOf(line: BankLineRecord, codes: readonly string[], awaited: ExpectedBankTransfer): BankAllocationProposal['reason'] {
  if (awaited.remarkCode !== null && codes.includes(awaited.remarkCode)) return 'remarkCode'
  const payer = sameName(line.payerName, awaited.enterpriseName ?? '')
  if (awaited.amount === computeUnassignedFen(line)) return payer ? 'amountAndPayer' : 'amount'
  return 'payer'
}

/** Says how the payer of a bank line differs from the company that is expected to pay; the statement of a bank may have no payer. */
const formatPayerDifference = (payerName: string, companyName: string): string =>
  payerName === '' ? '对账单没有付款人' : `流水付款人“${payerName}”与企业“${companyName || '未命名'}”不一致`

function warningsOf(line: BankLineRecord, awaited: ExpectedBankTransfer): string[] {
  const name = awaited.enterpriseName ?? ''
  return [
    ...(awaited.amount === computeUnassignedFen(line)
      ? []
      : [`应付 ${formatMoney(awaited.amount)}，该流水余额 ${formatMoney(computeUnassignedFen(line))}`]),
    ...(sameName(line.payerName, name) ? [] : [formatPayerDifference(line.payerName, name)]),
  ]
}

/** Proposes transfers for a line, best first: by remark code, then by amount and payer (domain §6). It changes nothing. */
export async function proposeTransfersForBankLine(db: Db, line: BankLineRecord): Promise<BankAllocationProposal[]> {
  if (computeUnassignedFen(line) === 0) return []
  const codes = extractTransferCodesFromRemark(line.remark)
  const named = await findPaymentRefsByTransferCodes(db, codes)
  const likely = await findLikelyTransfersForBankLine(db, {
    paymentIds: named.map(({ id }) => id),
    amountFen: computeUnassignedFen(line),
    payerNames: spellings(line.payerName),
  })
  return likely
    .map((transfer) => ({ reason: reasonOf(line, codes, transfer), transfer, warnings: warningsOf(line, transfer) }))
    .sort((one, other) => ranks.indexOf(one.reason) - ranks.indexOf(other.reason))
    .slice(0, 20)
}

/** How many lines are compared, and how many matches are answered at most. Who has confirmed these asks again. */
const COMPARED_MAX = 2_000
const EXACT_MAX = 200

/**
 * Finds the lines that pay a payment beyond doubt: the whole line of a statement, with the code, the amount and the name of one payment.
 * A code that several lines name, or a line that names several, is left to people. It changes nothing.
 */
export async function listBankLinesExactlyMatchingTransfers(
  db: Db,
): Promise<{ matches: { line: BankLineRecord; transfer: ExpectedBankTransfer }[]; total: number }> {
  const lines = (await listUnassignedBankStatementLines(db, COMPARED_MAX)).map((line) => ({
    line,
    codes: extractTransferCodesFromRemark(line.remark),
  }))
  const refs = await findPaymentRefsByTransferCodes(db, [...new Set(lines.flatMap(({ codes }) => codes))])
  const transfers = await listAwaitedTransfersOfPayments(
    db,
    refs.map(({ id }) => id),
  )
  const byCode = new Map(transfers.map((transfer) => [transfer.remarkCode, transfer]))
  const named = Map.groupBy(lines, ({ codes: [code = ''] }) => code)
  const matches = lines.flatMap(({ line, codes: [code = '', ...more] }) => {
    const transfer = byCode.get(code)
    const only = more.length === 0 && named.get(code)?.length === 1
    const same = transfer?.amount === line.amountFen && sameName(line.payerName, transfer.enterpriseName ?? '')
    return only && same && transfer ? [{ line, transfer }] : []
  })
  return { matches: matches.slice(0, EXACT_MAX), total: matches.length }
}

/** Proposes lines for a voucher, best first. After a first approval it returns the line of that approval. */
export async function proposeBankLinesForVoucher(
  db: Db,
  { voucher, payment }: VoucherWithPayment,
  companyName: string,
): Promise<BankLineRecord[]> {
  if (voucher.firstLineId !== null) {
    const chosen = await findBankLine(db, voucher.firstLineId)
    return chosen ? [chosen] : []
  }
  const found = await findCandidateBankLinesForTransfer(db, {
    code: payment.remarkCode,
    amountFen: payment.amountFen,
    payerNames: spellings(companyName),
  })
  const points = (line: BankLineRecord) =>
    (extractTransferCodesFromRemark(line.remark).includes(payment.remarkCode ?? '-') ? 4 : 0) +
    (computeUnassignedFen(line) === payment.amountFen ? 2 : 0) +
    (sameName(line.payerName, companyName) ? 1 : 0)
  return found.sort((one, other) => points(other) - points(one)).slice(0, 10)
}

type Warning = VoucherReviewCase['warnings'][number]

async function pictureWarnings(db: Db, { voucher }: VoucherWithPayment): Promise<Warning[]> {
  const same = await findVouchersWithSamePictures(db, voucher)
  const companies = await findEnterprises(db, [...new Set(same.map(({ enterpriseId }) => enterpriseId))])
  const warnings: Warning[] = []
  for (const other of same) {
    const payment = await findPayment(db, { enterpriseId: other.enterpriseId, id: other.paymentId })
    const company = companies.find(({ id }) => id === other.enterpriseId)?.name ?? '未命名企业'
    const text = `图片与 ${company} 的“${payment?.title ?? ''}”${formatMoney(payment?.amountFen ?? (0 as Fen))} 第 ${other.no} 次提交的凭证相同`
    warnings.push({ kind: 'duplicatePicture', text, see: { enterpriseId: other.enterpriseId, id: other.id } })
  }
  return warnings
}

/** Returns the warnings for the person who reviews a voucher. */
export async function listVoucherWarnings(
  db: Db,
  review: VoucherWithPayment,
  lines: readonly BankLineRecord[],
  companyName: string,
): Promise<Warning[]> {
  const { payment } = review
  const [line] = lines
  const warnings = await pictureWarnings(db, review)
  if (review.voucher.state !== 'REVIEW' && review.voucher.state !== 'SECOND') return warnings
  if (!line) return [...warnings, { kind: 'noLine', text: '没有与金额、付款人或转账附言相符的银行流水，请核对网银' }]
  if (computeUnassignedFen(line) !== payment.amountFen)
    warnings.push({
      kind: 'amountDiffers',
      text: `最可能的流水余额 ${formatMoney(computeUnassignedFen(line))}，应付 ${formatMoney(payment.amountFen)}`,
    })
  if (!sameName(line.payerName, companyName))
    warnings.push({ kind: 'payerDiffers', text: formatPayerDifference(line.payerName, companyName) })
  return warnings
}
