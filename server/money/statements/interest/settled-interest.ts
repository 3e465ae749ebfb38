// What has settled the interest of a company: payments, waivers, and write-offs, in the order of the ledger.
import { interestPaymentTransferKinds, type TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { mapForgivenInterestFenByBadDebtId } from '#server/money/bad-debts/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'

const kinds = [
  ...interestPaymentTransferKinds,
  ...(['bounceInterest', 'undoInterest', 'returnInterest', 'waiveInterest', 'reverseWaiver', 'writeOffInterest'] as const),
] as const satisfies readonly TransferKind[]

interface Movement {
  id: string
  kind: (typeof kinds)[number]
  amountFen: Fen
  document: string
  /** Of a write-off: how much of its interest two people have given up. */
  forgivenFen: Fen
  valueDay: string
  at: Date
}

/** What a transfer has settled and was not taken back since. */
export interface InterestSettlement {
  way: 'paid' | 'waived'
  by: Movement
  leftFen: Fen
}

/** An amount of interest that was settled, by how it was. Interest that was written off counts as paid, because its claim is still there. */
export interface SettledInterest {
  paidFen: Fen
  waivedFen: Fen
}

export const NO_SETTLED_INTEREST: SettledInterest = { paidFen: ZERO_FEN, waivedFen: ZERO_FEN }

/** What has settled interest and was not taken back, the earliest first. */
class Settlements {
  #all: InterestSettlement[] = []

  get left(): InterestSettlement[] {
    return this.#all.filter(({ leftFen }) => leftFen > 0)
  }

  add(way: 'paid' | 'waived', by: Movement, leftFen: Fen): void {
    this.#all.push({ way, by, leftFen })
  }

  /** Takes an amount back, from what is preferred first, from the latest on. Returns what it was taken from. */
  take(amountFen: Fen, isPreferred: (one: InterestSettlement) => boolean = () => true): SettledInterest {
    const latest = this.#all.toReversed()
    const taken = { paid: ZERO_FEN, waived: ZERO_FEN }
    let left = amountFen
    for (const one of [...latest.filter(isPreferred), ...latest.filter((other) => !isPreferred(other))]) {
      const part = minFen(one.leftFen, left)
      one.leftFen = subtractFen(one.leftFen, part)
      left = subtractFen(left, part)
      taken[one.way] = sum([taken[one.way], part])
    }
    // Money goes back only as far as it came.
    return { paidFen: taken.paid, waivedFen: sum([taken.waived, left]) }
  }

  play(by: Movement): void {
    const { kind, amountFen, document, forgivenFen } = by
    if (kind === 'bounceInterest' || kind === 'undoInterest') this.#takeBack(document)
    else if (kind === 'returnInterest') this.take(amountFen, ({ way }) => way === 'paid')
    else if (kind === 'reverseWaiver') this.take(amountFen, ({ way }) => way === 'waived')
    else if (kind === 'waiveInterest') this.add('waived', by, amountFen)
    else {
      this.add('waived', by, forgivenFen)
      this.add('paid', by, subtractFen(amountFen, forgivenFen))
    }
  }

  /** What a bill or a receipt had paid is owed again. Nothing of it is left to go back. */
  #takeBack(document: string): void {
    this.#all = this.#all.filter((one) => one.by.document !== document)
  }
}

async function playSettlements(db: Db, enterpriseId: string): Promise<Settlements> {
  const [rows, forgiven] = await awaitAllAndThrowFirstError(
    db
      .selectFrom('ledger_transfer')
      .select(['id', 'kind', 'amount_fen', 'document', 'value_day', 'at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', 'in', kinds)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    mapForgivenInterestFenByBadDebtId(db, enterpriseId),
  )
  const settlements = new Settlements()
  for (const { id, kind, amount_fen: amountFen, document, value_day: valueDay, at } of rows)
    settlements.play({
      id,
      kind: kind as Movement['kind'],
      amountFen,
      document,
      forgivenFen: forgiven.get(document) ?? ZERO_FEN,
      valueDay,
      at,
    })
  return settlements
}

/**
 * Says how the interest was settled that is taken back now: what was settled last, first. The caller has locked the company's interest, and
 * takes back no more than was settled.
 */
export const findSettlementOfReversedInterest = async (db: Db, enterpriseId: string, amountFen: Fen): Promise<SettledInterest> =>
  (await playSettlements(db, enterpriseId)).take(amountFen)

/** Lists what has settled the interest of a company and was not taken back, in the order of the ledger. */
export const listUnreversedInterestSettlements = async (db: Db, enterpriseId: string): Promise<InterestSettlement[]> =>
  (await playSettlements(db, enterpriseId)).left
