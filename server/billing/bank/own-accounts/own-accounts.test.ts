import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { UnclearBankStatementAccount } from '#contract/billing/bank/console-api.ts'
import type { OtherOwnAccount } from '#contract/billing/bank/own-accounts.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { saveSettingGroup } from '#server/content/content/public.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { openMall, TEST_USER_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createSettingsHelpers } from '#server/platform/testing/settings.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

// The platform has several bank accounts. A statement belongs to one of them, and so do its lines.

const mall = await openMall()
const { sets } = createSettingsHelpers(mall)
const finance = await mall.staff('finance')
const admin = await mall.staff('admin')
const lin = await mall.buyer('林')
const { consoleBank: bank, consoleBankFormat: formats, consoleJournal: journal } = finance.api

const owner = new pg.Client({ connectionString: mall.ownerUrl })
await owner.connect()
afterAll(() => owner.end())

const FIRST = demoCompany.bank.accountNo
const base = { ...demoCompany.bank, shortName: '工行基本户' }
const account = (accountNo: string, shortName: string, more: Partial<OtherOwnAccount> = {}): OtherOwnAccount => ({
  accountName: demoCompany.bank.accountName,
  bankName: '招商银行深圳分行',
  accountNo,
  bankCode: '308584000013',
  shortName,
  enabled: true,
  ...more,
})
/** Ends like the first one in nine digits. */
const SECOND = '7559123000000000'
const PAST = '6222020200001234567'
const others = [account(SECOND, '招行一般户'), account(PAST, '以前的户', { enabled: false })]
await sets('bank', { ...base, others })

const upload = (csv: string, more: { accountNo?: string; fileName?: string } = {}) =>
  bank.importStatement({ fileName: '流水.csv', ...more }, { file: toBlob(Buffer.from(csv), 'text/csv') })
const refusal = (call: Promise<unknown>): Promise<{ reason: string; message: string; detail: unknown }> =>
  call.then(
    () => expect.fail('was not refused'),
    (error) => error,
  )
const heads = '交易日期,流水号,收入金额,对方户名'
const ofHead = (accountNo: string, rows: string) => `账号：${accountNo}\n${heads}\n${rows}\n`
const ofColumn = (rows: readonly (readonly [accountNo: string, row: string])[]) =>
  [`${heads},账号`, ...rows.map(([accountNo, row]) => `${row},${accountNo}`)].join('\n')
const lines = async (filter: Parameters<typeof bank.lines>[0]) =>
  (await bank.lines(filter)).dataList.map(({ reference, account: of }) => `${reference} ${of}`).sort()

