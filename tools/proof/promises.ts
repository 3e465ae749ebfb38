import { crashChecks } from '#bench/crash/calls/findings.ts'

/** What the mall promises, and what shows it. docs/reliability.md and docs/proof.md are made from this list. */
export interface MallPromise {
  id: string
  promise: string
  /** What keeps it. */
  kept: string
  target: string
  /** Files of tests, which run as in the release tier, or arguments of `npm`. */
  shownBy: { tests: readonly string[] } | { npm: readonly string[] }
  /** The lines of the output that are its figures, besides the number of tests. */
  figures?: RegExp
}

const FAILED_CALLS = /^(?:\d servers behind|failover:| {2}(?:before|migrated|upgraded|restarted): ).*$/gm
/** Each check with what it has found, and what the run has done and not reached. */
const CRASH = new RegExp(
  `^(?:disturbed|cut|acknowledged|replayed|refused|reached|${Object.values(crashChecks).join('|')}|never reached): .*$`,
  'gm',
)
const FAULTS = /^(?:sound: .*|caught: \S+, \d+ s, by [a-z ]+|NOT caught: .*|\d+\/\d+ planted faults caught.*)/gm
/** A row of the table of acts: each size with its p95 and p50, and the ratios. Besides, what is above its limit. */
const GROWTH = /^\| [a-z][^|]*(?: \| [\d.]+ \([\d.]+\))+ \| .*$|^ {2}✗ .*$/gm

