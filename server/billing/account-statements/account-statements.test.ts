import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import {
  type AccountStatementAccount,
  type AccountStatementOverview,
  accountStatementAccounts,
} from '#contract/billing/account-statements/api.ts'
import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { writeOffMonthWithTwoPeople } from '#server/platform/testing/bad-debt-scene.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'

const mall = await openMall({ now: new Date('2026-08-18T06:00:00Z') })
const { buys, receives, refunds, dawns, jobs, balances } = createDebtHelpers(mall)
const finance = await mall.staff('finance')

/** Months of one company with a wallet: drawdowns, a refund, interest, repayments by bank and wallet. */
async function lives(): Promise<Buyer> {
  const lin = await mall.buyer('林', { credit: '50000', wallet: '3000' })
  const { enterpriseId } = lin
  const { parcelId } = await buys(lin, '1000.00')
  await buys(lin, '600.00')
  await dawns('2026-09-05')
  await jobs()
  await buys(lin, '700.00')
  await dawns('2026-09-20')
  await jobs()
  await receives(enterpriseId, yuanTextToFen('400'))
  await refunds(enterpriseId, parcelId, yuanTextToFen('50'))
  await dawns('2026-10-15')
  await jobs()
  await lin.api.statement.repayByWallet({ amount: yuanTextToFen('900'), payPwd: TEST_USER_PAYMENT_PASSWORD })
  await receives(enterpriseId, yuanTextToFen('1000'))
  await dawns('2026-11-05')
  await jobs()
  return lin
}
const lin = await lives()
const { enterpriseId } = lin

