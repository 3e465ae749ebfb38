import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { computeDueAmountsOfStatement, sumAmountsDueUntilDay } from '#contract/money/statements/amounts.ts'
import { DAILY_INTEREST_RATE_MAX_BP } from '#contract/money/statements/credit-terms.ts'
import { fen } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { addDays, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import {
  dateSql,
  findStatement,
  lockAndReadDebtsUpToDate,
  readDebts,
  repayDueFromWallet,
  statementPrincipalSql,
  updateInterestRateAndAutopay,
} from '#server/money/statements/public.ts'
import { ReferenceDebtModel } from '#server/platform/testing/debt-model.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { ALLOW_TRIGGERS_SQL } from '#server/platform/testing/failing-rows.ts'
import { computeInterestPrincipalOn } from '#server/platform/testing/interest-principal.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { insertPictureRow } from '#server/platform/testing/pictures.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { acceptAcceptanceBill, submitAcceptanceBill } from './acceptances/accept-bill.ts'
import { decideAcceptanceRequest, proposeExceptionalAcceptanceHonour } from './acceptances/acceptance-requests.ts'
import { bounceAcceptanceBill } from './acceptances/end-bill.ts'
import { createDrawdownDispute, decideDispute, withdrawDispute } from './disputes.ts'
import { createBadDebtForgivenessRequest, createWaiverOrWriteOffRequest, decideWaiverOrWriteOffRequest } from './finance-requests.ts'
import { closeMonthsAndChargeInterest } from './public.ts'
import { toStatementOutput } from './statement-view.ts'

/** The same seed, the same commands: a failure prints it with the fewest commands that fail. MODEL_SEED tries others, MODEL_RUNS more. */
const SEED = Number(process.env.MODEL_SEED ?? 20_261_121)
const RUNS = Number(process.env.MODEL_RUNS ?? selectByTestTier({ landing: 10, release: 250 }))
const LIMIT = 500_000
/** The audit reads the rows of all lives so far, so that a fault of the last ones is found by it as well. */
const LIVES_AN_AUDIT = 10
const LONG = selectByTestTier({ landing: 600_000, release: 3_600_000 })

const mall = await openMall({ now: new Date('2026-01-05T02:00:00Z') })
const { draws, receives, refunds } = createDebtHelpers(mall)
const [one, other] = [randomUUID(), randomUUID()]

const owner = new pg.Client({ connectionString: mall.ownerUrl })
beforeAll(async () => {
  await owner.connect()
  await owner.query(ALLOW_TRIGGERS_SQL)
  // Statements of a company that has a cut-over are born with it, as those that a mall had before migration 810.
  await owner.query('create table cut_over (enterprise_id uuid primary key, day date not null)')
  await owner.query(`
    create function bear_with_cut_over() returns trigger security definer language plpgsql as $$ begin
      new.exact_from_day := (select c.day from cut_over c where c.enterprise_id = new.enterprise_id);
      return new;
    end $$`)
  await owner.query('create trigger bear_with_cut_over before insert on statement for each row execute function bear_with_cut_over()')
})
afterAll(() => owner.end())

/** Of the first life, from its beginning: some days are charged before it, and some after it. */
const CUT_OVER_DAY = 42

/** Every other life has a cut-over of interest, on a day some weeks from its beginning. */
async function cutsOver(model: ReferenceDebtModel, enterpriseId: string, life: number): Promise<void> {
  if (life % 2 === 1) return
  model.exactFrom = addDays(model.today, CUT_OVER_DAY + ((life * 7) % 30))
  await owner.query('insert into cut_over values ($1, $2)', [enterpriseId, model.exactFrom])
}

/** Lives have a cut-over each, where a mall has one (I-12f). */
async function expectNoBreachButCutOvers(): Promise<void> {
  const breaches = Object.entries(await mall.findInvariantBreaches())
  expect(breaches.filter(([promise]) => !promise.startsWith('I-12f '))).toEqual([])
}

interface Real {
  enterpriseId: string
  userId: string
  /** The drawdowns’ parcels and transfers, in the order of the model’s. */
  parcels: { parcelId: string; drawId: string }[]
  acceptances: string[]
  /** Whether something has run since the clock moved that brings the company up to date. */
  fresh: boolean
}

const does = mall.runInTransaction
const now = mall.moment

/** Everything that both can be asked for. */
async function compare(model: ReferenceDebtModel, real: Real): Promise<void> {
  const { enterpriseId } = real
  const { wallet, creditHeld, creditDrawn, interest } = await readLedgerBalancesOfEnterprise(mall.db, enterpriseId)
  const debts = await readDebts(mall.db, now(), enterpriseId)
  const closed = model.months().filter((month) => model.isClosed(month))
  const months = []
  for (const month of closed) {
    const row = await findStatement(mall.db, enterpriseId, month)
    const due = debts.months.find((at) => at.month === month)?.dueFen ?? 0
    months.push([month, row?.state, row?.totalFen, row?.settledFen, row?.disputedFen, due, row?.interestFen])
  }
  expect({
    wallet,
    held: creditHeld,
    drawn: 0 - creditDrawn,
    interest: 0 - interest,
    months,
    open: debts.open.map(({ month, owedFen }) => [month, owedFen]),
  }).toEqual({
    wallet: model.wallet,
    held: model.held,
    drawn: model.drawn,
    interest: model.interest,
    months: closed.map((month) => {
      const cost = [...model.daysOf(month).values()].reduce((sum, at) => sum + at.fen, 0)
      const due = model.state(month) === 'PAID' ? 0 : model.due(month)
      return [month, model.state(month), model.total(month), model.settled(month), model.disputed(month), due, cost]
    }),
    open: model
      .months()
      .filter((month) => !model.isClosed(month))
      .map((month) => [month, model.openRest(month)]),
  })
}

/** What `computeInterestPrincipalOn` makes of the model's facts on a day. */
const principalByRule = (model: ReferenceDebtModel, month: string, day: string): number =>
  computeInterestPrincipalOn(
    {
      totalFen: fen(model.total(month)),
      entries: model.lowerings
        .filter((lowering) => lowering.month === month && !lowering.inMonth)
        .map((lowering) => ({ amountFen: fen(lowering.fen), valueDay: lowering.day, untilDay: lowering.until })),
      withheld: model.draws.flatMap((draw) =>
        draw.month === month && draw.dispute
          ? [{ amountFen: fen(model.withheld(draw, day)), fromDay: draw.dispute.from, untilDay: draw.dispute.until }]
          : [],
      ),
    },
    day,
  )

/** What the SQL of the reports and of the interest makes of the rows, on a day. */
async function principalByRows(enterpriseId: string, month: string, day: string): Promise<number | undefined> {
  const { rows } = await sql<{ fen: number }>`select ${statementPrincipalSql(dateSql(day))} as fen from statement s
    where s.enterprise_id = ${enterpriseId} and s.month = ${month}`.execute(mall.db)
  return rows[0]?.fen
}

/** Of each closed month: what is said of it adds up to its total, and by each of its days what is due is what bears interest from then on. */
async function addsUp(model: ReferenceDebtModel, { enterpriseId }: Real): Promise<void> {
  for (const month of model.months().filter((one) => model.isClosed(one))) {
    const row = (await findStatement(mall.db, enterpriseId, month)) ?? expect.fail(`${month} is closed`)
    const output = toStatementOutput(row)
    const unpaid = model.total(month) - model.settled(month)
    expect({
      month,
      owed: output.owed,
      disputed: output.disputed,
      sum: output.repaid - output.toWallet + output.reduced + output.disputed + output.owed,
    }).toEqual({
      month,
      owed: model.rest(month),
      disputed: Math.min(model.disputed(month), unpaid),
      sum: model.total(month),
    })
    expect(output.dues.reduce((sum, { amount }) => sum + amount, 0)).toBe(output.owed)
    for (const day of [output.dueDay, ...row.deferred.map((due) => due.day)].filter((one) => one >= model.today)) {
      expect([month, day, sumAmountsDueUntilDay(computeDueAmountsOfStatement(row), day)]).toEqual([
        month,
        day,
        model.principal(month, addDays(day, 1)),
      ])
    }
    for (const day of new Set([output.dueDay, addDays(output.dueDay, 1), addDays(model.today, -1), model.today, addDays(model.today, 1)])) {
      expect([month, day, await principalByRows(enterpriseId, month, day)]).toEqual([month, day, principalByRule(model, month, day)])
    }
    expect(output.label === '异议处理中').toBe(output.state === 'CLOSED' && output.owed === 0)
  }
}

const reasonOf = (act: Promise<unknown>) =>
  act.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason
      throw error
    },
  )

