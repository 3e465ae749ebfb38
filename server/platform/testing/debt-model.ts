import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'
import {
  type ModelAcceptanceBill,
  type ModelBadDebtClaim,
  type ModelDrawdown,
  ReferenceDebtAmounts,
  type TotalLoweringAmount,
} from './debt-amounts.ts'

/**
 * A second implementation of what a company owes: whole numbers and plain loops, sharing only the calendar with the server. It has one
 * wallet, one limit and one rate, and computes every answer from dated facts. debt-model.test.ts compares the server with it.
 */
export class ReferenceDebtModel extends ReferenceDebtAmounts {
  /** Takes a bill: claims and interest are left to it first, and it covers the oldest months with the rest. */
  cover(fen: number, maturity: string): void {
    let left = Math.max(0, fen - this.ahead())
    const covers: TotalLoweringAmount[] = []
    for (const month of this.months()) {
      const taken = Math.min(left, Math.max(0, this.restOf(month) - this.covered(month)))
      left -= taken
      if (taken > 0) covers.push({ month, inMonth: false, fen: taken, day: this.today, until: addDays(maturity, 3) })
    }
    this.lowerings.push(...covers)
    this.bills.push({ fen, maturity, from: this.today, covers, done: false })
  }
  /** The bank has paid a bill today: it repays what it has covered, then like any repayment. */
  honour(bill: ModelAcceptanceBill): void {
    bill.done = true
    for (const one of bill.covers) if (one.until >= this.today) one.until = addDays(this.today, -1)
    this.repay(bill.fen, { first: bill.covers })
  }

  /** Takes an amount off the claims, the oldest month first. Returns what each got. */
  private recover(fen: number): [ModelBadDebtClaim, number][] {
    let left = fen
    const got = this.claims.map((claim): [ModelBadDebtClaim, number] => {
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
  /** Pays claims first, then interest of the days before the value date, then the given months or the oldest first. The rest goes to the wallet. */
  repay(
    fen: number,
    { from = this.today, pointed = [] as string[], onlyDue = false, walletPays = false, first = [] as TotalLoweringAmount[] } = {},
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
    if (from < this.today) this.recoverFromWallet(this.recount())
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
    this.recoverFromWallet(this.recount() + fen - off)
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
  bounce(bill: ModelAcceptanceBill): void {
    bill.done = true
    this.lowerings = this.lowerings.filter((one) => !bill.covers.includes(one))
    for (const month of new Set(bill.covers.map((one) => one.month))) {
      const days = this.daysOf(month)
      for (let day = addDays(this.onTimeDay(month), 1); day < this.today; day = addDays(day, 1))
        if (this.isClosed(month) && !days.has(day)) days.set(day, { rate: this.rate, fen: 0 })
      this.correct(month, 1)
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