describe('the account of a statement', () => {
  test('is what the file says above its headings or beside its rows, and numbers of the bank count in each account by itself', async () => {
    const [one, other] = ['2026-11-17,SAME-0001,10.00,甲', '2026-11-17,SAME-0001,20.00,乙']
    expect(await upload(ofHead(FIRST, one))).toMatchObject({ added: 1, account: '工行基本户（尾号 0000000000）' })
    expect(await upload(ofColumn([[SECOND, other]]))).toMatchObject({ added: 1, account: '招行一般户（尾号 3000000000）' })
    expect(await upload(ofColumn([[SECOND, other]]))).toMatchObject({ added: 0, known: 1 })
    // The number of before takes statements of its past.
    expect(await upload(ofHead(PAST, '2026-11-17,SAME-0001,30.00,丙'))).toMatchObject({ added: 1, account: '以前的户（尾号 4567）' })
    expect(await lines({ keyword: 'SAME-0001' })).toEqual([
      'SAME-0001 以前的户（尾号 4567）',
      'SAME-0001 工行基本户（尾号 0000000000）',
      'SAME-0001 招行一般户（尾号 3000000000）',
    ])
    expect((await bank.imports({ pageSize: 100 })).dataList.map((one) => one.account).sort()).toEqual([
      '以前的户（尾号 4567）',
      '工行基本户（尾号 0000000000）',
      '招行一般户（尾号 3000000000）',
      '招行一般户（尾号 3000000000）',
    ])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is asked for if the file does not say it, and the answer must not differ from the file', async () => {
    const csv = `${heads}\n2026-11-17,ASKED-001,1.00,甲\n`
    const before = (await bank.imports({})).total
    const asked = await refusal(upload(csv))
    expect(asked).toMatchObject({ reason: 'BANK_ACCOUNT_UNCLEAR', message: '对账单没有写明账号，请选择它属于哪个收款账户' })
    expect(UnclearBankStatementAccount.parse(asked.detail).accounts).toEqual(await bank.accounts({}))
    expect(await bank.accounts({})).toEqual([
      { accountNo: FIRST, label: '工行基本户（尾号 0000000000）', enabled: true, isDefault: true },
      { accountNo: SECOND, label: '招行一般户（尾号 3000000000）', enabled: true, isDefault: false },
      { accountNo: PAST, label: '以前的户（尾号 4567）', enabled: false, isDefault: false },
    ])
    expect(await refusal(upload(csv, { accountNo: '1111222233334444' }))).toMatchObject({ reason: 'BANK_ACCOUNT_NOT_OWN' })
    expect((await refusal(upload(ofHead(FIRST, '2026-11-17,ASKED-001,1.00,甲'), { accountNo: SECOND }))).message).toBe(
      '该对账单属于工行基本户（尾号 0000000000），不是所选的招行一般户（尾号 3000000000）',
    )
    expect((await bank.imports({})).total).toBe(before)
    expect(await upload(csv, { accountNo: SECOND })).toMatchObject({ added: 1, account: '招行一般户（尾号 3000000000）' })
    expect(await lines({ keyword: 'ASKED' })).toEqual(['ASKED-001 招行一般户（尾号 3000000000）'])
  })

  test('is none of ours: the refusal names ours with as many digits as tell them apart', async () => {
    const foreign = await refusal(upload(`中国银行交易明细\n${ofHead('9559123000000000', '2026-11-17,FOREIGN-1,1.00,甲')}`))
    expect([foreign.reason, foreign.message]).toEqual([
      'BANK_FILE_UNREADABLE',
      '该对账单属于中国银行尾号 9559123000000000 的账户，不是收款账户（工行基本户，尾号 0000000000；招行一般户，尾号 7559123000000000；以前的户，尾号 4567）',
    ])
    const two = await refusal(
      upload(
        ofColumn([
          [FIRST, '2026-11-17,BOTH-0001,1.00,甲'],
          [SECOND, '2026-11-17,BOTH-0002,1.00,甲'],
        ]),
      ),
    )
    expect(two.message).toBe('该文件有工行基本户（尾号 0000000000）、招行一般户（尾号 3000000000）的明细，请在网银按账户分别导出')
    const mixed = await refusal(
      upload(
        ofColumn([
          [FIRST, '2026-11-17,BOTH-0001,1.00,甲'],
          ['1111222233334444', '2026-11-17,BOTH-0002,1.00,甲'],
        ]),
      ),
    )
    expect(mixed.message).toMatch(/^该对账单属于尾号 4444 的账户/)
  })

  test('is that of its saved format, unless the file says another one', async () => {
    const columns = { day: 0, reference: 1, credit: 2, payerName: 3, ownAccount: 4, remarks: [] }
    const headings = ['记账时点', '柜员号', '进账数', '来款单位', '我方户头']
    const csv = (no: number, own = '') => `${headings.join(',')}\n2026-11-17,FORMAT-00${no},1.00,甲,${own}\n`
    expect((await refusal(formats.save({ name: '错', headings, columns, accountNo: '1111222233334444' }))).reason).toBe(
      'BANK_ACCOUNT_NOT_OWN',
    )
    await formats.save({ name: '招行网银', headings, columns, accountNo: SECOND })
    expect((await formats.list({}))[0]).toMatchObject({ name: '招行网银', account: '招行一般户（尾号 3000000000）' })
    expect(await upload(csv(1))).toMatchObject({ added: 1, account: '招行一般户（尾号 3000000000）' })
    expect(await upload(csv(2, FIRST))).toMatchObject({ added: 1, account: '工行基本户（尾号 0000000000）' })
    expect(await upload(csv(3), { accountNo: FIRST })).toMatchObject({ added: 1, account: '工行基本户（尾号 0000000000）' })
  })
})