/** What a person or the clock does; `run` does it to both, and then both must agree. */
abstract class Act implements fc.AsyncCommand<ReferenceDebtModel, Real> {
  readonly facts: readonly unknown[]
  constructor(...facts: readonly unknown[]) {
    this.facts = facts
  }
  check(_: Readonly<ReferenceDebtModel>): boolean {
    return true
  }
  /** Returns whether it brought the company up to date: what is refused does not. */
  abstract act(model: ReferenceDebtModel, real: Real): Promise<boolean>
  async run(model: ReferenceDebtModel, real: Real): Promise<void> {
    if (await this.act(model, real)) real.fresh = true
    if (!real.fresh) return
    await compare(model, real)
    await addsUp(model, real)
  }
  toString(): string {
    return `${this.constructor.name}(${this.facts.map((fact) => JSON.stringify(fact)).join(', ')})`
  }
}

class DaysPass extends Act {
  declare readonly facts: readonly [number, boolean]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const [days, jobs] = this.facts
    for (let at = 0; at < days; at++) model.sleep()
    mall.clock.now = new Date(getStartOfShanghaiDay(model.today).getTime() + 10 * 3_600_000)
    real.fresh = false
    if (jobs) await Promise.all([closeMonthsAndChargeInterest(mall.db, now()), closeMonthsAndChargeInterest(mall.db, now())])
    return jobs
  }
}
class Buys extends Act {
  declare readonly facts: readonly [number]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    await does((tx) => lockAndReadDebtsUpToDate(tx, now(), real.enterpriseId))
    const expected = model.buy(this.facts[0])
    let parcelId = ''
    const answer = await reasonOf(draws(real.enterpriseId, fen(this.facts[0])).then((made) => (parcelId = made)))
    expect(answer).toBe(expected)
    if (answer !== 'ok') return true
    const { id } = await mall.db
      .selectFrom('ledger_transfer')
      .select('id')
      .where('enterprise_id', '=', real.enterpriseId)
      .where('document', '=', parcelId)
      .where('kind', '=', 'draw')
      .executeTakeFirstOrThrow()
    real.parcels.push({ parcelId, drawId: id })
    return true
  }
}
class BankBrings extends Act {
  declare readonly facts: readonly [number, number, number]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const [amount, daysAgo, pointed] = this.facts
    const from = addDays(model.today, -daysAgo)
    const months = model.months().filter((_, at) => at === pointed)
    const parts = model.repay(amount, { from, pointed: months })
    const made = await receives(real.enterpriseId, fen(amount), { valueDay: from, months })
    expect(made.parts.map((part) => [part.to === 'month' ? part.month : part.to, part.amountFen])).toEqual(parts)
    return true
  }
}
class WalletRepays extends Act {
  declare readonly facts: readonly [number]
  override check = (model: Readonly<ReferenceDebtModel>) => model.wallet > 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const amount = this.facts[0]
    const answer = await reasonOf(receives(real.enterpriseId, fen(amount), { source: 'wallet' }))
    expect(answer).toBe(amount > model.owed() ? 'REPAY_TOO_MUCH' : amount > model.wallet ? 'WALLET_SHORT' : 'ok')
    if (answer === 'ok') model.repay(amount, { walletPays: true })
    return answer === 'ok'
  }
}
class AutoRepays extends Act {
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const due = model.claimed() + model.interest + model.months().reduce((sum, month) => sum + model.due(month), 0)
    const made = await does((tx) => repayDueFromWallet(tx, now(), real.enterpriseId))
    expect(made?.amountFen ?? 0).toBe(Math.min(due, model.wallet))
    if (made) model.repay(made.amountFen, { onlyDue: true, walletPays: true })
    return true
  }
}
class GoodsComeBack extends Act {
  declare readonly facts: readonly [number, number]
  override check = (model: Readonly<ReferenceDebtModel>) => model.draws.length > 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.facts[0] % model.draws.length
    const draw = model.draws[at]
    const parcel = real.parcels[at]
    if (!draw || !parcel) return false
    const answer = await reasonOf(refunds(real.enterpriseId, parcel.parcelId, fen(this.facts[1])))
    expect(answer).toBe(model.refund(draw, this.facts[1]) ? 'ok' : 'DRAWDOWN_REFUNDED')
    return answer === 'ok'
  }
}
/** Disputes a drawdown: the part of it that the second number says, or all of it. */
class Disputes extends Act {
  declare readonly facts: readonly [number, number?]
  private pick = (model: Readonly<ReferenceDebtModel>) =>
    model.draws.findIndex((draw, at) => at >= this.facts[0] && model.isClosed(draw.month) && !draw.dispute && !draw.decided)
  override check = (model: Readonly<ReferenceDebtModel>) => this.pick(model) >= 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.pick(model)
    const draw = model.draws[at]
    if (!draw) return false
    const { enterpriseId, userId } = real
    const part = Math.min(this.facts[1] ?? 0, model.left(draw))
    model.openDispute(draw, part === 0 ? draw.fen : part)
    const amountFen = part === 0 ? undefined : fen(part)
    await does((tx) =>
      createDrawdownDispute(tx, now(), {
        enterpriseId,
        userId,
        month: draw.month,
        id: real.parcels[at]?.drawId ?? '',
        amountFen,
        units: null,
        pictures: [],
        reason: '不符',
      }),
    )
    return true
  }
}
/** Decides a dispute: the third number says how much is granted, at most all that is in dispute. */
class Decides extends Act {
  declare readonly facts: readonly [number, boolean, number?]
  private pick = (model: Readonly<ReferenceDebtModel>) => model.draws.findIndex((draw) => draw.dispute && draw.dispute.until === null)
  override check = (model: Readonly<ReferenceDebtModel>) => this.pick(model) >= 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.pick(model)
    const draw = model.draws[at]
    if (!draw) return false
    const { enterpriseId } = real
    const [, forBuyer, part = Number.POSITIVE_INFINITY] = this.facts
    const granted = forBuyer ? Math.min(part, model.withheld(draw)) : 0
    const decision = {
      enterpriseId,
      month: draw.month,
      id: real.parcels[at]?.drawId ?? '',
      forBuyer,
      amountFen: granted > 0 && part < Number.POSITIVE_INFINITY ? fen(granted) : undefined,
      opinion: '已核对',
      staffId: one,
    }
    await does((tx) => decideDispute(tx, now(), decision))
    model.decide(draw, granted)
    return true
  }
}
class Withdraws extends Act {
  private pick = (model: Readonly<ReferenceDebtModel>) => model.draws.findIndex((draw) => draw.dispute && draw.dispute.until === null)
  override check = (model: Readonly<ReferenceDebtModel>) => this.pick(model) >= 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.pick(model)
    const draw = model.draws[at]
    if (!draw) return false
    const { enterpriseId, userId } = real
    await does((tx) => withdrawDispute(tx, now(), { enterpriseId, userId, month: draw.month, id: real.parcels[at]?.drawId ?? '' }))
    model.withdraw(draw)
    return true
  }
}
class BillIsAccepted extends Act {
  declare readonly facts: readonly [number, number]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const { enterpriseId, userId } = real
    const [wanted, days] = this.facts
    const amount = Math.min(wanted, model.uncovered())
    if (amount === 0) return false
    const fileId = await insertPictureRow(mall, { enterpriseId, userId }, 'acceptance')
    const given = {
      enterpriseId,
      userId,
      billNo: randomUUID(),
      acceptorKind: 'bank',
      acceptor: '某某银行',
      amountFen: fen(amount),
      maturityDay: addDays(model.today, days),
      fileId,
    } as const
    const { id } = await does((tx) => submitAcceptanceBill(tx, now(), given))
    await does((tx) => acceptAcceptanceBill(tx, now(), { ref: { enterpriseId, id }, staffId: one }))
    model.cover(amount, given.maturityDay)
    real.acceptances.push(id)
    return true
  }
}
class BillBounces extends Act {
  private pick = (model: Readonly<ReferenceDebtModel>) => model.bills.findIndex(({ done }) => !done)
  override check = (model: Readonly<ReferenceDebtModel>) => this.pick(model) >= 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.pick(model)
    const [bill, id] = [model.bills[at], real.acceptances[at]]
    if (!bill || !id) return false
    await does((tx) => bounceAcceptanceBill(tx, now(), { ref: { enterpriseId: real.enterpriseId, id }, staffId: one, opinion: '退票' }))
    model.bounce(bill)
    return true
  }
}
class BillIsHonoured extends Act {
  private pick = (model: Readonly<ReferenceDebtModel>) => model.bills.findIndex(({ done, maturity }) => !done && maturity <= model.today)
  override check = (model: Readonly<ReferenceDebtModel>) => this.pick(model) >= 0
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const at = this.pick(model)
    const [bill, id] = [model.bills[at], real.acceptances[at]]
    if (!bill || !id) return false
    const { enterpriseId } = real
    const asked = { ref: { enterpriseId, id }, staffId: one, valueDay: model.today, feeFen: fen(0), reason: '现金送存' }
    const request = await does((tx) => proposeExceptionalAcceptanceHonour(tx, now(), asked))
    await does((tx) => decideAcceptanceRequest(tx, now(), { ref: { enterpriseId, id: request }, staffId: other, approve: true }))
    model.honour(bill)
    return true
  }
}
class FinanceLetsOff extends Act {
  declare readonly facts: readonly [number, number]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    const months = model.months().filter((at) => model.isClosed(at) && model.rest(at) > 0)
    const month = months[this.facts[0]] ?? null
    const amount = Math.min(this.facts[1], month === null ? model.interest : model.rest(month))
    if (amount <= 0) return false
    const { enterpriseId } = real
    const id = await does((tx) =>
      createWaiverOrWriteOffRequest(tx, now(), { enterpriseId, month, amountFen: fen(amount), reason: '协商', staffId: one }),
    )
    await does((tx) => decideWaiverOrWriteOffRequest(tx, now(), { enterpriseId, id, approve: true, staffId: other }))
    if (month === null) model.waive(amount)
    else model.writeOff(month, amount)
    return true
  }
}
class FinanceForgives extends Act {
  declare readonly facts: readonly [number]
  override check = (model: Readonly<ReferenceDebtModel>) => model.claimed() > 0
  async act(model: ReferenceDebtModel, { enterpriseId }: Real): Promise<boolean> {
    const [claim] = (await readDebts(mall.db, now(), enterpriseId)).badDebts
    if (!claim) return false
    const amount = Math.min(this.facts[0], claim.owedFen)
    const asked = { enterpriseId, badDebtId: claim.id, amountFen: fen(amount), reason: '和解', staffId: one }
    const id = await does((tx) => createBadDebtForgivenessRequest(tx, now(), asked))
    await does((tx) => decideWaiverOrWriteOffRequest(tx, now(), { enterpriseId, id, approve: true, staffId: other }))
    model.forgive(amount)
    return true
  }
}
class RateChanges extends Act {
  declare readonly facts: readonly [number]
  async act(model: ReferenceDebtModel, real: Real): Promise<boolean> {
    await does(async (tx) => {
      await lockAndReadDebtsUpToDate(tx, now(), real.enterpriseId)
      await updateInterestRateAndAutopay(tx, now(), real.enterpriseId, { dailyRate: this.facts[0] })
    })
    model.rate = this.facts[0]
    return true
  }
}

