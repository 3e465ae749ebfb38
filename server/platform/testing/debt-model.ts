import { addDays, addMonths, getStartOfShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'

/**
 * A second implementation of what a company owes: whole numbers and plain loops, sharing only the calendar with the server. It has one
 * wallet, one limit and one rate, and computes every answer from dated facts. debt-model.test.ts compares the server with it.
 */
export interface ModelDrawdown {
  month: string
  day: string
  fen: number
  /** Refunds of it: day and amount. */
  back: { day: string; fen: number }[]
  /** Its dispute: about how much of it, and what of that was granted. */
  dispute?: { from: string; until: string | null; fen: number; granted: number }
  decided: boolean
}

interface Lowering {
  month: string
  /** A refund within its month, which lowers the total by all of it. */
  inMonth: boolean
  fen: number
  day: string
  until: string
}

interface Claim {
  month: string
  left: number
}

/** 承兑汇票 that was taken: what it covers, since when, until three days after its maturity. */
interface ModelBill {
  fen: number
  maturity: string
  from: string
  covers: Lowering[]
  done: boolean
}

const NEVER = '9999-12-31'
const TOLERANCE = 100
const GRACE = 3

export class ReferenceDebtModel {
  wallet = 0
  held = 0
  drawn = 0
  /** Unpaid interest. */
  interest = 0
  rate = 5
  limit: number
  today: string
  draws: ModelDrawdown[] = []
  lowerings: Lowering[] = []
  /** By month and day: the rate of the day, and its current interest. */
  /** `row`: something was due on that day, so it has its rate. */
  charged = new Map<string, Map<string, { rate: number; fen: number; row: boolean }>>()
  bills: ModelBill[] = []
  /** What was written off and is still claimed, in the order of the months. */
  claims: Claim[] = []
  /** What has settled interest, the earliest first. */
  settlements: { paid: boolean; fen: number }[] = []
  /** What the last repayment has recovered. */
  recovered: [Claim, number][] = []

  constructor(today: string, limit: number) {
    this.today = today
    this.limit = limit
  }

  months(): string[] {
    return [...new Set(this.draws.map(({ month }) => month))].sort()
  }
  isClosed(month: string): boolean {
    return month < this.month()
  }
  month(): string {
    return toShanghaiMonth(getStartOfShanghaiDay(this.today))
  }
  dueDay(month: string): string {
    return `${addMonths(month, 1)}-10`
  }
  /** The last day on time: a due day on a weekend moves to Monday. The 10th of October 2026 is a Saturday on which people work. */
  onTimeDay(month: string): string {
    const dueDay = this.dueDay(month)
    const weekday = new Date(`${dueDay}T00:00:00Z`).getUTCDay()
    return dueDay === '2026-10-10' ? dueDay : addDays(dueDay, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
  }
  total(month: string): number {
    const drawn = this.draws.filter((draw) => draw.month === month).reduce((sum, { fen }) => sum + fen, 0)
    return drawn - this.lowered(month, (one) => one.inMonth)
  }
  settled(month: string): number {
    return this.lowered(month, (one) => !one.inMonth && one.until === NEVER)
  }
  private lowered(month: string, counts: (one: Lowering) => boolean): number {
    return this.lowerings.filter((one) => one.month === month && counts(one)).reduce((sum, { fen }) => sum + fen, 0)
  }
  left(draw: ModelDrawdown, day = NEVER): number {
    return draw.fen - draw.back.filter((one) => one.day <= day).reduce((sum, { fen }) => sum + fen, 0)
  }
  /** The currently disputed amount. */
  disputed(month: string): number {
    const open = this.draws.filter((draw) => draw.month === month && draw.dispute && draw.dispute.until === null)
    return open.reduce((sum, draw) => sum + this.withheld(draw), 0)
  }
  /** What of a drawdown its dispute is about at the end of a day, without what was granted of it. */
  withheld(draw: ModelDrawdown, day = NEVER): number {
    return draw.dispute ? Math.max(0, Math.min(draw.dispute.fen - draw.dispute.granted, this.left(draw, day))) : 0
  }
  rest(month: string): number {
    return Math.max(0, this.total(month) - this.settled(month) - this.disputed(month))
  }
  /** The amount that is due, unpaid and undisputed at the end of a day. Deferred amounts count `grace` days later. */
  principal(month: string, day: string, grace = 0): number {
    const settled = this.lowered(month, (one) => !one.inMonth && one.day <= day && day <= one.until)
    const withheld = this.draws
      .filter((draw) => draw.month === month && draw.dispute && draw.dispute.from <= day)
      .filter(({ dispute }) => !dispute?.until || day <= addDays(dispute.until, grace))
      .reduce((sum, draw) => sum + this.withheld(draw, day), 0)
    return Math.max(0, this.total(month) - settled - withheld)
  }
  due(month: string): number {
    return this.isClosed(month) && this.dueDay(month) <= this.today ? this.principal(month, addDays(this.today, 1)) : 0
  }
  state(month: string): string {
    if (this.settled(month) === this.total(month)) return this.claimed(month) > 0 ? 'WRITTEN_OFF' : 'PAID'
    return this.onTimeDay(month) < this.today && this.principal(month, this.today) > 0 ? 'OVERDUE' : 'CLOSED'
  }
  private cost(principal: number, rate: number): number {
    return Math.floor((principal * rate * 2 + 10_000) / 20_000)
  }

  /** Ends a day and charges its interest. */
  sleep(): void {
    const day = this.today
    for (const month of this.months()) {
      if (!this.isClosed(month) || this.onTimeDay(month) >= day) continue
      const principal = this.principal(month, day)
      const fen = this.cost(principal, this.rate)
      this.daysOf(month).set(day, { rate: this.rate, fen, row: principal > 0 })
      this.interest += fen
    }
    this.today = addDays(day, 1)
  }
  daysOf(month: string): Map<string, { rate: number; fen: number; row: boolean }> {
    const days = this.charged.get(month) ?? new Map<string, { rate: number; fen: number; row: boolean }>()
    this.charged.set(month, days)
    return days
  }
  private chargedSince(from: string): number {
    return [...this.charged.values()].flatMap((days) => [...days]).reduce((sum, [day, { fen }]) => (day >= from ? sum + fen : sum), 0)
  }
  /** Recomputes the interest of all days since a past day. Returns what of it goes to the wallet. */
  private recount(from: string): number {
    let returned = 0
    for (const [month, days] of this.charged) {
      for (const [day, one] of days) {
        if (day < from) continue
        const right = Math.min(one.fen, this.cost(this.principal(month, day), one.rate))
        const tooMuch = one.fen - right
        one.fen = right
        const off = Math.min(tooMuch, this.interest)
        this.interest -= off
        returned += this.unsettle(tooMuch - off)
      }
    }
    this.wallet += returned
    return returned
  }
  /** Takes back how interest was settled, the latest first. Returns what was paid of it. */
  private unsettle(fen: number): number {
    let [left, paid] = [fen, 0]
    for (const one of this.settlements.toReversed()) {
      const taken = Math.min(left, one.fen)
      one.fen -= taken
      left -= taken
      if (one.paid) paid += taken
    }
    return paid
  }
  /** 利息减免. */
  waive(fen: number): void {
    this.interest -= fen
    this.settlements.push({ paid: false, fen })
  }
  private lower(month: string, fen: number, { day = this.today, inMonth = false, until = NEVER } = {}): void {
    if (fen !== 0) this.lowerings.push({ month, inMonth, fen, day, until })
  }

  /** What bills cover of a month today. */
  covered(month: string): number {
    const on = this.bills.filter(({ done }) => !done).flatMap(({ covers }) => covers)
    return on.filter((one) => one.month === month && this.today <= one.until).reduce((sum, { fen }) => sum + fen, 0)
  }
  /** What of the limit bills have freed. They are all of banks. */
  freed(): number {
    return this.bills.filter(({ done }) => !done).reduce((sum, { covers }) => sum + covers.reduce((all, { fen }) => all + fen, 0), 0)
  }
  private restOf(month: string): number {
    return this.isClosed(month) ? this.rest(month) : this.openRest(month)
  }
  /** Claims and interest that no bill is for: what bills do not cover of principal is for these. */
  private ahead(): number {
    const bills = this.bills.filter(({ done, maturity }) => !done && this.today <= addDays(maturity, 3))
    const spoken = bills.reduce((sum, { fen, covers }) => sum + fen - covers.reduce((all, one) => all + one.fen, 0), 0)
    return Math.max(0, this.claimed() + this.interest - spoken)
  }
  /** What is owed and not covered. */
  uncovered(): number {
    return this.ahead() + this.months().reduce((sum, month) => sum + Math.max(0, this.restOf(month) - this.covered(month)), 0)
  }
  /** Takes a bill: claims and interest are left to it first, and it covers the oldest months with the rest. */
  cover(fen: number, maturity: string): void {
    let left = Math.max(0, fen - this.ahead())
    const covers: Lowering[] = []
    for (const month of this.months()) {
      const taken = Math.min(left, Math.max(0, this.restOf(month) - this.covered(month)))
      left -= taken
      if (taken > 0) covers.push({ month, inMonth: false, fen: taken, day: this.today, until: addDays(maturity, 3) })
    }
    this.lowerings.push(...covers)
    this.bills.push({ fen, maturity, from: this.today, covers, done: false })
  }
  /** The bank has paid a bill today: it repays what it has covered, then like any repayment. */
  honour(bill: ModelBill): void {
    bill.done = true
    for (const one of bill.covers) if (one.until >= this.today) one.until = addDays(this.today, -1)
    this.repay(bill.fen, { first: bill.covers })
  }

  blocked(): boolean {
    const late = this.months().filter((month) => this.isClosed(month) && addDays(this.onTimeDay(month), GRACE) < this.today)
    return late.reduce((sum, month) => sum + this.principal(month, this.today, GRACE), 0) > TOLERANCE
  }
  /** What is still claimed of a month, or of all. */
  claimed(month?: string): number {
    return this.claims.reduce((sum, claim) => (month === undefined || claim.month === month ? sum + claim.left : sum), 0)
  }
  /** Takes an amount off the claims, the oldest month first. Returns what each got. */
  private recover(fen: number): [Claim, number][] {
    let left = fen
    const got = this.claims.map((claim): [Claim, number] => {
      const taken = Math.min(left, claim.left)
      left -= taken
      claim.left -= taken
      return [claim, taken]
    })
    return got.filter(([, taken]) => taken > 0)
  }
  buy(fen: number): 'ok' | 'CREDIT_BAD_DEBT' | 'CREDIT_OVERDUE' | 'CREDIT_SHORT' {
    if (this.claimed() > 0) return 'CREDIT_BAD_DEBT'
    if (this.blocked()) return 'CREDIT_OVERDUE'
    if (this.held + Math.max(0, this.drawn - this.freed()) + fen > this.limit) return 'CREDIT_SHORT'
    this.drawn += fen
    this.draws.push({ month: this.month(), day: this.today, fen, back: [], decided: false })
    return 'ok'
  }
  owed(): number {
    return (
      this.claimed() +
      this.interest +
      this.months().reduce((sum, month) => sum + (this.isClosed(month) ? this.rest(month) : this.openRest(month)), 0)
    )
  }
  openRest(month: string): number {
    return this.total(month) - this.settled(month)
  }
  /** Pays claims first, then interest of the days before the value date, then the given months or the oldest first. The rest goes to the wallet. */
  repay(
    fen: number,
    { from = this.today, pointed = [] as string[], onlyDue = false, walletPays = false, first = [] as Lowering[] } = {},
  ): [string, number][] {
    let left = fen
    const paid = new Map<string, number>()
    const pay = (month: string, wanted: number) => {
      const taken = Math.min(left, Math.max(0, wanted))
      left -= taken
      paid.set(month, (paid.get(month) ?? 0) + taken)
      this.drawn -= taken
      this.lower(month, taken, { day: from })
    }
    for (const one of first) pay(one.month, Math.min(one.fen, this.restOf(one.month)))
    this.recovered = this.recover(left)
    const parts = this.recovered.map(([, taken]): [string, number] => ['badDebt', taken])
    left -= parts.reduce((sum, [, taken]) => sum + taken, 0)
    const take = (to: string, wanted: number) => {
      const taken = Math.min(left, Math.max(0, wanted))
      left -= taken
      if (taken > 0) parts.push([to, taken])
      return taken
    }
    const interest = take('interest', from < this.today ? this.interest - this.chargedSince(from) : this.interest)
    this.interest -= interest
    this.settlements.push({ paid: true, fen: interest })
    const covered = new Map(this.months().map((month) => [month, this.covered(month)]))
    const order = [...this.months().filter((one) => pointed.includes(one)), ...this.months().filter((one) => !pointed.includes(one))]
    if (!onlyDue) for (const month of order) if (pointed.includes(month)) pay(month, this.restOf(month))
    for (const month of order) pay(month, onlyDue ? this.due(month) : this.restOf(month) - (covered.get(month) ?? 0))
    if (!onlyDue) for (const month of order) pay(month, this.restOf(month))
    for (const month of order) if ((paid.get(month) ?? 0) > 0) parts.push([month, paid.get(month) ?? 0])
    if (walletPays) this.wallet -= fen
    else this.wallet += take('wallet', left)
    if (from < this.today) this.recoverFromWallet(this.recount(from))
    return parts
  }
  /** Refunds the rest of its own month first. The excess goes to the wallet. */
  refund(draw: ModelDrawdown, fen: number, { adjust = false, onTaken = (): unknown => undefined } = {}): boolean {
    if (fen > this.left(draw)) return false
    const { month } = draw
    const closed = this.isClosed(month)
    const own = draw.dispute && draw.dispute.until === null ? this.withheld(draw) : 0
    const free = this.total(month) - this.settled(month) - (closed ? this.disputed(month) - own : 0)
    const off = Math.min(fen, Math.max(0, free))
    const day = adjust ? draw.day : this.today
    this.drawn -= off
    this.wallet += fen - off
    draw.back.push({ day, fen })
    onTaken()
    if (closed) this.lower(month, off, { day })
    else {
      // All of it lowers the total. The part that went to the wallet is no longer repaid.
      this.lower(month, fen, { day, inMonth: true })
      this.lower(month, off - fen, { day })
    }
    if (!adjust) {
      this.recoverFromWallet(fen - off)
      return true
    }
    this.lower(month, fen - off, { day, until: addDays(this.today, -1) })
    this.recoverFromWallet(this.recount(day) + fen - off)
    return true
  }
  private recoverFromWallet(arrived: number): void {
    for (const [, taken] of this.recover(arrived)) this.wallet -= taken
  }
  /** Disputes a drawdown, or a part of it. */
  openDispute(draw: ModelDrawdown, fen: number): void {
    draw.dispute = { from: this.today, until: null, fen, granted: 0 }
  }
  /** Grants an amount of a dispute as of the drawdown's day; the rest of it is due on the 10th of the next month. */
  decide(draw: ModelDrawdown, granted: number): void {
    const { dispute } = draw
    if (!dispute) return
    draw.decided = true
    const whole = granted === this.withheld(draw)
    if (granted > 0) this.refund(draw, granted, { adjust: true, onTaken: () => (dispute.granted = granted) })
    // Until then its other refunds were in dispute.
    dispute.until = whole ? addDays(this.today, -1) : `${addMonths(this.month(), 1)}-10`
  }
  /** From today on it is due again; it was in dispute until yesterday. */
  withdraw(draw: ModelDrawdown): void {
    draw.decided = true
    if (draw.dispute) draw.dispute.until = addDays(this.today, -1)
  }
  /** A bill bounces: it has covered nothing, and the days are charged as they would have been. A day without a rate takes that of today. */
  bounce(bill: ModelBill): void {
    bill.done = true
    this.lowerings = this.lowerings.filter((one) => !bill.covers.includes(one))
    for (const month of new Set(bill.covers.map((one) => one.month))) {
      for (const [day, one] of this.daysOf(month)) {
        if (day < bill.from) continue
        if (!one.row) one.rate = this.rate
        const missing = Math.max(0, this.cost(this.principal(month, day), one.rate) - one.fen)
        one.fen += missing
        one.row ||= this.principal(month, day) > 0
        this.interest += missing
      }
    }
  }
  writeOff(month: string, fen: number): void {
    this.drawn -= fen
    this.lower(month, fen)
    this.claims.push({ month, left: fen })
    this.claims.sort((one, other) => (one.month < other.month ? -1 : one.month > other.month ? 1 : 0))
  }
  /** Gives up a part of the first claim that is open. */
  forgive(fen: number): void {
    const claim = this.claims.find(({ left }) => left > 0)
    if (claim) claim.left -= fen
  }
}
