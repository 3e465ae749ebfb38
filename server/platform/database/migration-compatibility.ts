/**
 * The last migration of the last release. Later ones run while servers of that release are running and may be restarted, so they only
 * expand: everything that the older program reads and writes must continue to work. A table or column that is no longer needed is removed
 * one release later.
 */
export const LAST_RELEASED_MIGRATION = '0177-enterprise-name.sql'

/** Migrations that look as if they took something away, with the reason why the previous release still works, by name. */
export const migrationsKnownSafeForPreviousRelease: Readonly<Record<string, string>> = {
  '0180-refunds-of-a-month-repaid-early.sql':
    'its checks allow more than the ones before, and the new column is 0 where an older program writes; only a month that an older program closes keeps its total of before',
  '0181-statements-that-do-not-change.sql': 'no release has changed the columns that are taken from the role',
  '0203-seller-of-an-invoice.sql': 'its check is about the two columns that it adds, and an older program leaves both empty',
  '0330-revenue-lines.sql': 'an older program leaves the new columns empty, and lines without them hash as before',
  '0300-collections.sql': 'its check is about the three columns that it adds, and an older program leaves them empty',
  '0251-bad-debts.sql':
    'its checks allow more than the ones before, and the new columns are empty where an older program writes; only what an older program writes off keeps no claim',
  '0250-value-days.sql': 'its checks allow more than the ones before, and the new column is 0 where an older program writes',
  '0790-batches.sql':
    'its trigger writes tables of its own and only for goods that staff have marked; what an older program ships or receives of them takes what ends first, or has no name',
  '0870-wechat-channel.sql': 'The previous release leaves the columns of the constraints null.',
  '0860-disputed-units.sql':
    'its checks allow more than the ones before or are about the two columns that it adds, which an older program leaves empty; a storefront names pictures and units only where the buyer has chosen some, and only these an older program refuses',
  '1200-fewer-checks-and-keys-of-an-order.sql':
    'Its checks are those that it drops, folded, and the foreign keys that it drops follow from others.',
  '1240-orders-to-ship-are-counted-in-their-index.sql':
    'The index has its name, order and condition again and more columns, so a server of the release before reads it as it did.',
  '1140-orders-to-ship-have-one-index.sql':
    'The index changes no answer: a server of the release before reads orders to ship by their state instead, which takes longer until it ends.',
  '1090-running-month.sql':
    'its checks allow more than the ones before, and an older program neither writes nor reads the rows of the month that runs',
  '1070-order-confirmations.sql':
    'its checks are about the columns that it adds, which an older program leaves empty, and its index is about a format of webhooks that an older program does not make',
  '1250-numbers-go-on-beside-other-machines.sql':
    'The function has the same name and result; only programs that migrate call it, and on one machine it gives the same number.',
  '1180-quotation-line-validity.sql':
    'its check is about the column that it adds, which an older program leaves empty; it orders a line for as long as the offer holds, so lines with a day of their own are offered when every server is upgraded',
  '0910-quotation-drawings.sql': 'its check on files allows one purpose more, which an older program neither writes nor reads',
  '0920-weighed-parcels.sql': 'its checks are about the three columns that it adds, which an older program leaves empty',
  '0960-carts-know-when-they-changed.sql':
    'the default is of the column that it adds, for the rows that are there; an older program leaves it empty',
  '0930-visitors-by-day.sql': 'its check allows one dimension more, which an older program neither writes nor reads',
  '0950-promises-by-warehouse.sql':
    'the function writes what it wrote before and a new column besides, which an older program does not read; its other columns have defaults',
  '1020-undone-receipts.sql':
    'Its checks allow more than the ones before or are about the columns that it adds, which an older program leaves empty. A payment that was taken back reads as a closed one there, but it counts uses and repayments that were taken back as if they stood, so receipts may only be taken back once every server is upgraded.',
  '0281-journal-months.sql': 'its triggers stand on tables that no older program writes',
  '0282-platform-key-reads-the-journal.sql': 'its check allows more than the one before',
  '0240-ledger-seals.sql': 'its triggers fill the new column where an older program, which does not know it, writes a whole row',
  '0340-acceptance-bills.sql':
    'The checks of states, kinds and signs are replaced by wider ones, each for the one that was dropped before it: what the release before writes satisfies the new ones as it did the old ones. A bill that it takes is one of the old rule.',
  '0360-covers-that-lapse.sql':
    'the steps of bills have one name more, and only its rows have no person; an older program writes the other names, with a person',
  '0361-requests-and-rates.sql':
    'the constraint is weaker than the one it replaces, and so is the key: an older program writes one row for each line',
  '0390-recourse-and-quoted-discounts.sql':
    'The release before writes no bill with an agreed rate, and its requests and events have the defaults that the new constraints ask for.',
  '0391-on-time-days.sql': 'The release before leaves the new column empty, which counts as the due day; no constraint refuses that.',
  '0460-quotations.sql': 'its checks on trades are about the two columns that it adds, and an older program leaves both empty',
  '0490-part-disputes.sql':
    'The checks are about one more state and two new columns, which the old release leaves empty. It takes a part that is in dispute for the whole line, so an update should not run over midnight, when interest is charged.',
  '0510-warehouses.sql':
    'The triggers place the movements of an older program, which names no warehouse, and move the stock of that warehouse. Its parcels, waves and receipts have the main one by default.',
  '0511-stock-transfers.sql':
    'The check allows one kind more. An older program neither writes it nor sums by kind other than shipments; only its list of movements cannot name it.',
  '0540-payment-scenes.sql': 'The check is about the new column, whose default is what an older program does: it pays at a desk.',
  '0551-interest-invoices.sql':
    'An older program names the order, its number and the SKU in each line that it writes, so the check holds. It writes no invoice of interest.',
  '0600-order-proposals.sql':
    'Its checks on trades are about the three columns that it adds, which an older program leaves empty; the kinds of alerts are one more.',
  '0610-coupon-totals.sql': 'No release has these totals, and their checks allow more than the ones before.',
  '0710-company-groups.sql':
    'Its checks allow one kind more than those they replace. An older program writes no such row; only its list of limit changes cannot name one. It does not know shares either, so groups may only be created once every server is upgraded.',
  '0740-keys-with-the-company.sql':
    'What is sent back is always of the company of the mall, so the wider key refuses the same; the ids of comments are random.',
  '0770-group-buyers.sql': 'An older program writes neither the parent nor its name, which the check allows.',
  '0660-coupon-kinds.sql':
    'An older program makes only 满减 without conditions, takes nothing off freight and never sets the flag of the unique index, so its rows satisfy all of it. It does not know the new kinds and conditions, so templates with one may only be made once every server is upgraded.',
  '0650-stock-receipts.sql':
    'An older program names the receipt of a purchase order in each row of costs, so the check holds. It reads costs by SKU and number, which every row has.',
  '0731-tanker-goods.sql':
    'The check allows one more rule of freight, which an older program does not write. It charges the freight of the shop for it and promises a courier, as before; its editor does not know the rule, so it may only be chosen once every server is upgraded.',
  '0970-unanswered-quotations.sql':
    'Its checks allow more kinds than those they replace, and the new columns have defaults. What a buyer writes to an older program is not in the queue of unanswered quotations, but unread.',
  '0980-quotations-in-the-change-feed.sql':
    'The check allows one kind more, and the trigger only adds a row that waits for its number, which an older program gives to any kind.',
  '0820-fixed-columns.sql': 'The release before updates only columns that are granted again.',
  '0840-fixed-parcel-lines.sql': 'The release before updates only the column that is granted again.',
  '0450-disputes-withdrawn.sql':
    'The check allows one more state, which the old release neither writes nor takes for a dispute that waits: a withdrawn line is due as if it had never been disputed.',
}