const small = fc.integer({ min: 1, max: 90_000 })
const commands = [
  fc.tuple(fc.integer({ min: 1, max: 25 }), fc.boolean()).map((facts) => new DaysPass(...facts)),
  fc.tuple(fc.integer({ min: 1, max: 25 }), fc.boolean()).map((facts) => new DaysPass(...facts)),
  small.map((amount) => new Buys(amount)),
  small.map((amount) => new Buys(amount)),
  fc.tuple(small, fc.integer({ min: 0, max: 12 }), fc.nat(3)).map((facts) => new BankBrings(...facts)),
  small.map((amount) => new WalletRepays(amount)),
  fc.constant(new AutoRepays()),
  fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 60_000 })).map((facts) => new GoodsComeBack(...facts)),
  fc.nat(4).map((at) => new Disputes(at)),
  fc.tuple(fc.nat(4), small).map((facts) => new Disputes(...facts)),
  fc.tuple(fc.constant(0), fc.boolean()).map((facts) => new Decides(...facts)),
  fc.constant(new Decides(0, true)),
  small.map((granted) => new Decides(0, true, granted)),
  fc.constant(new Decides(0, false)),
  fc.constant(new Withdraws()),
  fc.tuple(small, fc.integer({ min: 0, max: 40 })).map((facts) => new BillIsAccepted(...facts)),
  fc.constant(new BillBounces()),
  fc.constant(new BillIsHonoured()),
  fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 20_000 })).map((facts) => new FinanceLetsOff(...facts)),
  fc.integer({ min: 1, max: 20_000 }).map((amount) => new FinanceForgives(amount)),
  fc.integer({ min: 0, max: DAILY_INTEREST_RATE_MAX_BP }).map((rate) => new RateChanges(rate)),
]

