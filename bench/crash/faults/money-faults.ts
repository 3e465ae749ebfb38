import type { ProgramFault } from './program-fault.ts'

/** Faults of money, limits, stock and prices. */
export const moneyFaults = {
  /** Reads first and writes later, so that two concurrent callers both get the last one. */
  'read-check-write': {
    file: 'server/catalog/inventory/stock.ts',
    sound: /const rows = await reserve\(tx, \{[\s\S]*?\}\)\.execute\(\)\n/,
    faulty: `const rows: { sku_id: string; available: number }[] = []
  for (const { skuId, quantity } of wanted) {
    const seen = await tx.selectFrom('sku_stock').select(['available', 'reserved']).where('sku_id', '=', skuId).executeTakeFirstOrThrow()
    if (seen.available < quantity) refuse('OUT_OF_STOCK', { skuId, quantity })
    const left = { available: seen.available - quantity, reserved: seen.reserved + quantity, ordered: true }
    await tx.updateTable('sku_stock').set(left).where('sku_id', '=', skuId).execute()
    rows.push({ sku_id: skuId, available: left.available })
  }
`,
    foundBy: ['stock', 'limits', 'invariants'],
  },
  /** The used amount is compared with the limit without the lock of the account. */
  'limit-without-lock': {
    file: 'server/money/credit/credit-accounts.ts',
    sound: /select\(columns\)\.where\('enterprise_id', '=', enterpriseId\)\.forUpdate\(\),\n\)/,
    faulty: `select(columns).where('enterprise_id', '=', enterpriseId),\n)`,
    foundBy: ['limits', 'invariants'],
  },
  /** A cancelled order gives its units back twice. */
  'stock-released-twice': {
    file: 'server/catalog/inventory/stock.ts',
    sound: /available = stock\.available \+ given\.quantity, reserved/,
    faulty: 'available = stock.available + 2 * given.quantity, reserved',
    foundBy: ['stock'],
  },
  /** A notice that comes twice is used twice. */
  'notice-settled-twice': {
    file: 'server/money/payments/gateway-payments.ts',
    sound: /return Boolean\(taken\.numInsertedOrUpdatedRows\)/,
    faulty: 'return taken !== undefined',
    foundBy: ['provider', 'lost'],
  },
  /** An order that is cancelled after it was paid is refunded twice. */
  'refund-twice': {
    file: 'server/money/payments/pay-and-refund.ts',
    sound:
      /if \(way === 'wallet'\) await postRefundToWallet\(tx, moment, (\{ enterpriseId, document: orderId, seq, amountFen, title: words \})\)/,
    faulty: `if (way === 'wallet') for (const again of [seq, seq + 90]) await postRefundToWallet(tx, moment, Object.assign($1, { seq: again }))`,
    foundBy: ['balances'],
  },
  /** A refund is marked as paid before its provider was asked. */
  'marked-before-work': {
    file: 'server/billing/incoming-payments/run-refunds.ts',
    sound: /await apply\(context, moment, refund, await speak\(context, moment, refund\)\)/,
    faulty: `await settle(context, moment, refund, { state: 'SUCCESS', gatewayNo: '', amountFen: refund.amountFen } as never)
    await speak(context, moment, refund)`,
    // After a request that was not heard the refund is tried again, and its transfer is there already.
    foundBy: ['provider', 'invariants'],
  },
  /** The debt is read without a lock before it is repaid. */
  'repayment-without-lock': {
    file: 'server/money/statements/debt.ts',
    sound: /lockDrawnBalancesOfEnterprises\(tx, enterpriseIds\),\n {4}closePast/,
    faulty: 'Promise.resolve(),\n    closePast',
    // The database refuses a debt below zero, which is a defect that only this explains.
    foundBy: ['invariants', 'balances', 'limits', 'defects'],
  },
  /** The prices that the buyer was shown are not compared with those that he pays. */
  'quote-not-compared': {
    file: 'server/orders/checkout/quote.ts',
    sound: /if \(changes\.length === 0 && /,
    faulty: 'if (changes.length < 1_000 || ',
    foundBy: ['answers', 'amounts'],
  },
  /** A line of three units costs a fen more. */
  'one-fen-more': {
    file: 'server/catalog/pricing/line-amount.ts',
    sound: /return multiplyFen\(unit, quantity\)/,
    faulty: 'return multiplyFen(unit * quantity + (quantity === 3 ? 1 : 0) as Fen, 1)',
    // The database refuses a line whose amount is not its price times its units, which is a defect that only this explains.
    foundBy: ['amounts', 'defects'],
  },
} as const satisfies Record<string, ProgramFault>