/** The parts that are not statements: where each begins and ends. */
const HIDDEN: readonly (readonly [begin: string, end: string])[] = [
  ['--', '\n'],
  ['/*', '*/'],
  ['$$', '$$'],
  ["'", "'"],
]

/** Removes comments, bodies of functions and quoted texts, and writes the rest in one line of lower-case letters. */
function toPlainSql(text: string): string {
  let plain = ''
  let at = 0
  while (at < text.length) {
    const hidden = HIDDEN.find(([begin]) => text.startsWith(begin, at))
    if (!hidden) {
      plain += text[at++]
      continue
    }
    const [begin, end] = hidden
    const close = text.indexOf(end, at + begin.length)
    at = close < 0 ? text.length : close + end.length
    plain += ' '
  }
  return plain.replaceAll('"', '').split(/\s/).filter(Boolean).join(' ').toLowerCase()
}

/** Splits at the commas outside of parentheses. */
function splitActions(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** The actions of `alter table` that may break the older program. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^rename\b/, 'renames'],
  [/^drop constraint (if exists )?\w+_pk\b/, 'drops a primary key, which statements may name'],
  [/^add (constraint|primary key|unique|check|foreign key)\b/, 'adds a constraint, which older writes may break'],
  [/^alter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/^alter (column )?\w+ set not null\b/, 'demands a value'],
  [/^alter (column )?\w+ drop default\b/, 'takes a default away'],
  [/^(set schema|enable row level|force row level|disable)\b/, 'changes who may do what'],
]