const happenings: readonly TransferKind[] = [
  ...(['draw', 'repayByBank', 'repayByWallet', 'repayByAcceptance', 'interestByBank', 'interestByWallet', 'surplusFromBank'] as const),
  ...([
    'chargeInterest',
    'reverseInterest',
    'returnInterest',
    'waiveInterest',
    'reverseWaiver',
    'writeOff',
    'adjust',
    'refundToCredit',
    'refundToWallet',
  ] as const),
  ...(['honourAcceptance', 'rechargeInterest', 'interestByAcceptance'] as const),
  ...(['recoverByBank', 'recoverByWallet', 'recoverByAcceptance'] as const),
]

/**
 * A life in which everything happens, whatever the dice say: goods go back, money comes late and too much, a dispute is won with its interest
 * unpaid and one with it paid, a bill bounces, finance lets off.
 */
const received: Act[] = [
  ...[new Buys(90_000), new Buys(80_000), new Buys(70_000), new Buys(60_000), new GoodsComeBack(3, 5_000)],
  ...[new DaysPass(25, false), new DaysPass(15, true), new Disputes(1), new BankBrings(10_000, 2, 0), new Decides(0, true)],
  ...[new DaysPass(1, true), new BankBrings(20_000, 0, 0), new Disputes(2), new Decides(0, true)],
  ...[new DaysPass(2, true), new FinanceLetsOff(9, 7), new FinanceLetsOff(0, 300), new BillIsAccepted(200, 0), new BillIsHonoured()],
  ...[new FinanceForgives(50)],
  ...[new DaysPass(1, false), new Disputes(3), new Decides(0, false), new BankBrings(90_000, 0, 0), new BankBrings(90_000, 0, 0)],
  ...[new GoodsComeBack(0, 800), new Buys(40_000), new DaysPass(25, true), new DaysPass(20, true)],
  ...[new FinanceLetsOff(0, 400), new WalletRepays(900), new AutoRepays()],
]

