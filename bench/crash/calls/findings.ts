/** What a crash run checks, with the words in which it prints what it has found. */
export const crashChecks = {
  lost: 'lost',
  doubled: 'doubled',
  invariants: 'broken invariants',
  provider: 'unequal to the provider',
  answers: 'untrue answers',
  replays: 'unequal replays',
  amounts: 'wrong amounts',
  limits: 'limits passed',
  stock: 'wrong stock',
  balances: 'wrong balances',
  orders: 'wrong orders',
  coupons: 'wrong coupons',
  approvals: 'wrong approvals',
  events: 'wrong events',
  rest: 'never at rest',
  unchecked: 'checks that ended early',
  defects: 'defects',
  ends: 'ends of a server that nobody caused',
} as const
export type CrashCheck = keyof typeof crashChecks

/** What the checks have found: nothing, if the mall is sound. */
export interface CrashFindings {
  add(check: CrashCheck, what: string): void
  of(check: CrashCheck): readonly string[]
  /** The checks that have found something. */
  failed(): CrashCheck[]
}

export function createCrashFindings(): CrashFindings {
  const found = new Map<CrashCheck, string[]>()
  return {
    add(check, what) {
      const list = found.get(check) ?? []
      list.push(what)
      found.set(check, list)
    },
    of: (check) => found.get(check) ?? [],
    failed: () => [...found.keys()],
  }
}