describe('a line', () => {
  test('is typed for an account that is in use, and confirmed only by a statement of the same account', async () => {
    const typed = { reference: 'TYPED-001', day: '2026-11-18', amount: yuanTextToFen('7'), payerName: '甲' }
    const { lineId } = await bank.record({ ...typed, accountNo: SECOND })
    expect((await refusal(bank.record({ ...typed, reference: 'TYPED-002', accountNo: PAST }))).reason).toBe('BANK_ACCOUNT_NOT_OWN')
    await upload(ofHead(FIRST, '2026-11-18,TYPED-001,7.00,甲'))
    expect((await bank.line({ lineId })).source).toBe('typed')
    expect(await upload(ofHead(SECOND, '2026-11-18,TYPED-001,7.00,甲'))).toMatchObject({ known: 1 })
    expect(await bank.line({ lineId })).toMatchObject({ source: 'statement', account: '招行一般户（尾号 3000000000）' })
    const { dataList } = await bank.lines({ keyword: 'TYPED-001' })
    expect(dataList.length).toBe(2)
  })

  test('that somebody types says its account while several are in use, in each of the four forms, and need not with one', async () => {
    const day = toShanghaiDay(mall.clock.now)
    const line = (reference: string) => ({ reference, day, amount: yuanTextToFen('8'), payerName: '乙' })
    const topUp = (bankReference: string, accountNo?: string) =>
      finance.api.consoleWallet.recordTopUp({
        enterpriseId: lin.enterpriseId,
        amount: yuanTextToFen('8'),
        bankReference,
        ...(accountNo === undefined ? {} : { accountNo }),
      })
    const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('8') })
    const id = await createTransferHelpers(mall).proves(lin, paymentId)
    const voucher = { enterpriseId: lin.enterpriseId, id, amount: yuanTextToFen('8') }
    const before = (await bank.lines({})).total
    const asked = { reason: 'BANK_ACCOUNT_UNCLEAR', message: '商城有多个收款账户，请选择这笔款到了哪个账户' }
    expect(await refusal(bank.record(line('ASKS-001')))).toMatchObject(asked)
    expect(
      await refusal(finance.api.consoleValueDay.propose({ ...line('ASKS-002'), day: addDays(day, -9), reason: '漏登' })),
    ).toMatchObject(asked)
    expect(await refusal(finance.api.consoleVoucher.approve({ ...voucher, line: line('ASKS-003') }))).toMatchObject(asked)
    expect(await refusal(topUp('ASKS-004'))).toMatchObject(asked)
    expect((await bank.lines({})).total).toBe(before)
    await finance.api.consoleVoucher.approve({ ...voucher, line: { ...line('ASKS-003'), accountNo: SECOND } })
    await topUp('ASKS-004', FIRST)
    expect(await lines({ keyword: 'ASKS' })).toEqual(['ASKS-003 招行一般户（尾号 3000000000）', 'ASKS-004 工行基本户（尾号 0000000000）'])
    await sets('bank', { ...base, others: others.map((one) => ({ ...one, enabled: false })) })
    await bank.record(line('ASKS-001'))
    expect(await lines({ keyword: 'ASKS-001' })).toEqual(['ASKS-001 工行基本户（尾号 0000000000）'])
    await sets('bank', { ...base, others })
  })

  test('is listed and exported by its account', async () => {
    const all = (await bank.lines({ pageSize: 100 })).total
    const counts = await Promise.all([FIRST, SECOND, PAST].map(async (accountNo) => (await bank.lines({ accountNo, pageSize: 100 })).total))
    expect(counts.reduce((sum, count) => sum + count)).toBe(all)
    expect(counts[1]).toBeGreaterThan(2)
    const { bytes } = await finance.api.consoleExport.bankLines({ accountNo: SECOND, format: 'csv' })
    const text = Buffer.from(bytes).toString()
    expect(text).toContain('招行一般户（尾号 3000000000）')
    expect(text).not.toContain('工行基本户')
  })

  test('is in the bank journal of its account, whose balance is its own', async () => {
    const of = async (accountNo?: string) => (await journal.bankJournal({ accountNo, pageSize: 100 })).dataList
    const all = await of()
    const parts = await Promise.all([FIRST, SECOND, PAST].map((accountNo) => of(accountNo)))
    expect(parts[2]).toMatchObject([{ account: '以前的户（尾号 4567）', debit: 3_000, balance: 3_000 }])
    expect(parts.flat().length).toBe(all.length)
    expect(parts.reduce((sum, [latest]) => sum + (latest?.balance ?? 0), 0)).toBe(all[0]?.balance)
    // What goes back leaves the account that it came to.
    const { lineId } = await bank.record({
      accountNo: SECOND,
      reference: 'BACK-0001',
      day: '2026-11-18',
      amount: yuanTextToFen('9'),
      payerName: '甲',
    })
    await upload(ofHead(SECOND, '2026-11-18,BACK-0001,9.00,甲'))
    await bank.giveBack({ lineId, rest: yuanTextToFen('9'), amount: yuanTextToFen('9'), reference: 'OUT-0001', reason: '退' })
    expect((await of(SECOND)).map(({ credit, balance }) => [credit, balance])[0]).toEqual([900, parts[1]?.[0]?.balance])
    expect((await of(FIRST))[0]).toEqual(parts[0]?.[0])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('the accounts of the settings', () => {
  const shown = async () => {
    const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('1') })
    return (await lin.api.transfer.detail({ paymentId })).account
  }
  const stored = async () => (await admin.api.consoleSetting.read({})).bank
  const asks = async (change: object) => {
    const { values, rowVersion } = await stored()
    const before = values ?? expect.fail('no account')
    return admin.post(contract.consoleSetting.setBank.path, { ...before, secondAbove: before.secondAbove / 100, rowVersion, ...change })
  }

  test('buyers see one of them, and another one after a second administrator has agreed', async () => {
    expect(await shown()).toEqual({ accountName: base.accountName, bankName: base.bankName, accountNo: FIRST, bankCode: base.bankCode })
    const [second, past] = others
    const { shortName, ...first } = base
    const { secondAbove: _, ...firstAccount } = first
    const { enabled: __, ...next } = second ?? expect.fail()
    const asked = await asks({ ...next, others: [{ ...firstAccount, shortName, enabled: true }, past] })
    expect(asked).toMatchObject({ data: { done: false } })
    expect((await shown()).accountNo).toBe(FIRST)
    const { changeId: id } = asked.data as { changeId: string }
    const change = (await admin.api.consoleSensitiveChange.list({})).dataList.find((one) => one.id === id)
    expect(change?.changes).toContainEqual({ name: 'shortName', label: '简称', from: '工行基本户', to: '招行一般户' })
    expect(change?.changes.find(({ name }) => name === 'others')?.to).toBe(
      `工行基本户 ${base.bankName} ${FIRST} ${base.accountName} 联行号 ${base.bankCode}；以前的户 招商银行深圳分行 ${PAST} ${base.accountName} 联行号 308584000013 已停用`,
    )
    await (await mall.staff('admin', 'support')).api.consoleSensitiveChange.approve({ id, pwd: TEST_USER_PASSWORD })
    expect((await shown()).accountNo).toBe(SECOND)
    expect((await bank.accounts({})).map(({ accountNo, isDefault }) => [accountNo, isDefault])).toEqual([
      [SECOND, true],
      [FIRST, false],
      [PAST, false],
    ])
    await sets('bank', { ...base, others })
  })

  test('one with lines is neither removed nor given another number; one without lines is', async () => {
    const used = { reason: 'BANK_ACCOUNT_USED', detail: { field: 'others' } }
    expect(await asks({ others: [others[0]] })).toMatchObject({
      ...used,
      msg: '以前的户（尾号 4567）已有流水，账号不能修改或删除，可以停用',
    })
    expect(await asks({ accountNo: '4000020200000000001' })).toMatchObject(used)
    expect(await asks({ others: [...others, account(SECOND, '又一户')] })).toMatchObject({ code: 400 })
    expect(await asks({ others: [...others, account(FIRST, '又一户')] })).toMatchObject({ code: 400 })
    expect([...(await admin.api.consoleSetting.read({})).usedAccounts].sort()).toEqual([FIRST, SECOND, PAST].sort())
    const fresh = account('5555666677778888', '新户')
    await sets('bank', { ...base, others: [...others, fresh] })
    expect((await bank.accounts({})).length).toBe(4)
    await sets('bank', { ...base, others })
    expect((await bank.accounts({})).length).toBe(3)
  })

  test('one that gets its first line while its removal waits stays', async () => {
    const fresh = account('5555666677778888', '新户')
    await sets('bank', { ...base, others: [...others, fresh] })
    const asked = await asks({ others })
    expect(asked).toMatchObject({ data: { done: false } })
    await upload(ofHead(fresh.accountNo, '2026-11-18,FRESH-001,1.00,甲'))
    const { changeId: id } = asked.data as { changeId: string }
    await (await mall.staff('admin', 'support')).api.consoleSensitiveChange.approve({ id, pwd: TEST_USER_PASSWORD })
    expect((await bank.accounts({})).map(({ accountNo }) => accountNo).sort()).toEqual([FIRST, SECOND, PAST, fresh.accountNo].sort())
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('who leaves the other accounts out keeps them, and an account with lines that buyers saw before', async () => {
    const { secondAbove, accountName, bankName, bankCode } = base
    await sets('bank', { secondAbove, accountName, bankName, bankCode, accountNo: '4000020200000000009' })
    const accounts = await bank.accounts({})
    expect(accounts.map(({ accountNo }) => accountNo)).toContain(FIRST)
    expect(accounts.length).toBe(5)
    // The new one has no lines: it goes when another one takes its place.
    await sets('bank', { ...base })
    expect((await bank.accounts({})).length).toBe(4)
    expect((await stored()).values?.others?.map(({ accountNo }) => accountNo)).not.toContain('4000020200000000009')
  })
})

describe('the release before', () => {
  /** What it writes when its settings are saved: the row alone. */
  const savesAsBefore = (accountNo: string) =>
    mall.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...demoCompany.bank, accountNo }) })
      .where('name', '=', 'bank')
      .execute()

  test('finds in its row what it reads, and a number that it sets is an account like the others', async () => {
    const row = await mall.db.selectFrom('setting').select('value').where('name', '=', 'bank').executeTakeFirstOrThrow()
    expect(row.value).toEqual(demoCompany.bank)
    await savesAsBefore('4000020200000000002')
    expect((await bank.accounts({}))[0]).toEqual({
      accountNo: '4000020200000000002',
      label: '中国工商银行深圳南山支行（尾号 0002）',
      enabled: true,
      isDefault: true,
    })
    await upload(ofHead('4000020200000000002', '2026-11-18,BEFORE-01,1.00,甲'))
    await upload(ofHead(FIRST, '2026-11-18,BEFORE-02,1.00,甲'))
    expect(await mall.findInvariantBreaches()).toEqual({})
    await savesAsBefore(FIRST)
    expect(Object.keys(await mall.findInvariantBreaches()), 'an account that only its row named').toEqual([
      expect.stringMatching(/^I-26c /),
    ])
    await savesAsBefore('4000020200000000002')
    const values = {
      ...demoCompany.bank,
      accountNo: '4000020200000000002',
      shortName: '新户',
      others: (await admin.api.consoleSetting.read({})).bank.values?.others,
    }
    await mall.runInTransaction((tx) => saveSettingGroup(tx, mall.moment(), { group: 'bank', values, staffId: null, changes: [] }))
    await savesAsBefore(FIRST)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('has left numbers in lines and imports: each becomes an account that is not in use, and that of the setting is', async () => {
    const migration = readFileSync('server/platform/migrations/0900-own-accounts.sql', 'utf8')
    await owner.query('delete from own_account')
    for (const [statement] of migration.matchAll(/^insert into own_account[^;]*;/gm)) await owner.query(statement)
    const accounts = await bank.accounts({})
    expect(accounts[0]).toEqual({
      accountNo: FIRST,
      label: expect.stringMatching(/^中国工商银行深圳南山支行（尾号 \d*000000000）$/),
      enabled: true,
      isDefault: true,
    })
    expect(
      accounts
        .slice(1)
        .map(({ accountNo, enabled }) => [accountNo, enabled])
        .sort(),
    ).toEqual([SECOND, PAST, '5555666677778888', '4000020200000000002'].sort().map((accountNo) => [accountNo, false]))
    expect(new Set(accounts.map(({ label }) => label)).size).toBe(accounts.length)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('an account that somebody chose wrongly does not bring the same money again; a file that names its account is believed', async () => {
  const row = '2026-11-16,TWICE-0001,30.00,甲'
  expect(await upload(`${heads}\n${row}\n`, { accountNo: FIRST })).toMatchObject({ added: 1 })
  const again = await upload(`${heads}\n${row}\n2026-11-16,TWICE-0002,5.00,乙\n`, { accountNo: SECOND })
  expect(again).toMatchObject({ added: 1, refused: 1 })
  expect(again.rows.find(({ result }) => result === 'refused')?.text).toBe('另一收款账户已有相同流水号、日期和金额的流水，请核对账户')
  expect(await upload(ofHead(SECOND, row))).toMatchObject({ added: 1, refused: 0 })
})