/** Describes in words what an action of `alter table` takes away. */
function contractionsOfAction(action: string): string[] {
  const met = ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, what]) => what)
  if (/^drop\b/.test(action) && !/^drop constraint\b/.test(action)) met.push('drops a column')
  const adds = /^add\b/.test(action) && !/^add (constraint|primary|unique|check|foreign)\b/.test(action)
  if (adds && /\bnot null\b/.test(action) && !/\b(default|generated)\b/.test(action))
    met.push('adds a column that older writes leave empty')
  return met
}

/** The same for whole statements. The group is the table; undefined: any table. */
const STATEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^drop (?:aggregate|domain|extension|function|index|materialized|policy|procedure|role|schema|sequence|table|type|view)\b/, 'drops'],
  [/^revoke\b(?:.*? on (?:function )?(\w+))?/, 'takes a right away'],
  [/^truncate\b/, 'deletes rows'],
  [/^delete from (\w+)/, 'deletes rows'],
  [/^create unique index .*? on (\w+)/, 'demands that values are unique'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, 'adds a trigger, which older writes may break'],
  [/^create or replace (?:function|view|procedure)\b/, 'replaces a function or a view'],
  [/^alter (?:type|function|view|index|sequence|domain) .*\brename\b/, 'renames'],
]

/**
 * Lists what a migration takes away from the previous release, one line each; empty: it only expands. Tables and functions that the
 * migration creates itself are not in use yet, so it may do anything to them.
 */
export function listChangesBreakingPreviousRelease(text: string): string[] {
  const statements = toPlainSql(text)
    .split(';')
    .map((statement) => statement.trim())
  const own = new Set(
    statements.map((statement) => /^create (?:(?:unlogged )?table (?:if not exists )?|function )(\w+)/.exec(statement)?.[1]),
  )
  return statements.flatMap((statement) => {
    const line = (what: string, about = statement) => `${what}: ${about.slice(0, 80)}`
    const [, table, actions = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? []
    if (table !== undefined) {
      if (own.has(table)) return []
      return splitActions(actions).flatMap((action) => contractionsOfAction(action).map((what) => line(what, `${table} ${action}`)))
    }
    return STATEMENTS.flatMap(([pattern, what]) => {
      const met = pattern.exec(statement)
      return met && !own.has(met[1] ?? '') ? [line(what)] : []
    })
  })
}