/** A bill covers a month that is overdue, another one honours a part of it late, and the first bounces after its cover has ended. */
const covered: Act[] = [
  ...[new Buys(90_000), new DaysPass(25, true), new DaysPass(15, true), new BillIsAccepted(50_000, 5), new BillIsAccepted(20_000, 0)],
  ...[new Buys(80_000), new DaysPass(2, true), new Disputes(0), new BillIsAccepted(60_000, 40), new Decides(0, false)],
  ...[new DaysPass(10, true), new BillIsHonoured(), new BankBrings(30_000, 3, 0), new BillBounces(), new DaysPass(3, false)],
  ...[new BillIsHonoured(), new BillBounces(), new AutoRepays()],
]

/** Interest is paid, waived, and written off in turns before money of earlier days becomes known, until none of it is left. */
const waived: Act[] = [
  ...[
    new Buys(90_000),
    new DaysPass(25, true),
    new Buys(70_000),
    new DaysPass(22, true),
    new BankBrings(90, 0, 0),
    new FinanceLetsOff(9, 100),
  ],
  ...[new DaysPass(3, true), new BankBrings(40, 0, 0), new FinanceLetsOff(9, 20_000), new BankBrings(30_000, 4, 0), new DaysPass(2, true)],
  ...[new FinanceLetsOff(0, 500), new FinanceForgives(200), new BankBrings(50_000, 12, 0), new BankBrings(90_000, 12, 0)],
]

