import { addDays, addMonths, getStartOfShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'

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

export interface TotalLoweringAmount {
  month: string
  /** A refund within its month, which lowers the total by all of it. */
  inMonth: boolean
  fen: number
  day: string
  until: string
}

export interface ModelBadDebtClaim {
  month: string
  left: number
}

/** 承兑汇票 that was taken: what it covers, since when, until three days after its maturity. */
export interface ModelAcceptanceBill {
  fen: number
  maturity: string
  from: string
  covers: TotalLoweringAmount[]
  done: boolean
}

const NEVER = '9999-12-31'
const TOLERANCE = 100
const GRACE = 3

/** The facts of the reference model of debts, and the amounts that follow from them: by month and day, without changing anything but interest. */
export class ReferenceDebtAmounts {
  wallet = 0
  held = 0
  drawn = 0
  /** Unpaid interest. */
  interest = 0
  rate = 5
  limit: number
  today: string
  draws: ModelDrawdown[] = []
  lowerings: TotalLoweringAmount[] = []
  /** By month and charged day: the rate of the day, and what is posted for it. */
  charged = new Map<string, Map<string, { rate: number; fen: number }>>()
  /** The first day that counts into exact sums; the days before it are rounded one by one. */
  exactFrom = ''
  bills: ModelAcceptanceBill[] = []
  /** What was written off and is still claimed, in the order of the months. */
  claims: ModelBadDebtClaim[] = []
  /** What has settled interest, the earliest first. */
  settlements: { paid: boolean; fen: number }[] = []
  /** What the last repayment has recovered. */
  recovered: [ModelBadDebtClaim, number][] = []

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
  protected lowered(month: string, counts: (one: TotalLoweringAmount) => boolean): number {
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
  /** Ends a day and charges its interest: what each unpaid month has cost so far, in ten-thousandths of a fen, rounded, less what is posted. */
  sleep(): void {
    const day = this.today
    for (const month of this.months()) {
      if (!this.isClosed(month) || this.onTimeDay(month) >= day || this.settled(month) === this.total(month)) continue
      this.daysOf(month).set(day, { rate: this.rate, fen: 0 })
      this.correct(month, 1)
    }
    this.today = addDays(day, 1)
  }
  daysOf(month: string): Map<string, { rate: number; fen: number }> {
    const days = this.charged.get(month) ?? new Map<string, { rate: number; fen: number }>()
    this.charged.set(month, days)
    return days
  }
  /**
   * Posts what a month lacks (1), or takes back what it has too much (-1), on the earliest days that lead there without going back on a later
   * one. Returns what that is; what is missing is owed at once.
   */
  protected correct(month: string, sign: 1 | -1): number {
    const days = [...this.daysOf(month)].sort(([one], [other]) => (one < other ? -1 : 1))
    let all = 0
    const post = (one: { fen: number }, fen: number) => {
      one.fen += sign * fen
      all += fen
    }
    const costs = days.map(([day, { rate }]) => this.principal(month, day) * rate)
    const alone = days.filter(([day]) => day < this.exactFrom).length
    days.slice(0, alone).forEach(([, one], at) => {
      post(one, Math.max(0, sign * (Math.floor(((costs[at] ?? 0) + 5_000) / 10_000) - one.fen)))
    })
    let [exact, posted] = [0, 0]
    const gaps = days.slice(alone).map(([, one], at) => {
      exact += costs[alone + at] ?? 0
      posted += one.fen
      return sign * (Math.floor((exact + 5_000) / 10_000) - posted)
    })
    let done = 0
    days.slice(alone).forEach(([, one], at) => {
      const reach = Math.max(done, Math.min(...gaps.slice(at)))
      post(one, reach - done)
      done = reach
    })
    if (sign > 0) this.interest += all
    return all
  }
  protected chargedSince(from: string): number {
    return [...this.charged.values()].flatMap((days) => [...days]).reduce((sum, [day, { fen }]) => (day >= from ? sum + fen : sum), 0)
  }
  /** Recomputes the interest after something of a past day has become known. Returns what of it goes to the wallet. */
  protected recount(): number {
    let returned = 0
    for (const month of this.charged.keys()) {
      const tooMuch = this.correct(month, -1)
      const off = Math.min(tooMuch, this.interest)
      this.interest -= off
      returned += this.unsettle(tooMuch - off)
    }
    this.wallet += returned
    return returned
  }
  /** Takes back how interest was settled, the latest first. Returns what was paid of it. */
  protected unsettle(fen: number): number {
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
  protected lower(month: string, fen: number, { day = this.today, inMonth = false, until = NEVER } = {}): void {
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
  protected restOf(month: string): number {
    return this.isClosed(month) ? this.rest(month) : this.openRest(month)
  }
  /** Claims and interest that no bill is for: what bills do not cover of principal is for these. */
  protected ahead(): number {
    const bills = this.bills.filter(({ done, maturity }) => !done && this.today <= addDays(maturity, 3))
    const spoken = bills.reduce((sum, { fen, covers }) => sum + fen - covers.reduce((all, one) => all + one.fen, 0), 0)
    return Math.max(0, this.claimed() + this.interest - spoken)
  }
  /** What is owed and not covered. */
  uncovered(): number {
    return this.ahead() + this.months().reduce((sum, month) => sum + Math.max(0, this.restOf(month) - this.covered(month)), 0)
  }
  blocked(): boolean {
    const late = this.months().filter((month) => this.isClosed(month) && addDays(this.onTimeDay(month), GRACE) < this.today)
    return late.reduce((sum, month) => sum + this.principal(month, this.today, GRACE), 0) > TOLERANCE
  }
  /** What is still claimed of a month, or of all. */
  claimed(month?: string): number {
    return this.claims.reduce((sum, claim) => (month === undefined || claim.month === month ? sum + claim.left : sum), 0)
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
}