/** The balance of an account at the end of a day, as both sides count it: the sum of every transfer of its whole life until then. */
async function sumUntil(account: AccountStatementAccount, day: string): Promise<Fen> {
  const rows = await mall.db
    .selectFrom('ledger_transfer')
    .select(['kind', 'amount_fen', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .execute()
  const changes = rows.map(({ kind, amount_fen, at }) => {
    const { from, to } = transferKinds[kind as keyof typeof transferKinds]
    return toShanghaiDay(at) > day ? 0 : (Number(to === account) - Number(from === account)) * amount_fen
  })
  const total = changes.reduce((sum, change) => sum + change, 0)
  return (accountStatementAccounts[account].isOwed ? 0 - total : total) as Fen
}

test('every account of any period opens, moves and closes as the ledger says, and a period goes on where the one before ended', async () => {
  const periods = [
    ['2026-08-01', '2026-08-18'],
    ['2026-08-19', '2026-09-20'],
    ['2026-09-21', '2026-10-14'],
    ['2026-10-15', '2026-11-04'],
    ['2025-11-04', '2026-11-04'],
  ] as const
  const closed = new Map<string, Fen>()
  for (const [from, to] of periods) {
    const { accounts } = await lin.api.accountStatement.overview({ from, to })
    expect(accounts.map(({ account }) => account)).toEqual(['creditDrawn', 'interest', 'wallet'])
    for (const { account, opening, increase, decrease, closing } of accounts) {
      expect([account, from, opening]).toEqual([account, from, await sumUntil(account, addDays(from, -1))])
      expect([account, to, closing]).toEqual([account, to, await sumUntil(account, to)])
      expect(opening + increase - decrease).toBe(closing)
      if (from !== '2025-11-04') expect(opening).toBe(closed.get(account) ?? 0)
      closed.set(account, closing)
    }
  }
  // Nothing has moved since: it is what the company owes and has now.
  const { drawn, interest, wallet } = await balances(lin)
  expect([...closed.values()]).toEqual([drawn, interest, wallet])
})

const textOf = (bytes: Uint8Array) => parsePdfTextByPage(Buffer.from(bytes)).join('')
const PERIOD = { from: '2026-09-01', to: '2026-10-20' }

test('both sides download the same paper, which lists every movement, and whose hash anybody can compute', async () => {
  const overview: AccountStatementOverview = await lin.api.accountStatement.overview(PERIOD)
  expect(await finance.api.consoleAccountStatement.overview({ enterpriseId, ...PERIOD })).toEqual(overview)
  const own = await lin.api.accountStatement.paper(PERIOD)
  expect(own.name).toBe('往来对账单-2026-09-01至2026-10-20-林矿业有限公司.pdf')
  const theirs = await finance.api.consoleAccountStatement.paper({ enterpriseId, ...PERIOD })
  expect(Buffer.from(theirs.bytes).equals(Buffer.from(own.bytes))).toBe(true)
  const text = textOf(own.bytes)
  for (const part of ['往 来 对 账 单', '应收账款（赊销本金）', '现金钱包（预存款）', overview.hash]) expect(text).toContain(part)

  const rows = await mall.db
    .selectFrom('ledger_transfer')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const lines = (account: AccountStatementAccount) =>
    rows
      .filter(({ at, from_account, to_account }) => {
        const day = toShanghaiDay(at)
        return day >= PERIOD.from && day <= PERIOD.to && [from_account, to_account].includes(account)
      })
      .toSorted(
        (one, other) =>
          Number(one.from_account === account ? one.from_entry : one.to_entry) -
          Number(other.from_account === account ? other.from_entry : other.to_entry),
      )
      .map((row) => {
        const grows = row.to_account === account ? row.amount_fen : 0 - row.amount_fen
        const amount = accountStatementAccounts[account].isOwed ? 0 - grows : grows
        return `${toShanghaiDay(row.at)}:${row.document.slice(-12).toUpperCase()}:${amount}`
      })
  const hashed = [
    `${PERIOD.from}/${PERIOD.to}`,
    ...overview.accounts.flatMap(({ account, opening, closing }) => [`${account}:${opening}`, ...lines(account), `${account}:${closing}`]),
  ]
  expect(createHash('sha256').update(hashed.join('\n')).digest('hex')).toBe(overview.hash)
  expect(overview.accounts.map(({ movements }) => movements)).toEqual(
    (['creditDrawn', 'interest', 'wallet'] as const).map((account) => lines(account).length),
  )
  for (const { opening, closing } of overview.accounts) for (const amount of [opening, closing]) expect(text).toContain(formatMoney(amount))
})

test('the confirmation letter says the balances of a day and has a part to send back', async () => {
  const day = '2026-09-30'
  const { bytes, name } = await lin.api.accountStatement.confirmationLetter({ day })
  expect(name).toBe('往来询证函-2026-09-30-林矿业有限公司.pdf')
  const text = textOf(bytes)
  const amounts = {
    drawn: await sumUntil('creditDrawn', day),
    interest: await sumUntil('interest', day),
    wallet: await sumUntil('wallet', day),
  }
  expect(text).toContain(`应收账款（赊销本金）${formatMoney(amounts.drawn)}—`)
  expect(text).toContain(`现金钱包（预存款）—${formatMoney(amounts.wallet)}`)
  for (const part of ['信息证明无误', '信息不符', '致：林矿业有限公司', '并非催款结算']) expect(text).toContain(part)
  const facts = [
    day,
    '岩锋工品',
    '林矿业有限公司',
    `creditDrawn:${amounts.drawn}`,
    `interest:${amounts.interest}`,
    `wallet:${amounts.wallet}`,
  ]
  expect(text).toContain(createHash('sha256').update(facts.join('\n')).digest('hex'))
  const theirs = await finance.api.consoleAccountStatement.confirmationLetter({ enterpriseId, day })
  expect(Buffer.from(theirs.bytes).equals(Buffer.from(bytes))).toBe(true)
  const acts = await mall.db.selectFrom('audit_log').select('action').where('action', 'like', 'download confirmation%').execute()
  expect(acts).toHaveLength(2)
})

test('a member sees the accounts that he may see; days that are not over, and periods above a year, are refused in words', async () => {
  const { overview, confirmationLetter } = contract.accountStatement
  const accounts = async (buyer: Buyer) => (await buyer.api.accountStatement.overview(PERIOD)).accounts.map(({ account }) => account)
  expect(await accounts(await mall.subAccount(lin, ['applyLimit']))).toEqual(['creditDrawn', 'interest'])
  expect(await accounts(await mall.subAccount(lin, ['cashAccount']))).toEqual(['wallet'])
  expect(await (await mall.subAccount(lin, ['lookOrder'])).post(overview.path, PERIOD)).toMatchObject({ code: 403 })
  const today = '2026-11-05'
  const msg = '截止日期最晚为昨天（2026-11-04），当天的账务尚未完结'
  expect(await lin.post(overview.path, { from: today, to: today })).toMatchObject({ code: 422, reason: 'DAY_NOT_OVER', msg })
  expect(await lin.post(confirmationLetter.path, { day: today })).toMatchObject({ code: 422, reason: 'DAY_NOT_OVER', msg })
  expect(await lin.post(overview.path, { from: '2025-11-03', to: '2026-11-04' })).toMatchObject({ code: 400, msg: '期间最长 366 天' })
  expect(await lin.post(overview.path, { from: '2026-10-02', to: '2026-10-01' })).toMatchObject({
    code: 400,
    msg: '结束日期不能早于开始日期',
  })
  const nobody = { enterpriseId: mall.moment().newId(), ...PERIOD }
  expect(await finance.post(contract.consoleAccountStatement.paper.path, nobody)).toMatchObject({
    code: 404,
    reason: 'ENTERPRISE_NOT_FOUND',
  })
  const warehouse = await mall.staff('warehouse')
  expect(await warehouse.post(contract.consoleAccountStatement.overview.path, { enterpriseId, ...PERIOD })).toMatchObject({ code: 403 })
})

test('what was written off and is still owed stands beside the accounts, on both papers and in their hashes', async () => {
  const wu = await mall.buyer('吴', { credit: '5000' })
  await buys(wu, '800.00')
  await dawns('2026-12-05')
  await jobs()
  await writeOffMonthWithTwoPeople(mall, { enterpriseId: wu.enterpriseId, month: '2026-11', amountFen: yuanTextToFen('800') })
  await dawns('2026-12-07')
  const [before, after] = [
    { from: '2026-11-01', to: '2026-12-04' },
    { from: '2026-11-01', to: '2026-12-06' },
  ]
  expect((await wu.api.accountStatement.overview(before)).writtenOff).toBe(0)
  const overview = await wu.api.accountStatement.overview(after)
  expect([overview.writtenOff, overview.accounts[0]?.closing]).toEqual([80_000, 0])
  const statement = textOf((await wu.api.accountStatement.paper(after)).bytes)
  const letter = textOf(
    (await finance.api.consoleAccountStatement.confirmationLetter({ enterpriseId: wu.enterpriseId, day: after.to })).bytes,
  )
  for (const text of [statement, letter]) expect(text).toContain('已核销待追偿（表外）')
  const hashed = ['2026-12-06', '岩锋工品', '吴矿业有限公司', 'creditDrawn:0', 'interest:0', 'wallet:0', 'writtenOff:80000']
  expect(letter).toContain(createHash('sha256').update(hashed.join('\n')).digest('hex'))
  // Who may not see what is owed does not see the claim.
  expect((await (await mall.subAccount(wu, ['cashAccount'])).api.accountStatement.overview(after)).writtenOff).toBe(0)
})
