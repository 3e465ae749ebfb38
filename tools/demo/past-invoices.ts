import type { ConsoleInvoiceIssuance, InvoiceDetail } from '#contract/billing/invoices/shapes.ts'
import { type Fen, formatYuan, negateFen } from '#contract/platform/core/money.ts'
import { addHours, formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createInvoiceFile } from '#sandbox/e-invoice/invoice-files.ts'
import { createInvoiceNo, type SandboxInvoiceRequest } from '#sandbox/e-invoice/invoice-store.ts'
import { readMallContractParty } from '#server/content/content/public.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { createUnifiedSocialCreditCode } from '#server/platform/testing/identity-documents.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { miningCompany as company } from './companies.ts'
import { MAIN } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'

interface Given {
  mining: string
  /** Orders that have arrived, the oldest first. */
  orderNos: readonly string[]
  /** A month whose statement is closed. */
  month: string
}

const EMAIL = 'caiwu@pengyan.example'

/**
 * A request in the format of the provider's protocol for an invoice that was issued by hand, so that its file can be drawn: a sample, not a
 * valid invoice.
 */
async function wordsOf(
  { db, clock }: StoryContext,
  opened: InvoiceDetail,
  red: ConsoleInvoiceIssuance | undefined,
): Promise<SandboxInvoiceRequest> {
  const { title, remark, lines, tax } = opened
  const party = (await readMallContractParty(db)) ?? demoCompany.party
  const yuanOf = (amount: Fen) => formatYuan(red ? negateFen(amount) : amount)
  return {
    serialNo: '',
    invoiceType: red ? 2 : 1,
    invoiceLine: title.kind === 'SPECIAL' ? 'bs' : 'pc',
    remark,
    sellerName: party.companyName,
    sellerTaxNum: party.creditCode,
    sellerAddress: party.address,
    sellerTel: party.phone,
    sellerBank: party.bankName,
    sellerAccount: party.accountNo,
    buyerName: title.name,
    buyerTaxNum: title.taxNo,
    buyerAddress: title.address,
    buyerTel: title.phone,
    buyerBank: title.bank,
    buyerAccount: title.accountNo,
    orderTime: formatShanghaiTime(clock.now),
    taxIncludedAmount: yuanOf(opened.amount),
    taxAmount: yuanOf(tax),
    ...(red ? { originalNo: opened.number ?? '', redReason: red.redReason ?? '' } : {}),
    invoiceDetail: lines.map((line) => ({
      ...(line.taxClass ? { goodsCode: line.taxClass.taxCode, goodsSimpleName: line.taxClass.taxName } : {}),
      goodsName: line.goodsName,
      specType: line.spec,
      unit: line.unit,
      taxRate: String(line.rateBp / 10_000),
      ...(line.quantity === null ? {} : { num: String(red ? -line.quantity : line.quantity) }),
      taxIncludedAmount: yuanOf(line.amount),
      taxAmount: yuanOf(line.tax),
    })),
  }
}

/** The data and the file of an invoice that finance enters by hand. */
async function madeOut(stage: StoryContext, opened: InvoiceDetail, red?: ConsoleInvoiceIssuance) {
  const { now } = stage.clock
  const number = createInvoiceNo(now)
  const asked = await wordsOf(stage, opened, red)
  const kept = {
    asked,
    content: '',
    state: 2,
    readyAt: now.toISOString(),
    invoiceNo: number,
    invoiceTime: formatShanghaiTime(now),
  } as const
  return { typed: { number, issuedDay: toShanghaiDay(now) }, file: toBlob(await createInvoiceFile(kept, 'pdf'), 'application/pdf') }
}

/** Finance has issued an invoice and records it. */
async function enters(stage: StoryContext, buyer: TestUser, ref: { enterpriseId: string; id: string }): Promise<void> {
  const { typed, file } = await madeOut(stage, await buyer.api.invoice.detail({ id: ref.id }))
  await (await logInDemoStaff(stage)).api.consoleInvoice.enter({ ...ref, ...typed }, { file })
}

/** The invoice was wrong: it is completely reversed, so that it can be requested again. */
async function takesBack(stage: StoryContext, buyer: TestUser, ref: { enterpriseId: string; id: string }): Promise<void> {
  const { consoleInvoice } = (await logInDemoStaff(stage)).api
  await consoleInvoice.takeBack({ ...ref, reason: '购方要求改开增值税专用发票' })
  const opened = await buyer.api.invoice.detail({ id: ref.id })
  const red = opened.issues.find(({ kind }) => kind === 'red')
  if (!red) throw new Error('no red letter was asked for')
  const { typed, file } = await madeOut(stage, opened, red)
  await consoleInvoice.enterRed({ ...ref, issueId: red.id, ...typed }, { file })
}

async function titlesOf({ api }: TestUser): Promise<{ special: string; normal: string }> {
  const whom = { name: company.name, taxNo: createUnifiedSocialCreditCode(company.codeStem) }
  const bank = { address: '深圳市龙岗区宝龙街道锦龙四路 9 号', phone: '0755-28391166', bank: '中国工商银行深圳龙岗支行' }
  const special = await api.invoiceTitle.add({ kind: 'SPECIAL', ...whom, ...bank, accountNo: '4000020109200000088', isDefault: true })
  const normal = await api.invoiceTitle.add({ kind: 'NORMAL', ...whom })
  return { special: special.id, normal: normal.id }
}

/** An invoice in every state: issued, reversed, rejected; one waits for finance, and one for the provider, if there is one. */
export async function createDemoInvoicesInEveryState(stage: StoryContext, now: Date, { mining, orderNos, month }: Given): Promise<void> {
  stage.clock.now = addHours(now, -52)
  const buyer = await logInDemoMember(stage, MAIN)
  const { api } = buyer
  const titles = await titlesOf(buyer)
  const asks = async (kind: 'special' | 'normal', source: { orderNos: string[] } | { month: string; shopId: string }, remark = '') => {
    const { id } = await api.invoice.apply({ ...source, titleId: titles[kind], email: EMAIL, remark })
    return { enterpriseId: mining, id }
  }
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = orderNos
  const [posted] = (await api.invoice.openStatements({})).filter((one) => one.month === month)
  if (!posted) throw new Error(`nothing of ${month} can be invoiced`)
  const made = [await asks('special', { orderNos: [first] }), await asks('special', { month, shopId: posted.shopId }, `${month} 账单`)]
  const mistaken = await asks('normal', { orderNos: [second] })
  const doubted = await asks('normal', { orderNos: [third] })
  stage.clock.now = addHours(now, -28)
  for (const ref of [...made, mistaken]) await enters(stage, buyer, ref)
  const reason = '设备配件请开专用发票，修改抬头后重新申请'
  await (await logInDemoStaff(stage)).api.consoleInvoice.reject({ ...doubted, reason })
  stage.clock.now = addHours(now, -26)
  await takesBack(stage, buyer, mistaken)
  stage.clock.now = now
  const again = (await logInDemoMember(stage, MAIN)).api.invoice
  const ask = { titleId: titles.special, email: EMAIL }
  const approved = await again.apply({ orderNos: [fourth], ...ask })
  await again.apply({ orderNos: [fifth], ...ask, remark: '合同 PY-2026-118' })
  const { consoleInvoice } = (await logInDemoStaff(stage)).api
  if ((await consoleInvoice.queues({})).provider !== 'off') await consoleInvoice.approve({ enterpriseId: mining, id: approved.id })
}