export const promises: readonly MallPromise[] = [
  {
    id: 'stock',
    promise: 'Nothing is sold twice',
    kept: 'Stock is reserved by one conditional update in the transaction of the order; a check of the table is the last wall',
    target: 'Of 200 buyers of the last unit one has it; of 50 orders for ten units ten units go',
    shownBy: { tests: ['server/orders/checkout/submit.test.ts'] },
  },
  {
    id: 'charge',
    promise: 'Nobody pays twice',
    kept: 'A money call has a key: it is claimed in the transaction, and its answer is stored with it',
    target: 'The same key twenty times at once: one payment, one answer; 1,000 orders paid several ways at once: one settlement each',
    shownBy: { tests: ['server/money/payments/paying.test.ts', 'server/billing/incoming-payments/concurrent-payments.test.ts'] },
  },
  {
    id: 'limit',
    promise: 'A credit limit is never exceeded',
    kept: 'Every drawdown locks the credit account and is compared with the limit of that moment; an invariant compares it again',
    target: 'Of 50 orders at once against a limit for ten, ten hold it; a model of debts agrees in 250 random lives',
    shownBy: { tests: ['server/platform/testing/buying.test.ts', 'server/billing/receivables/debt-model.test.ts'] },
  },
  {
    id: 'books',
    promise: 'Every fen is accounted for',
    kept: 'Money moves by ledger transfers alone, one row with both accounts; `npm run audit` proves the invariants, and a job does every night',
    target: 'Each breakage that is tried is found by an invariant',
    shownBy: { tests: ['server/operations/invariants/invariants.test.ts'] },
  },
  {
    id: 'tampering',
    promise: 'A changed or deleted row of money, or of the log of who did what, is found, even if the books still balance',
    kept: 'The rows of each company are sealed by a running hash, day by day',
    target: 'Each column of money and of the audit log that is changed by hand, and each row that is deleted, is found',
    shownBy: { tests: ['server/operations/invariants/tampering.test.ts', 'server/money/ledger-seals/ledger-seals.test.ts'] },
  },
  {
    id: 'callbacks',
    promise: 'A notice of a provider counts once, and the truth is what the provider says',
    kept: 'Notices are verified, kept by their number and settled under the lock of the payment; what no notice says is asked for',
    target: 'Fifteen times at once: one settlement; lost, late, doubled and forged notices end as the provider has it',
    shownBy: {
      tests: ['server/billing/incoming-payments/provider-callbacks.test.ts', 'server/billing/incoming-payments/paying-online.test.ts'],
    },
  },
  {
    id: 'crash',
    promise: 'A crash at any instant loses nothing that was answered',
    kept: 'An answer is sent after the commit, the commit is on the disk, and events wait in the same transaction',
    target:
      '0 lost, 0 doubled, 0 untrue answers, every balance, unit and order as the journal of the callers has it, in ten minutes with at least 60 kills and freezes, and 50,000 acknowledged writes',
    shownBy: { npm: ['run', 'crash', '--', '--seconds', '600', '--floor', '50000', '--fewest', '60'] },
    figures: CRASH,
  },
  {
    id: 'plants',
    promise: 'The run that shows it would see a fault',
    kept: 'Faults are planted in a copy of the program',
    target: 'Each is caught, by a check that must see it, and the program without them is found sound by the same run',
    shownBy: { npm: ['run', 'crash', '--', '--companies', '4', '--members', '8', '--faults'] },
    figures: FAULTS,
  },
  {
    id: 'tenants',
    promise: 'No company reads or changes another’s',
    kept: 'Keys lead with the company, a guard stops statements that do not name it, references across companies cannot be stored',
    target:
      'Every field of every call that names a thing is tried with another company’s: the answer is that of nothing, and nothing moves',
    shownBy: { tests: ['server/platform/http/ownership.test.ts'] },
  },
  {
    id: 'rights',
    promise: 'Rights are enforced by the server',
    kept: 'The contract says of each call who may make it; a call without that does not compile',
    target: 'Each kind of person is let into the calls that are for him and into no other',
    shownBy: { tests: ['server/platform/http/authorisation.test.ts'] },
  },
  {
    id: 'revocation',
    promise: 'A right that is taken away is gone at once',
    kept: 'The session is read at each call and locked by each write',
    target: '0 successes that began after the revoking call was answered',
    shownBy: { tests: ['bench/revocation.test.ts'] },
  },
  {
    id: 'guessing',
    promise: 'Guessing is bounded',
    kept: 'Tries are counted in the database before the digest is computed, across both ways to log in and all addresses',
    target: 'Forty guesses at once reach the password no more than five times; ten wrong payment passwords a day',
    shownBy: { tests: ['server/people/identity/log-in.test.ts', 'server/people/identity/payment-password.test.ts'] },
  },
  {
    id: 'uploads',
    promise: 'Uploads neither run nor leak, and papers are seen by few',
    kept: 'Pictures are encoded again, papers are encrypted each with its own key, every look at one is recorded',
    target: 'No hostile file is stored as it was sent; eight bombs at once do not fill the memory',
    shownBy: { tests: ['server/people/files/hostile-uploads.test.ts', 'server/people/files/files.test.ts'] },
  },
  {
    id: 'input',
    promise: 'No input breaks a call',
    kept: 'One schema for each call decodes it before anything else',
    target: 'Random values and mutations in every call: no defect, and books that are straight',
    shownBy: { tests: ['server/platform/http/fuzz.test.ts'] },
    figures: /^fuzz: .*$/gm,
  },
  {
    id: 'backups',
    promise: 'Backups restore',
    kept: 'Checksums of every file and table; a drill restores and proves the invariants',
    target: 'As it was at a moment while everybody was writing; a bit that fell over is found',
    shownBy: { tests: ['tools/backup.test.ts', 'tools/drill.test.ts'] },
    figures: /^drill: .*$/gm,
  },
  {
    id: 'upgrade',
    promise: 'An upgrade, or a restart of every server, fails no call',
    kept: 'Migrations only expand until the next release; a server that stops drains; the proxy follows /readyz',
    target: '0 failed calls and 0 lost orders, payments and carts, with two and with four servers, from the release before',
    shownBy: { tests: ['bench/rolling.test.ts', 'tools/overlap.test.ts'] },
    figures: FAILED_CALLS,
  },
  {
    id: 'failover',
    promise: 'A lost database machine loses nothing that was answered',
    kept: 'Synchronous commit on a standby; servers connect again by themselves',
    target: '0 lost after a promotion under load',
    shownBy: { tests: ['bench/failover.test.ts'] },
    figures: FAILED_CALLS,
  },
  {
    id: 'single',
    promise: 'A mall on one machine has everything that was answered after it was killed',
    kept: 'The embedded database waits for the disk, and the next start takes it over or recovers it',
    target: '0 lost after a kill of the program, and of the program with its database, under load',
    shownBy: { tests: ['bench/embedded-production.test.ts'] },
    figures: /^one machine: .*$/gm,
  },
  {
    id: 'faults',
    promise: 'A lost connection or a dead worker leaves nothing half done',
    kept: 'Lost commits are found by their key; workers beat, and the jobs of dead ones are freed',
    target:
      'Nobody is told that nothing was done when it was; every job ends, that of a killed server is free within a minute; after minutes without a database everything goes on by itself',
    shownBy: {
      tests: [
        'server/platform/http/lost-database.test.ts',
        'server/operations/jobs/lost-connections.test.ts',
        'server/operations/jobs/worker-locks.test.ts',
        'bench/outage.test.ts',
      ],
    },
    figures: /^(?:freed: |outage of ).*$/gm,
  },
  {
    id: 'time',
    promise: 'Months end at midnight in Shanghai, wherever the machine is',
    kept: 'The clock is an argument, days are computed in Asia/Shanghai by the contract',
    target: 'Three years are the same to the fen in three zones of the process and two of the database',
    shownBy: { tests: ['server/billing/receivables/years.test.ts'] },
  },
  {
    id: 'coupons',
    promise: 'A coupon is used once',
    kept: 'It is locked at submit, used at payment, and comes back with a cancel',
    target: 'In 50 simultaneous orders it is in one',
    shownBy: { tests: ['server/orders/checkout/coupons.test.ts'] },
  },
  {
    id: 'overload',
    promise: 'Under five times the load that it can bear, paying goes on',
    kept: 'Places by class of call, refused at once when they are taken; probes are answered by a thread of their own',
    target: 'The limits that the bench prints',
    shownBy: { npm: ['run', 'bench', '--', '--overload', '--seconds', '60'] },
    figures: /^ {2}[✓✗] .*$/gm,
  },
  {
    id: 'processes',
    promise: 'What is counted holds for all servers together, and a server behind a pooler or beside a replica answers the same',
    kept: 'Counts are kept in the database; statements use no state of a connection; a read that lags goes to the primary',
    target:
      'Two and four processes admit at most 1.05 times the limit; each job runs once; a price is seen at each within a second; so it is, and orders go on, behind PgBouncer; no decision is read from a replica',
    shownBy: {
      tests: [
        'server/platform/web/limits/shared-rates.test.ts',
        'bench/shared-limits.test.ts',
        'bench/several-servers.test.ts',
        'bench/pooled.test.ts',
        'bench/replica.test.ts',
      ],
    },
    figures: /^(?:\d servers: |behind ).*$/gm,
  },
  {
    id: 'secret',
    promise: 'The secret can be exchanged, and the exchange given up, while servers run',
    kept: 'Claims under both secrets meanwhile; digests name the secret that made them',
    target: 'Nobody is lost, nobody registers twice, and the secret that went is worth nothing',
    shownBy: { tests: ['tools/rotate-secret.test.ts'] },
  },
  {
    id: 'person',
    promise: 'A person gets his data and can go; what the law keeps stays sealed and goes in its time',
    kept: 'Each column with personal data is decided on in a list, and a job deletes what has ended',
    target: 'The file names no other person; no column is undecided',
    shownBy: { tests: ['server/operations/personal-data/personal-data.test.ts', 'server/operations/jobs/retention.test.ts'] },
  },
  {
    id: 'growth',
    promise: 'What an act costs does not grow with the mall',
    kept: 'Every list is read by an index, and sums that are shown are kept',
    target:
      'The same acts at 1,000 and at 100,000 orders, with the ratio of each, at most 2 between the medians; 0 broken invariants after the close of a month',
    shownBy: { npm: ['run', 'bench', '--', '--growth', '--sizes', '1000,100000', '--dry'] },
    figures: GROWTH,
  },
  {
    id: 'indexes',
    promise: 'No list, search or report reads a whole table that grows',
    kept: 'Every statement of a buyer or of staff has an index that bounds what it reads',
    target: 'The plans at a filled mall use the indexes that are named for them',
    shownBy: {
      tests: ['order', 'finder', 'movement', 'revenue', 'replenishment', 'coupon-report'].map(
        (name) => `bench/plans/${name}-plans.test.ts`,
      ),
    },
  },
  {
    id: 'hostile',
    promise: 'Every attack that once succeeded is tried again',
    kept: 'A table of attacks names the test that repeats each',
    target: 'Each test of the table exists, and the hostile files and imports are refused',
    shownBy: {
      tests: [
        'tools/acceptance.test.ts',
        'server/billing/bank/hostile-files.test.ts',
        'server/catalog/goods-import/hostile-imports.test.ts',
      ],
    },
  },
  {
    id: 'soak',
    promise: 'Memory and connections do not grow in a long run',
    kept: 'Everything that is remembered is bounded',
    target:
      'In half an hour of steady load the last third is at most 1.1 times the first: memory, heap, handles, sockets, connections, waiting jobs; no call fails, no server ends, and the machine is at most 60 % busy',
    shownBy: { npm: ['run', 'bench', '--', '--soak', '--minutes', '30'] },
    figures: /^ {2}[✓✗] .*$/gm,
  },
]