/** Found by seed 20261525: part of a drawdown comes back while it is in dispute, the rest is won, and money is late for the line beside it. */
const refundedAndWon: Act[] = [
  ...[new Buys(40_000), new Buys(60_000), new DaysPass(25, true), new DaysPass(10, true), new Disputes(1), new DaysPass(25, true)],
  ...[new GoodsComeBack(1, 20_000), new Decides(0, true), new BankBrings(9_000, 12, 0)],
]

/** Found by seed 20261121: a bill bounces while the rate is zero. Its days have cost nothing, and are charged days all the same. */
const bouncedAtNoRate: Act[] = [
  ...[new Buys(22_222), new RateChanges(7), new DaysPass(21, true), new Buys(36_365), new RateChanges(2), new BillIsAccepted(67_786, 27)],
  ...[
    new DaysPass(4, false),
    new RateChanges(0),
    new DaysPass(6, true),
    new BankBrings(9_447, 12, 2),
    new Buys(46_807),
    new DaysPass(23, true),
  ],
  ...[new BillBounces(), new DaysPass(25, false), new DaysPass(8, true)],
]

/** A part of a drawdown is disputed while a part of it is repaid, a part of that is granted late, and goods of the same drawdown come back. */
const partlyGranted: Act[] = [
  ...[
    new Buys(40_000),
    new Buys(60_000),
    new DaysPass(25, true),
    new DaysPass(10, true),
    new Disputes(1, 30_000),
    new BankBrings(50_000, 0, 0),
  ],
  ...[
    new DaysPass(20, true),
    new Decides(0, true, 12_345),
    new GoodsComeBack(1, 20_000),
    new DaysPass(25, true),
    new BankBrings(9_000, 12, 0),
  ],
  ...[new Disputes(0, 500), new GoodsComeBack(0, 39_900), new Decides(0, true, 70), new DaysPass(5, true)],
]

