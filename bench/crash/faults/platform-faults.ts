import type { ProgramFault } from './program-fault.ts'

/** A connection pool beside the transaction, as somebody opens one who does not want to pass the transaction on. */
const OUTSIDE = `import { openDatabase as openOutside } from '#server/platform/core/db.ts'
const outside = openOutside({ url: process.env.DATABASE_URL ?? '', poolSize: 3 }).db
`

/** Faults of what all writes go through: keys, transactions, events and the process. */
export const platformFaults = {
  /** Keys are ignored: a repeated call does its work again. */
  'idempotency-removed': {
    file: 'server/platform/http/write-transactions.ts',
    sound: /if \(!endpoint\.idempotent \|\| !owner\) return undefined\n/,
    faulty: 'if (endpoint) return undefined\n',
    foundBy: ['doubled', 'replays'],
  },
  /** The answer to a money call is sent while its commit is under way. */
  'answer-before-commit': {
    file: 'server/platform/http/write-transactions.ts',
    sound:
      /const answer = await runInTransaction\(write\.db, async \(tx\) => \{([\s\S]*?)return checked\?\.refusal \? undefined : (\{ answer: await workLocked\(tx, given\) \})\n {4}\}\)/,
    faulty: `const early = Promise.withResolvers<{ answer: T } | undefined>()
    runInTransaction(write.db, async (tx) => {$1const result = checked?.refusal ? undefined : $2
      if (result && write.endpoint.idempotent) early.resolve(result)
      return result
    }).then(early.resolve, early.reject)
    const answer = await early.promise`,
    foundBy: ['lost', 'orders', 'balances'],
  },
  /** A commit that was cut off is answered like a call that was never begun. */
  'unknown-commit-denied': {
    file: 'server/platform/http/errors.ts',
    sound: /createRefusal\(onlyReads\(request\) \? 'OVERLOADED' : 'OUTCOME_UNKNOWN'\)/,
    faulty: `createRefusal('OVERLOADED')`,
    foundBy: ['answers'],
  },
  /** Events are written by a connection of their own, after the transaction was begun and whether it commits or not. */
  'event-outside-transaction': {
    file: 'server/platform/core/outbox.ts',
    sound: /await sendWithNextStatement\(tx, insertOutboxRows\(tx, rows\)\)\n\}/,
    faulty: `setTimeout(() => void outside.insertInto('outbox').values(rows).execute().catch(() => {}), 30)\n}\n${OUTSIDE}`,
    foundBy: ['events'],
  },
  /** A server ends by itself, as an unhandled rejection would end it. */
  'ends-by-itself': {
    file: 'server/serve.ts',
    sound: /logger\.info\(\{ address: await mall\.listen\(\) \}, 'listening'\)/,
    faulty: '$&; setTimeout(() => process.exit(7), 5_000)',
    foundBy: ['ends'],
  },
  /** The money of a provider is claimed before the transaction that uses it, so that a crash in between loses it. */
  'settle-outside-transaction': {
    file: 'server/billing/incoming-payments/settle-incoming-payment.ts',
    sound: /if \(receipt\.source === 'gateway'\) return claimIncomingGatewayPayment\(tx, moment, receipt\)/,
    faulty: `if (receipt.source === 'gateway') return inOutside(outside, (own) => claimIncomingGatewayPayment(own, moment, receipt))`,
    also: `import { runInTransaction as inOutside } from '#server/platform/core/db.ts'\n${OUTSIDE}`,
    foundBy: ['provider'],
  },
} as const satisfies Record<string, ProgramFault>