/** The first life: uneven amounts are late, won, and owed again by a bill that bounces, on days before its cut-over and after it. */
const acrossCutOver: Act[] = [
  ...[new Buys(33_333), new DaysPass(25, true), new DaysPass(9, true), new BillIsAccepted(11_111, 40), new DaysPass(5, true)],
  ...[new BankBrings(3_333, 1, 0), new DaysPass(6, true), new BankBrings(4_444, 6, 0), new BankBrings(2_222, 1, 0), new BillBounces()],
  ...[new DaysPass(3, true), new Disputes(0, 5_000), new Decides(0, true), new DaysPass(5, false), new BankBrings(1_111, 12, 0)],
]

/** Pays all that a company owes after its last month is closed. Otherwise the jobs of every later life would charge its interest, too. */
async function payEverything({ enterpriseId }: Real): Promise<void> {
  mall.clock.now = new Date(mall.clock.now.getTime() + 45 * 86_400_000)
  await closeMonthsAndChargeInterest(mall.db, now())
  await receives(enterpriseId, fen(100_000_000))
}

/** Goal: whatever is drawn, repaid, refunded, disputed, bounced and let off in whatever order, the mall and the model never differ by a fen. */
test(
  `${RUNS} random histories of an enterprise agree with the integer model after every step (seed ${SEED})`,
  async () => {
    let steps = 0
    let lives = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (cmds) => {
        const { enterpriseId, userId } = await mall.buyer('模型', { credit: '5000' })
        const today = mall.clock.now.toISOString().slice(0, 10)
        const real: Real = { enterpriseId, userId, parcels: [], acceptances: [], fresh: true }
        const model = new ReferenceDebtModel(today, LIMIT)
        await cutsOver(model, enterpriseId, lives)
        await fc.asyncModelRun(() => ({ model, real }), cmds)
        steps += [...cmds].length
        await payEverything(real)
        lives++
        if (lives % LIVES_AN_AUDIT === 0) await expectNoBreachButCutOvers()
      }),
      {
        seed: SEED,
        numRuns: RUNS,
        examples: [[acrossCutOver], [received], [refundedAndWon], [partlyGranted], [bouncedAtNoRate], [covered], [waived]],
        endOnFailure: !process.env.MODEL_SHRINK,
      },
    )
    await expectNoBreachButCutOvers()
    console.info(`${RUNS} lives, ${steps} steps`)
    // Lives in which nothing happens prove nothing.
    const moved = await mall.db.selectFrom('ledger_transfer').select('kind').distinct().where('enterprise_id', 'is not', null).execute()
    const kinds = moved.map(({ kind }) => kind)
    for (const kind of happenings) expect(kinds, `${kind} never happened`).toContain(kind)
  },
  LONG,
)
